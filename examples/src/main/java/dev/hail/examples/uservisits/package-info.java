// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Bob's web log: the UserVisits table, its generator and the queries Bob-Q1 to Bob-Q5 of the HAIL
 * thesis (section 3.9.2), each written for plain Hadoop and for HAIL.
 */
package dev.hail.examples.uservisits;
