// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** The {@code hail query} command: a selection as a MapReduce job. */
package dev.hail.mapreduce.cli;
