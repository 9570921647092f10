// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.load;

import dev.hail.format.block.layout.BlockFront;
import dev.hail.minicluster.process.Daemon;
import dev.hail.minicluster.process.ProcessCluster;
import dev.hail.testing.LiveFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares the replica directory with the files on the datanodes' disks, and looks for leftovers.
 */
final class DiskCheck {
  private static final Pattern BLOCK = Pattern.compile("blk_(\\d+)");
  private static final Pattern UUID = Pattern.compile("(?m)^datanodeUuid=(.*)$");
  private static final Pattern MEMORY = Pattern.compile("\"AssemblyMemoryBytes\"\\s*:\\s*(\\d+)");

  private final ProcessCluster cluster;

  DiskCheck(ProcessCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Compares.
   *
   * @param directory of each block of a HAIL file, the sort attribute by datanode
   * @return what differs
   */
  List<String> compare(Map<Long, Map<String, Integer>> directory) throws IOException {
    List<String> problems = new ArrayList<>();
    Map<Long, Map<String, Integer>> disks = new TreeMap<>();
    for (Daemon datanode : cluster.dataNodes()) {
      String uuid = uuid(datanode);
      for (Path file : files(datanode)) {
        String name = file.getFileName().toString();
        Matcher block = BLOCK.matcher(name);
        if (name.startsWith("hail-")) {
          problems.add("Side file " + file + " was left");
        } else if (block.matches() && file.toString().contains("finalized")) {
          long id = Long.parseLong(block.group(1));
          if (directory.containsKey(id)) {
            sortAttribute(file, problems)
                .ifPresent(
                    attribute ->
                        disks.computeIfAbsent(id, key -> new TreeMap<>()).put(uuid, attribute));
          }
        }
      }
      problems.addAll(memory(datanode));
    }
    for (Map.Entry<Long, Map<String, Integer>> block : directory.entrySet()) {
      Map<String, Integer> onDisk = disks.getOrDefault(block.getKey(), Map.of());
      if (!block.getValue().equals(onDisk)) {
        problems.add(
            "Block "
                + block.getKey()
                + " is "
                + onDisk
                + " on disk, the replica directory says "
                + block.getValue());
      }
    }
    return problems;
  }

  private static OptionalInt sortAttribute(Path file, List<String> problems) throws IOException {
    try {
      byte[] bytes = Files.readAllBytes(file);
      return OptionalInt.of(BlockFront.parse(bytes, bytes.length).sortAttribute());
    } catch (NoSuchFileException gone) {
      problems.add("Replica " + file + " was deleted while the disks were compared");
      return OptionalInt.empty();
    }
  }

  /** The datanode may well delete some meanwhile. */
  private static List<Path> files(Daemon datanode) throws IOException {
    return LiveFiles.find(datanode.directory().resolve("data"), Files::isRegularFile);
  }

  private static String uuid(Daemon datanode) throws IOException {
    String version =
        Files.readString(datanode.directory().resolve("data").resolve("current/VERSION"));
    Matcher matcher = UUID.matcher(version);
    if (!matcher.find()) {
      throw new IOException("No uuid of " + datanode.name() + " in " + version);
    }
    return matcher.group(1).trim();
  }

  private static List<String> memory(Daemon datanode) throws IOException {
    String beans = datanode.jmx("Hadoop:service=DataNode,name=HailDataNode*");
    Matcher matcher = MEMORY.matcher(beans);
    if (!matcher.find()) {
      return List.of(datanode.name() + " does not tell its assembly memory: " + beans);
    }
    return matcher.group(1).equals("0")
        ? List.of()
        : List.of(datanode.name() + " holds " + matcher.group(1) + " bytes of assembly memory");
  }
}
