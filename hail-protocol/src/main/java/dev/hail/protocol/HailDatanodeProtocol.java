// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.security.KerberosInfo;

/**
 * Calls of a datanode to one namenode. Every call has a time limit, so that none can delay a write
 * for long. Thread-safe.
 */
@KerberosInfo(
    serverPrincipal = HdfsClientConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY,
    clientPrincipal = HailDatanodeProtocol.DATANODE_PRINCIPAL_KEY)
public interface HailDatanodeProtocol extends Closeable {

  /** HDFS's own key for the Kerberos principal of datanodes. */
  String DATANODE_PRINCIPAL_KEY = "dfs.datanode.kerberos.principal";

  /**
   * Asks which attribute to sort a replica by. A repeated call for the same block and datanode
   * returns the same answer until the replica is reported or the assignment expires.
   *
   * @param blockPoolId block pool of the block
   * @param datanodeUuid uuid of the calling datanode
   * @param blockId HDFS block id
   * @param generationStamp generation stamp the replica will be finalized with
   * @param indexAttributes index attributes of the block (positions from 1) in the order of its
   *     front
   * @throws org.apache.hadoop.ipc.StandbyException if this namenode is not active; ask the other
   *     one
   * @throws IOException if the namenode does not answer in time or refuses the caller
   */
  Assignment assign(
      String blockPoolId,
      String datanodeUuid,
      long blockId,
      long generationStamp,
      int[] indexAttributes)
      throws IOException;

  /**
   * Reports replicas that were added and removed, to both the active and the standby namenode. A
   * full report may consist of several messages. The first has {@code beginsFullReport}, the last
   * {@code endsFullReport}. Messages with changes may come in between.
   *
   * @param added finalized replicas, new or changed; pseudo replicas have the block id of their
   *     {@link PseudoReplicaId}
   * @param removedBlockIds ids of blocks and pseudo replicas that this datanode no longer has
   * @return epoch of the namenode's replica directory; if it is not that of the last full report,
   *     the datanode owes another one once a heartbeat asks
   * @throws IOException if the namenode does not answer in time or refuses the caller
   */
  long report(
      String blockPoolId,
      String datanodeUuid,
      boolean beginsFullReport,
      boolean endsFullReport,
      List<ReplicaInfo> added,
      long[] removedBlockIds)
      throws IOException;

  /**
   * Shows that the datanode is alive and asks for work.
   *
   * @param reportedEpoch epoch of the datanode's last full report, 0 if there is none
   * @param takesPseudo whether the datanode takes pseudo replicas
   * @throws IOException if the namenode does not answer in time or refuses the caller
   */
  Heartbeat heartbeat(
      String blockPoolId, String datanodeUuid, long reportedEpoch, boolean takesPseudo)
      throws IOException;
}
