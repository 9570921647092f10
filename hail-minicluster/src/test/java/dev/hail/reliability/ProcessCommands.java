// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.client.read.BlockCheck;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.minicluster.Waiting;
import dev.hail.minicluster.process.ProcessCluster;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** {@code hail} commands of this process on daemons that are processes of their own. */
final class ProcessCommands {

  private ProcessCommands() {}

  /**
   * Uploads a table.
   *
   * @param indexes names of the index attributes, no more than replicas
   */
  static void put(
      ProcessCluster cluster, String path, Table table, String indexes, String... options)
      throws Exception {
    List<String> command =
        new ArrayList<>(List.of("put", "--schema", Table.SCHEMA, "--index", indexes));
    command.addAll(List.of(options));
    command.addAll(List.of("-", path));
    run(cluster, table.text(), command);
  }

  /** The rows that {@code hail cat} gives with these arguments, sorted as text. */
  static List<String> cat(ProcessCluster cluster, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("cat"));
    command.addAll(List.of(arguments));
    return run(cluster, "", command).lines().sorted().toList();
  }

  /**
   * Waits until each block has three sound replicas, each in an order of its own that the active
   * namenode knows. Checks the answers before and after, and what {@code hail fsck} says.
   */
  static void awaitWhole(ProcessCluster cluster, String path, Table table) throws Exception {
    table.assertAll(cat(cluster, path));
    Waiting.until("all orders of " + path + " are there", () -> isWhole(cluster, path));
    table.assertAll(cat(cluster, path));
    String[] some = table.lines().get(table.lines().size() / 3).split(",", -1);
    table.assertFound(
        cat(cluster, "--filter", "name = '" + some[1] + "'", path),
        field -> field[1].equals(some[1]));
    Waiting.assertSound(
        path, () -> HailShell.run(cluster.configuration(), "", "fsck", path).problems());
  }

  private static boolean isWhole(ProcessCluster cluster, String path) throws Exception {
    HailFile file = HailFile.open(cluster.configuration(), new Path(path));
    for (HailBlock block : file.blocks()) {
      List<Integer> orders =
          block.replicas().stream().map(r -> r.replica().sortAttribute()).sorted().toList();
      if (!orders.equals(Table.INDEX_ATTRIBUTES)
          || block.located().getLocations().length != 3
          || !new BlockCheck(file).check(block).problems().isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private static String run(ProcessCluster cluster, String input, List<String> command)
      throws Exception {
    HailShell.Result result =
        HailShell.run(cluster.configuration(), input, command.toArray(String[]::new));
    assertThat(result.code()).as("%s", result).isZero();
    return result.out();
  }
}
