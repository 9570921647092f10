// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.protocol.PseudoReplica;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/** How evenly the pseudo replicas of a file lie on the datanodes that hold its blocks. */
public final class IndexSpread {
  private IndexSpread() {}

  /**
   * Divides the most pseudo replicas by one attribute on a datanode by their mean per datanode. All
   * datanodes that hold blocks of the file count.
   *
   * @param attribute position of the attribute, from 1
   * @return 1 if all have equally many; 0 if there are none
   */
  public static double of(List<HailBlock> blocks, int attribute) {
    Map<String, Integer> counts = new HashMap<>();
    int sum = 0;
    for (HailBlock block : blocks) {
      for (DatanodeInfo node : block.located().getLocations()) {
        counts.putIfAbsent(node.getDatanodeUuid(), 0);
      }
      for (PseudoReplica pseudo : block.pseudo()) {
        if (pseudo.sortAttribute() == attribute) {
          counts.merge(pseudo.datanodeUuid(), 1, Integer::sum);
          sum++;
        }
      }
    }
    int most = counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    return sum == 0 ? 0 : (double) most * counts.size() / sum;
  }
}
