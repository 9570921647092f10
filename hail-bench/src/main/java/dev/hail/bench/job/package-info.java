// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Runs a job and reports its cost and its output. */
package dev.hail.bench.job;
