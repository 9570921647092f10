// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package org.apache.hadoop.hdfs.server.datanode;

import org.apache.hadoop.conf.Configuration;

/** Settings of block scanners that Hadoop keeps to tests, and to this package. */
public final class ScannerSettings {
  private ScannerSettings() {}

  /** Lets scanners begin another pass after so many milliseconds, rather than hours. */
  public static void setPeriodMillis(Configuration conf, long millis) {
    BlockScanner.Conf.allowUnitTestSettings = true;
    conf.setLong(BlockScanner.Conf.INTERNAL_DFS_DATANODE_SCAN_PERIOD_MS, millis);
  }
}
