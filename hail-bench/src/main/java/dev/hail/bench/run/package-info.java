// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** What all benchmarks share on the command line: options, progress, results. */
package dev.hail.bench.run;
