// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.measure;

/**
 * Processor time used, in seconds, by all threads and whatever the virtual machine does beside
 * them.
 *
 * @param client of the process that uploads or asks; NaN when daemons share it
 * @param total of client and daemons
 */
public record CpuTime(double client, double total) {
  /** The time from an earlier reading of the same clock to this one. */
  public CpuTime since(CpuTime earlier) {
    return new CpuTime(client - earlier.client, total - earlier.total);
  }
}
