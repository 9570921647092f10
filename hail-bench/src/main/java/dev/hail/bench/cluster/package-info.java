// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** The embedded cluster that demo and benchmarks run on, its files and its log. */
package dev.hail.bench.cluster;
