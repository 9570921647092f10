// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import java.io.IOException;
import java.util.function.Predicate;

/** Looks at the cluster again and again, until it is as it should be or the patience is over. */
final class Patience {
  private final int mostMillis;
  private final int pauseMillis;

  /** What is looked at. */
  @FunctionalInterface
  interface Look<T> {
    T now() throws IOException;
  }

  /**
   * @param mostMillis pauses between looks, all together
   * @param pauseMillis pause between two looks
   */
  Patience(int mostMillis, int pauseMillis) {
    this.mostMillis = mostMillis;
    this.pauseMillis = pauseMillis;
  }

  /**
   * Returns what was seen last. An interrupt ends the patience and stays set.
   *
   * @param good whether nothing better is to be waited for
   */
  <T> T look(Look<T> look, Predicate<T> good) throws IOException {
    int waited = 0;
    while (true) {
      T seen = look.now();
      if (good.test(seen) || waited >= mostMillis) {
        return seen;
      }
      try {
        Thread.sleep(pauseMillis);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return seen;
      }
      waited += pauseMillis;
    }
  }
}
