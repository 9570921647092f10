// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.assertj.core.api.Assertions;

/**
 * Waits for what daemons do in their own time. The limit is far beyond what that takes: on a
 * machine that is slow and busy, with a repair that fails and waits for its next attempt, it takes
 * minutes.
 */
public final class Waiting {
  private static final Duration MOST = Duration.ofMinutes(5);

  private Waiting() {}

  public static void until(String what, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + MOST.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() - deadline > 0) {
        Assertions.fail("Waited " + MOST.toMinutes() + " minutes in vain until " + what);
      }
      Thread.sleep(50);
    }
  }
}
