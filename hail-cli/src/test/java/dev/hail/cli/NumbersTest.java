// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers that no command can work with are usage errors, which name the option or key. */
class NumbersTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --replication 65537               | --replication: 65537 is not possible
          --replication 65537               | takes 1 to 512 replicas (dfs.namenode.replication.min
          --replication 65537               | dfs.replication.max)
          --replication 0                   | --replication: 0 is not possible
          --replication -1                  | --replication: -1 is not possible
          --replication 4294967297          | 4294967297
          -D dfs.replication=65537          | -D: dfs.replication must be a whole number from 1 to 32767
          -D dfs.replication=65537          | it is `65537'
          -D dfs.replication=0              | -D: dfs.replication must be
          -D dfs.replication=-3             | -D: dfs.replication must be
          -D dfs.blocksize=0                | -D: dfs.blocksize must be a size such as 64m
          -D dfs.blocksize=-64m             | -D: dfs.blocksize must be
          --block-size 0                    | --block-size: must be positive, found 0
          --block-size -1m                  | --block-size: must be positive
          --block-size 99999999999g         | --block-size
          --threads 0                       | --threads must be from 1 to 1000, it is 0
          --threads -1                      | --threads must be from 1 to 1000, it is -1
          --threads 2147483647              | --threads must be from 1 to 1000
          -D hail.put.threads=0             | -D: hail.put.threads must be a whole number from 1 to 1000
          -D hail.put.threads=2000000000    | -D: hail.put.threads must be
          -D hail.put.streams=-1            | -D: hail.put.streams must be
          -D hail.put.stale.after=0         | -D: hail.put.stale.after must be a time
          -D dfs.bytes-per-checksum=0       | -D: dfs.bytes-per-checksum must be
          --max-bad -1                      | --max-bad must not be negative, it is -1
          """)
  void put_withImpossibleNumber_isUsageError(String options, String message) {
    List<String> arguments = new ArrayList<>(List.of("put", "--schema", "k INT"));
    arguments.addAll(List.of(options.split(" ")));
    arguments.addAll(List.of("-", "/nowhere/file"));
    assertThat(usageError(arguments)).contains("hail put: ").contains(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          version -D hail.adaptive.offer.rate=2   | -D: hail.adaptive.offer.rate must be a number
          version -D hail.datanode.sort.deadline=soon | -D: hail.datanode.sort.deadline must be a time
          version -D hail.read.failover.buffer.max=-1 | -D: hail.read.failover.buffer.max must be a size
          cat -D hail.read.threads=0 /f           | -D: hail.read.threads must be
          stat -D hail.read.threads=-1 /f         | -D: hail.read.threads must be
          fsck -D hail.read.threads=4294967297 /f | it is `4294967297'
          index show -D hail.read.directory.batch=0 /f | -D: hail.read.directory.batch must be
          ls -D hail.client.rpc.timeout=30d /f    | -D: hail.client.rpc.timeout must be
          ls -D hail.client.rpc.failovers=-1 /f   | -D: hail.client.rpc.failovers must be
          cat --limit -1 /f                       | --limit: must not be negative
          index add --by k --threads 0 /f         | --threads must be from 1 to 1000, it is 0
          index add --by k --threads 2000000000 /f | --threads must be from 1 to 1000
          index advise --replicas 0 /f            | --replicas must be at least 1
          schema infer --sample 0 -               | --sample: must be positive
          schema infer --sample 2g -              | --sample must be at most 1g, it is 2g
          """)
  void command_withImpossibleNumber_isUsageError(String command, String message) {
    assertThat(usageError(List.of(command.split(" ")))).contains(message);
  }

  private static String usageError(List<String> arguments) {
    CommandRun run;
    try {
      run = CommandRun.withInput("1\n", arguments.toArray(String[]::new));
    } catch (Exception failure) {
      throw new AssertionError(arguments.toString(), failure);
    }
    assertThat(run.code()).as("%s: %s", arguments, run.err()).isEqualTo(2);
    return run.err();
  }
}
