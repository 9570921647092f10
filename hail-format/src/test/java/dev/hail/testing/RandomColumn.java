// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.testing;

import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.TypeKind;
import java.util.List;
import java.util.Random;

/**
 * How one attribute's values are drawn: from a pool of texts, evenly or with a strong preference
 * for the first ones, with some share of NULLs. A few STRINGs are {@link BufferSizedTexts}.
 */
record RandomColumn(Attribute attribute, List<String> pool, boolean skewed, double nulls) {
  /** A text, or null for NULL. */
  String draw(Random random) {
    if (random.nextDouble() < nulls || pool.isEmpty()) {
      return null;
    }
    double where = random.nextDouble();
    String text = pool.get((int) (pool.size() * (skewed ? where * where * where : where)));
    return attribute.type().kind() == TypeKind.STRING
        ? BufferSizedTexts.sometimesInsteadOf(text, random)
        : text;
  }
}
