// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.minicluster.process.ProcessCluster;
import java.util.List;

/** {@code hail} commands of this process on daemons that are processes of their own. */
final class ProcessCommands {

  private ProcessCommands() {}

  /**
   * Uploads a table.
   *
   * @param indexes names of the index attributes, no more than replicas
   */
  static void put(ProcessCluster cluster, String path, Table table, String indexes)
      throws Exception {
    run(cluster, table.text(), "put", "--schema", Table.SCHEMA, "--index", indexes, "-", path);
  }

  /** All rows of a file, sorted as text. */
  static List<String> cat(ProcessCluster cluster, String path) throws Exception {
    return run(cluster, "", "cat", path).lines().sorted().toList();
  }

  private static String run(ProcessCluster cluster, String input, String... arguments)
      throws Exception {
    HailShell.Result result = HailShell.run(cluster.configuration(), input, arguments);
    assertThat(result.code()).as("%s", result).isZero();
    return result.out();
  }
}
