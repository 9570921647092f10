// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.security.KerberosInfo;

/**
 * What a datanode tells and asks one namenode. Every call is bounded in time, so none can hold up a
 * write for long; safe for use by many threads.
 */
@KerberosInfo(
    serverPrincipal = HdfsClientConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY,
    clientPrincipal = HailDatanodeProtocol.DATANODE_PRINCIPAL_KEY)
public interface HailDatanodeProtocol extends Closeable {

  /** HDFS' own key of the Kerberos principal that datanodes run as. */
  String DATANODE_PRINCIPAL_KEY = "dfs.datanode.kerberos.principal";

  /**
   * Asks which attribute to sort a replica by. Asking again for the same block and datanode gives
   * the same answer until the replica is reported or the assignment expires.
   *
   * @param blockPoolId block pool of the block
   * @param datanodeUuid uuid of the calling datanode
   * @param blockId HDFS block id
   * @param generationStamp generation stamp the replica will be finalized with
   * @param indexAttributes candidate attributes (positions from 1) in the order of the block header
   * @throws org.apache.hadoop.ipc.StandbyException if this namenode is not active: ask the other
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
   * Tells of replicas that came and went; both the active and the standby namenode want to know. A
   * full report may be cut into several messages: the first has {@code beginsFullReport}, the last
   * {@code endsFullReport}, and changes that happen meanwhile may be sent in between.
   *
   * @param added finalized replicas, new or changed; pseudo replicas under their {@link
   *     PseudoReplicaId}
   * @param removedBlockIds blocks, and ids of pseudo replicas, that this datanode no longer has a
   *     replica of
   * @return epoch of the namenode's directory; if it differs from the one of the last full report,
   *     another full report is due as soon as a heartbeat says so
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
   * Says that the datanode is there and asks what is to be done.
   *
   * @param reportedEpoch epoch the datanode last completed a full report for, 0 if none
   * @param takesPseudo whether the datanode takes pseudo replicas
   * @throws IOException if the namenode does not answer in time or refuses the caller
   */
  Heartbeat heartbeat(
      String blockPoolId, String datanodeUuid, long reportedEpoch, boolean takesPseudo)
      throws IOException;
}
