// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import java.util.Locale;

/** Numbers of things as people read them. */
final class Counted {
  private Counted() {}

  /**
   * For example {@code 1 block} or {@code 3,606 blocks}.
   *
   * @param noun of one, that takes an s for several
   */
  static String text(long count, String noun) {
    return String.format(Locale.ROOT, "%,d %s%s", count, noun, count == 1 ? "" : "s");
  }
}
