// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.conf.HailConfiguration;
import dev.hail.minicluster.Waiting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Types {@code hail cluster} commands about the cluster of one directory, in this process. */
final class ClusterShell {
  private final Path directory;
  private HailShell.Result shown;

  ClusterShell(Path directory) {
    this.directory = directory;
  }

  /** Runs {@code hail cluster} with these words and returns the exit code. */
  int cluster(String... words) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("cluster"));
    arguments.addAll(List.of(words));
    arguments.addAll(2, List.of("--dir", "" + directory));
    shown = HailShell.run(HailConfiguration.load(), "", arguments.toArray(String[]::new));
    return shown.code();
  }

  void succeed(String... words) throws Exception {
    assertThat(cluster(words)).as("%s: %s", Arrays.toString(words), shown).isZero();
  }

  /** Waits until a line of {@code hail cluster status} begins with this pattern. */
  void awaitStatus(String pattern) throws Exception {
    Waiting.until(
        pattern,
        () ->
            cluster("status") == 0 && out().lines().anyMatch(line -> line.matches(pattern + ".*")));
  }

  /** Returns the results of the last command. */
  String out() {
    return shown.out();
  }

  /** Returns the messages of the last command. */
  String err() {
    return shown.err();
  }
}
