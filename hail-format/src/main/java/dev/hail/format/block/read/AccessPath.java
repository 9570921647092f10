// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

/** How a reader finds the rows of one replica. */
public enum AccessPath {
  /** The index, for single keys. */
  INDEX_EQUALITY,
  /** The index, for a range of keys. */
  INDEX_RANGE,
  /** The index, for the keys that a join can match. */
  INDEX_KEYS,
  /** All rows. */
  SCAN
}
