// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Bob's web log, the table UserVisits. The package holds its generator and the queries Bob-Q1 to
 * Bob-Q5 (thesis, section 3.9.2), each for plain Hadoop and for HAIL.
 */
package dev.hail.examples.uservisits;
