// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Order-preserving keys: byte strings whose unsigned lexicographic order is the SQL order of their
 * values, and sets of ranges of keys. Predicates and indexes work on keys and thus need no types.
 */
package dev.hail.format.key;
