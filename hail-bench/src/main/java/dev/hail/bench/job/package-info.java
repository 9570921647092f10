// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Runs a job and tells what it cost and what it wrote. */
package dev.hail.bench.job;
