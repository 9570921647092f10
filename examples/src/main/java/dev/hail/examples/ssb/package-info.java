// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * The tables of the Star Schema Benchmark (O'Neil, O'Neil, Chen, Revilak, revision 3), generated
 * from a seed.
 */
package dev.hail.examples.ssb;
