// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Who deletes a block pool waits for the thread that ends it. */
final class RunningPoolsTest {
  private static final long LONG = 240_000;

  @Test
  void deleter_ofRunningPool_waitsForItsEnd() throws Exception {
    RunningPools pools = new RunningPools(LONG);
    pools.begun("a");
    pools.begun("b");
    Thread deleter = new Thread(() -> pools.awaitEnd("a"));
    deleter.start();
    while (deleter.getState() != Thread.State.TIMED_WAITING) {
      assertThat(deleter.isAlive()).as("it waits").isTrue();
      Thread.sleep(1);
    }
    pools.ended("b");
    deleter.join(100);
    assertThat(deleter.isAlive()).as("another pool's end is none of its").isTrue();
    pools.ended("a");
    deleter.join(LONG);
    assertThat(deleter.isAlive()).isFalse();
    assertThat(pools.awaitEnd("a")).isTrue();
  }

  @Test
  void pool_neverBegunOrHanging_isNotAwaitedForever() throws Exception {
    assertThat(new RunningPools(LONG).awaitEnd("never")).isTrue();
    RunningPools impatient = new RunningPools(1);
    impatient.begun("hangs");
    assertThat(
            CompletableFuture.supplyAsync(() -> impatient.awaitEnd("hangs"))
                .get(LONG, TimeUnit.MILLISECONDS))
        .isFalse();
  }
}
