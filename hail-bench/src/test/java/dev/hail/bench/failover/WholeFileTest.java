// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.failover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

class WholeFileTest {
  private static final List<Integer> ALL = List.of(3, 1, 4);

  private final WholeFile file = new WholeFile(new Path("/visits"), 3, ALL);

  @Test
  void blocks_withEachOrderAnywhere_areWhole() {
    assertThat(file.missing(Stream.of(ALL, List.of(4, 3, 1)))).isEmpty();
  }

  @Test
  void block_lackingReplicaOrOrder_isNamed() {
    assertThat(file.missing(Stream.of(ALL, List.of(1, 4)))).contains("/visits").contains("[1, 4]");
    assertThat(file.missing(Stream.of(ALL, List.of(1, 4, 0)))).contains("[0, 1, 4]");
    assertThat(file.missing(Stream.of(List.of(4, 1, 4)))).contains("[1, 4, 4], not [1, 3, 4]");
  }

  @Test
  void block_withReplicaTooMany_isNotWhole() {
    assertThat(file.missing(Stream.of(List.of(1, 3, 3, 4)))).contains("[1, 3, 3, 4]");
  }

  @Test
  void replicas_ofOneOrder_areWhole() {
    WholeFile sameOrder = new WholeFile(new Path("/visits"), 3, List.of(3, 3, 3));

    assertThat(sameOrder.missing(Stream.of(List.of(3, 3, 3)))).isEmpty();
    assertThat(sameOrder.missing(Stream.of(List.of(3, 3)))).isNotEmpty();
  }
}
