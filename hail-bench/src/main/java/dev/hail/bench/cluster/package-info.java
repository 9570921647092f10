// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** The clusters that demo and benchmarks run on, their files and their logs. */
package dev.hail.bench.cluster;
