// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.measure;

/**
 * Processor time in seconds, of all threads and of the JVM's own work.
 *
 * @param client time of the client process; NaN if daemons share that process
 * @param total time of client and daemons
 */
public record CpuTime(double client, double total) {
  /** Returns the time since an earlier reading. */
  public CpuTime since(CpuTime earlier) {
    return new CpuTime(client - earlier.client, total - earlier.total);
  }
}
