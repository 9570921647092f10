// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.failover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VictimTest {
  private static final List<String> NODES = List.of("node-0", "node-1", "node-2", "node-3");

  private final Set<String> chosen = new HashSet<>();

  private void chooseOften(Set<String> busy) {
    Random random = new Random(3);
    for (int i = 0; i < 200; i++) {
      chosen.add(Victim.choose(NODES, "node-2", busy::contains, random));
    }
  }

  @Test
  void victim_isAnyBusyNode_butNeverTheMasters() {
    chooseOften(Set.of("node-0", "node-2", "node-3"));

    assertThat(chosen).containsExactlyInAnyOrder("node-0", "node-3");
  }

  @Test
  void victim_withNoBusyNode_isAnyButTheMasters() {
    chooseOften(Set.of("node-2"));

    assertThat(chosen).containsExactlyInAnyOrder("node-0", "node-1", "node-3");
  }
}
