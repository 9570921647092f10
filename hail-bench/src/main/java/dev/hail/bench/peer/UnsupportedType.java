// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.peer;

import dev.hail.format.schema.Attribute;

/** The benchmark's tables need four types; a table with others has to wait for them. */
final class UnsupportedType extends IllegalArgumentException {
  UnsupportedType(Attribute attribute) {
    super(
        "the comparison with Parquet and ORC knows INT, DATE, FLOAT and STRING, not "
            + attribute
            + ", which is "
            + attribute.type());
  }
}
