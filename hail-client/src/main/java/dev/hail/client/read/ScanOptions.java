// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.NumberKeys;
import dev.hail.format.block.read.ReaderOptions;
import org.apache.hadoop.conf.Configuration;

/**
 * How blocks are scanned.
 *
 * @param preferredHost host whose replica is read among equally good ones; null for none
 * @param failoverBytes most bytes of a block held before its first row is handed out; see {@link
 *     BlockScan}
 * @param reader how one replica is read; its batch limits yield to {@code failoverBytes}
 */
public record ScanOptions(String preferredHost, int failoverBytes, ReaderOptions reader) {
  /** Share of the heap that one process gives to the blocks it reads at the same time. */
  private static final int HEAP_SHARE = 4;

  /**
   * Reads options from the configuration.
   *
   * @param preferredHost host of the reader, or null
   * @param concurrentScans blocks that this process reads at the same time; they share a quarter of
   *     the heap
   */
  public static ScanOptions of(
      Configuration configuration, String preferredHost, int concurrentScans) {
    long configured =
        NumberKeys.bytes(
            configuration,
            HailConfigKeys.READ_FAILOVER_BUFFER_MAX,
            HailConfigKeys.READ_FAILOVER_BUFFER_MAX_DEFAULT);
    long heap = Runtime.getRuntime().maxMemory() / HEAP_SHARE / Math.max(1, concurrentScans);
    long bytes = Math.max(1, Math.min(Math.min(configured, heap), 1 << 30));
    return new ScanOptions(preferredHost, (int) bytes, ReaderOptions.DEFAULT);
  }

  /** Returns a copy with another bound on the bytes held before the first row. */
  public ScanOptions withFailoverBytes(int bytes) {
    return new ScanOptions(preferredHost, bytes, reader);
  }

  /** Returns a copy with other reader options. */
  public ScanOptions withReader(ReaderOptions options) {
    return new ScanOptions(preferredHost, failoverBytes, options);
  }
}
