// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.failover;

import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.protocol.LocatedReplica;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A file as it was uploaded: each block has its replicas, no more and no less, and each order that
 * these were sorted by.
 *
 * @param replication replicas of each block
 * @param orders positions of the attributes that the replicas of a block are sorted by, one per
 *     replica; empty for text
 */
record WholeFile(Path path, int replication, List<Integer> orders) {
  WholeFile {
    orders = orders.stream().sorted().toList();
  }

  /**
   * Compares the file with what the namenode and its replica directory know.
   *
   * @return what is missing, for people; empty if nothing is
   */
  String missing(Configuration conf) throws IOException {
    return orders.isEmpty() ? missingOfText(conf) : missingOfHail(conf);
  }

  private String missingOfText(Configuration conf) throws IOException {
    FileSystem files = path.getFileSystem(conf);
    FileStatus status = files.getFileStatus(path);
    for (BlockLocation block : files.getFileBlockLocations(status, 0, status.getLen())) {
      if (block.getHosts().length != replication) {
        return "a block of " + path + " has " + block.getHosts().length + " replicas";
      }
    }
    return "";
  }

  private String missingOfHail(Configuration conf) throws IOException {
    return missing(HailFile.open(conf, path).blocks().stream().map(WholeFile::orders));
  }

  /**
   * The same by the orders of the known replicas, block by block.
   *
   * @param blocks 0 stands for a replica of no order, or of none that is known
   */
  String missing(Stream<List<Integer>> blocks) {
    return blocks
        .map(known -> known.stream().sorted().toList())
        .filter(known -> !known.equals(orders))
        .findFirst()
        .map(known -> "a block of " + path + " has the orders " + known + ", not " + orders)
        .orElse("");
  }

  private static List<Integer> orders(HailBlock block) {
    Map<String, Integer> known =
        block.replicas().stream()
            .collect(
                Collectors.toMap(
                    LocatedReplica::datanodeUuid, located -> located.replica().sortAttribute()));
    return Arrays.stream(block.located().getLocations())
        .map(node -> known.getOrDefault(node.getDatanodeUuid(), 0))
        .toList();
  }
}
