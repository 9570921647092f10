// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Nineteen integers per row, their generator and the queries Syn-Q1a to Syn-Q2c of the HAIL thesis
 * (section 3.9.2, table 3.2), each written for plain Hadoop and for HAIL.
 */
package dev.hail.examples.synthetic;
