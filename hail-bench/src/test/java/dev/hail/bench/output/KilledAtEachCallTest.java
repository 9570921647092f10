// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.bench.output.Replacing.Version;
import dev.hail.client.HailShell;
import dev.hail.client.SharedCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Commands that replace something, killed before each of their calls that may change something. */
@Tag("nightly")
@ExtendWith(SharedCluster.class)
class KilledAtEachCallTest {
  private final HailShell shell;

  KilledAtEachCallTest(HailShell shell) {
    this.shell = shell;
  }

  @ParameterizedTest
  @EnumSource
  void command_killedBeforeAnyCall_leavesOneWholeOutputAndCanRunAgain(
      Replacing command, @TempDir java.nio.file.Path directory) throws Exception {
    KilledCommands commands = new KilledCommands(shell, directory);
    List<String> old = command.expected(shell, Version.OLD);
    List<String> replacement = command.expected(shell, Version.NEW);
    List<String> calls = new ArrayList<>();
    String call = "";
    while (call != null) {
      command.write(shell, Version.OLD, KilledCommands.OUTPUT);
      AtomicInteger left = new AtomicInteger(calls.size() + 1);
      call = commands.kill(command, method -> isChange(method) && left.decrementAndGet() == 0);
      calls.add(call);
      String what = command + " killed before the last of " + calls;
      List<String> found = command.found(shell, KilledCommands.OUTPUT);
      if (found.isEmpty()) {
        // HDFS exchanges directories by two renames.
        assertThat(command).as(what).isEqualTo(Replacing.QUERY);
        found = command.found(shell, movedAway());
      }
      assertThat(List.of(old, replacement)).as(what).contains(found);
      commands.assertRunsAgain(command);
    }
    assertThat(calls).contains("create", "addBlock", "complete", "rename2");
  }

  private static boolean isChange(String method) {
    return !method.matches("(get|list|is|check|renew).*|msync|setTimes");
  }

  private Path movedAway() throws IOException {
    FileStatus[] moved =
        shell
            .cluster()
            .fileSystem()
            .globStatus(new Path(KilledCommands.FOLDER, ".hail-query-*/old/output"));
    assertThat(moved).hasSize(1);
    return moved[0].getPath();
  }
}
