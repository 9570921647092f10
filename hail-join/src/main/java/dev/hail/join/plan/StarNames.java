// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.plan;

import dev.hail.format.schema.Schema;
import java.util.List;

/**
 * What a query must know of the joins of its job. Immutable.
 *
 * @param sides the build sides
 * @param keys attributes of the input that are compared, as the joins name them
 */
public record StarNames(List<JoinSide> sides, List<String> keys) {
  /** Of a job without joins. */
  public static final StarNames NONE = new StarNames(List.of(), List.of());

  /** Copies the lists. */
  public StarNames {
    sides = List.copyOf(sides);
    keys = List.copyOf(keys);
  }

  /** Returns whether there is no join. */
  public boolean isEmpty() {
    return sides.isEmpty();
  }

  /** Returns the attributes of rows of an input that are joined. */
  public JoinedSchema join(Schema input) {
    return new JoinedSchema(input, sides);
  }
}
