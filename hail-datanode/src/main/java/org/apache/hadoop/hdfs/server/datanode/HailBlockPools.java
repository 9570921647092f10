// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package org.apache.hadoop.hdfs.server.datanode;

import java.util.Objects;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolClientSideTranslatorPB;

/** Access to a datanode's block pools, which Hadoop keeps to this package. */
public final class HailBlockPools {

  private HailBlockPools() {}

  /** Id of the nameservice that owns a block pool; null if it is unknown or has none. */
  public static String nameservice(DataNode datanode, String blockPoolId) {
    BPOfferService service = datanode.getBPOfferService(blockPoolId);
    return service == null ? null : service.getNameserviceId();
  }

  /**
   * Whether this datanode holds a namenode for the active one of a block pool. Of namenodes that
   * say so themselves it is the one with the latest transaction, see {@link BPOfferService}.
   *
   * @param namenodeId id of the namenode in its nameservice; empty if it has none
   */
  public static boolean isActive(DataNode datanode, String blockPoolId, String namenodeId) {
    BPOfferService service = datanode.getBPOfferService(blockPoolId);
    DatanodeProtocolClientSideTranslatorPB active = service == null ? null : service.getActiveNN();
    if (active == null) {
      return false;
    }
    return service.getBPServiceActors().stream()
        .filter(actor -> actor.getNameNodeProxy() == active)
        .anyMatch(actor -> namenodeId.equals(Objects.toString(actor.getNnId(), "")));
  }
}
