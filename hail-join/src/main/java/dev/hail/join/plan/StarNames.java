// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.plan;

import dev.hail.format.predicate.KeyHints;
import dev.hail.format.schema.Schema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a query must know of the joins of its job. Immutable.
 *
 * @param sides the build sides
 * @param keys attributes of the input that are compared, as the joins name them
 * @param hints what rows of the input must meet to have a match
 */
public record StarNames(List<JoinSide> sides, List<String> keys, List<KeyHint> hints) {
  /** Of a job without joins. */
  public static final StarNames NONE = new StarNames(List.of(), List.of(), List.of());

  /** Copies the lists. */
  public StarNames {
    sides = List.copyOf(sides);
    keys = List.copyOf(keys);
    hints = List.copyOf(hints);
  }

  /** Returns whether there is no join. */
  public boolean isEmpty() {
    return sides.isEmpty();
  }

  /** Returns the same with hints. */
  public StarNames withHints(List<KeyHint> newHints) {
    return new StarNames(sides, keys, newHints);
  }

  /** Returns what rows of an input must meet to have a match. */
  public KeyHints hints(Schema input) {
    Map<Integer, KeyHints.Hint> byAttribute = new HashMap<>();
    for (KeyHint hint : hints) {
      byAttribute.merge(
          input.attribute(hint.key()).position(),
          new KeyHints.Hint(hint.restriction(), hint.fit()),
          (a, b) ->
              new KeyHints.Hint(
                  a.restriction().intersect(b.restriction()),
                  a.fit().compareTo(b.fit()) <= 0 ? a.fit() : b.fit()));
    }
    return byAttribute.isEmpty() ? KeyHints.NONE : new KeyHints(byAttribute);
  }

  /** Returns the attributes of rows of an input that are joined. */
  public JoinedSchema join(Schema input) {
    return new JoinedSchema(input, sides);
  }
}
