// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.peer;

import dev.hail.format.schema.Attribute;

/**
 * An attribute has a type that the comparison does not support; the benchmark's tables need only
 * four.
 */
final class UnsupportedType extends IllegalArgumentException {
  UnsupportedType(Attribute attribute) {
    super(
        "The comparison with Parquet and ORC supports INT, DATE, FLOAT and STRING,"
            + " but "
            + attribute
            + " is "
            + attribute.type());
  }
}
