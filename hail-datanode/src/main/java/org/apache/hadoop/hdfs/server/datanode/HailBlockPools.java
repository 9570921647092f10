// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package org.apache.hadoop.hdfs.server.datanode;

/** Access to a datanode's block pools, which Hadoop keeps to this package. */
public final class HailBlockPools {

  private HailBlockPools() {}

  /** Id of the nameservice that owns a block pool; null if it is unknown or has none. */
  public static String nameservice(DataNode datanode, String blockPoolId) {
    BPOfferService service = datanode.getBPOfferService(blockPoolId);
    return service == null ? null : service.getNameserviceId();
  }
}
