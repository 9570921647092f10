// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package org.apache.hadoop.hdfs.server.datanode;

import org.apache.hadoop.hdfs.protocol.ExtendedBlock;

/** Access to the scanner that looks at replicas which may be damaged. */
public final class HailSuspects {

  private HailSuspects() {}

  /** Has a replica looked at soon, unless the scanner is off. */
  public static void add(DataNode datanode, String storageId, ExtendedBlock block) {
    datanode.getBlockScanner().markSuspectBlock(storageId, block);
  }
}
