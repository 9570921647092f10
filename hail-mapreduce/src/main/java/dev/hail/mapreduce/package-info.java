// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * MapReduce over HAIL files (thesis, sections 3.4 and 3.7). The input format reads the replica
 * whose index fits the job's filter. Records have typed getters. The splitting policy gives one map
 * task many blocks if they are read by index.
 *
 * <p>A job becomes a HAIL job by three changes: its input format is {@link
 * dev.hail.mapreduce.HailInputFormat}, its mapper carries {@link dev.hail.mapreduce.HailQuery}, and
 * its map function takes a {@link dev.hail.mapreduce.HailRecord}. {@code docs/jobs.md} walks
 * through them.
 */
package dev.hail.mapreduce;
