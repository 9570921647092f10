// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** The example tables and jobs, which the commands and the benchmarks find by name. */
package dev.hail.examples;
