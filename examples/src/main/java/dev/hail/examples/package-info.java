// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** The example tables and jobs, by name: what the commands and the benchmarks start from. */
package dev.hail.examples;
