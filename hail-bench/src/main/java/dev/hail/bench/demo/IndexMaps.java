// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.demo;

import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.format.schema.Schema;
import dev.hail.protocol.LocatedReplica;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/** Makes the index map of a file from the namenode's replica directory. */
final class IndexMaps {
  private IndexMaps() {}

  static IndexMap of(HailFile file) {
    Schema schema = file.schema();
    Map<String, String> names = new TreeMap<>();
    for (HailBlock block : file.blocks()) {
      for (DatanodeInfo node : block.located().getLocations()) {
        names.put(node.getXferAddr(), node.getDatanodeUuid());
      }
    }
    List<String> uuids = new ArrayList<>(names.values());
    List<String> labels = new ArrayList<>();
    for (String address : names.keySet()) {
      labels.add("datanode " + (labels.size() + 1) + " :" + address.replaceFirst(".*:", ""));
    }
    List<List<String>> rows = new ArrayList<>();
    for (HailBlock block : file.blocks()) {
      rows.add(row(block, uuids, schema));
    }
    List<String> attributes =
        Arrays.stream(file.indexAttributes())
            .mapToObj(position -> schema.attribute(position).name())
            .toList();
    return new IndexMap(labels, attributes, rows);
  }

  private static List<String> row(HailBlock block, List<String> uuids, Schema schema) {
    String[] row = new String[uuids.size()];
    Arrays.fill(row, IndexMap.NO_REPLICA);
    for (DatanodeInfo node : block.located().getLocations()) {
      row[uuids.indexOf(node.getDatanodeUuid())] = IndexMap.UNSORTED;
    }
    for (LocatedReplica located : block.replicas()) {
      int column = uuids.indexOf(located.datanodeUuid());
      int attribute = located.replica().sortAttribute();
      if (column >= 0 && attribute > 0) {
        row[column] = schema.attribute(attribute).name();
      }
    }
    return List.of(row);
  }
}
