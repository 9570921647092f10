// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import dev.hail.format.block.layout.BlockFront;
import dev.hail.minicluster.process.Daemon;
import dev.hail.testing.LiveFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What lies on the disks of datanodes that are processes of their own. */
final class ProcessReplicas {
  private static final Pattern DATA = Pattern.compile("blk_(\\d+)");

  private ProcessReplicas() {}

  /** The sort orders of the finalized HAIL replicas on these datanodes, ascending, by block. */
  static Map<Long, List<Integer>> orders(List<Daemon> dataNodes) throws IOException {
    Map<Long, List<Integer>> orders = new TreeMap<>();
    for (Daemon dataNode : dataNodes) {
      for (Path file : files(dataNode)) {
        Matcher name = DATA.matcher(file.getFileName().toString());
        if (name.matches() && file.toString().contains("/finalized/")) {
          orders
              .computeIfAbsent(Long.valueOf(name.group(1)), id -> new ArrayList<>())
              .add(order(file));
        }
      }
    }
    orders.values().forEach(each -> each.sort(null));
    return orders;
  }

  /** Names of the files that HAIL keeps beside the replicas while it makes new ones. */
  static List<String> sideFiles(List<Daemon> dataNodes) throws IOException {
    List<String> found = new ArrayList<>();
    for (Daemon dataNode : dataNodes) {
      for (Path file : files(dataNode)) {
        if (file.getFileName().toString().startsWith("hail-")) {
          found.add(file.toString());
        }
      }
    }
    return found;
  }

  private static int order(Path file) throws IOException {
    try {
      byte[] bytes = Files.readAllBytes(file);
      return BlockFront.parse(bytes, bytes.length).sortAttribute();
    } catch (NoSuchFileException wentMeanwhile) {
      return -1;
    }
  }

  private static List<Path> files(Daemon dataNode) throws IOException {
    return LiveFiles.find(dataNode.directory().resolve("data"), Files::isRegularFile);
  }
}
