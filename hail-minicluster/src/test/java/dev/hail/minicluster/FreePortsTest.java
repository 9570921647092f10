// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FreePortsTest {
  private static final int PORTS = 200;

  /** Two test processes without would take the ports of each other's daemons. */
  @Test
  void processOfTests_hasNumber() {
    assertThat(Integer.getInteger(FreePorts.PROCESS)).isPositive();
  }

  @Test
  void processes_sideBySide_haveDifferentPorts() throws Exception {
    Set<Integer> ports = new HashSet<>();
    for (int process = 1; process <= FreePorts.PROCESSES; process++) {
      FreePorts own = new FreePorts(process);
      int least = Integer.MAX_VALUE;
      int most = 0;
      for (int i = 0; i < PORTS; i++) {
        int port = own.nextPort();
        least = Math.min(least, port);
        most = Math.max(most, port);
      }
      assertThat(IntStream.rangeClosed(least, most)).noneMatch(ports::contains);
      IntStream.rangeClosed(least, most).forEach(ports::add);
    }
    assertThat(ports).allMatch(port -> port > 1024 && port < 32_768);
  }
}
