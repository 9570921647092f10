// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * The predicate language of HAIL queries (thesis section 3.4.1). The schema gives the types of
 * constants. Each predicate is reduced to sets of key ranges per attribute, which both row filters
 * and clustered indexes understand.
 */
package dev.hail.format.predicate;
