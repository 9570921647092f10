// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Checks the joins of a star before they are used. */
final class StarJoins {
  private static final int MOST = 64;

  private StarJoins() {}

  /**
   * Returns the joins as joins of one implementation.
   *
   * @param maker interface that makes joins, for messages
   * @throws IllegalArgumentException if there are too few or too many joins, or one is of another
   *     implementation
   */
  static <T, J extends T> List<J> require(List<T> joins, Class<J> implementation, String maker) {
    Objects.requireNonNull(joins, "joins is null");
    if (joins.isEmpty() || joins.size() > MOST) {
      throw new IllegalArgumentException("A star has 1 to " + MOST + " joins, not " + joins.size());
    }
    List<J> required = new ArrayList<>();
    for (T join : joins) {
      Objects.requireNonNull(join, "a join of the star is null");
      if (!implementation.isInstance(join)) {
        throw new IllegalArgumentException(
            "Join " + required.size() + " of the star is of another implementation of " + maker);
      }
      required.add(implementation.cast(join));
    }
    return required;
  }
}
