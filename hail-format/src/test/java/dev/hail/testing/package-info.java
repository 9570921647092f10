// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * The test kit: seeded random schemas, texts and predicates, DuckDB as a second opinion on what
 * rows qualify, and a search of files that daemons change. Shipped as a test jar for the other
 * modules.
 */
package dev.hail.testing;
