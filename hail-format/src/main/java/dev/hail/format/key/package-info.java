// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Order-preserving keys: byte strings whose unsigned lexicographic order is the SQL order of the
 * values they stand for, and sets of ranges over them. Predicates and indexes speak keys, so both
 * are free of types.
 */
package dev.hail.format.key;
