// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * The table Synthetic: nineteen integers per row. The package holds its generator and the queries
 * Syn-Q1a to Syn-Q2c (thesis, section 3.9.2, table 3.2), each for plain Hadoop and for HAIL.
 */
package dev.hail.examples.synthetic;
