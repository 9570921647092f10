// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import java.util.List;

/**
 * What {@code hail index advise} proposes for a file.
 *
 * @param jobs jobs and queries with a filter that were recorded
 * @param weight what they count together; the older one is, the less it counts
 * @param bytesNow bytes that one of them is expected to read with the indexes that are there
 * @param bytesProposed the same with the proposed indexes alone
 * @param shareServed share of them, 0 to 1, that a proposed index serves
 * @param attributes the proposed ones first
 */
record AdvisedFile(
    String file,
    long jobs,
    double weight,
    long bytesNow,
    long bytesProposed,
    double shareServed,
    List<Attribute> attributes) {

  /**
   * An attribute by which jobs filter.
   *
   * @param shareOfJobs share of all jobs, 0 to 1, that an index on it serves
   * @param bytesNow bytes that one of these jobs reads with the indexes that are there
   * @param bytesProposed the same with the proposed indexes alone
   * @param shareIndexed share of the file's bytes, 0 to 1, that have an index on it
   */
  record Attribute(
      String name,
      double shareOfJobs,
      long bytesNow,
      long bytesProposed,
      double shareIndexed,
      boolean proposed) {}
}
