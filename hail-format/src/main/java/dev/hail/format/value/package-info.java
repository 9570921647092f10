// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Values as text: parsing bytes into values of each type and writing them. Text files and predicate
 * constants share it, so that both accept the same spellings. Most values need no objects.
 */
package dev.hail.format.value;
