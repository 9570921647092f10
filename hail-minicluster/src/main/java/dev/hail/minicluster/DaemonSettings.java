// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import dev.hail.conf.HailConfigKeys;
import dev.hail.namenode.HailAttributeProvider;
import dev.hail.namenode.HailNameNodePlugin;
import java.util.Map;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.HailDatasetFactory;

/** Settings that all test clusters share, in one process or in several. */
public final class DaemonSettings {
  private DaemonSettings() {}

  /** Returns settings that allow small blocks and let daemons find each other quickly. */
  public static Map<String, String> forAnyTest() {
    return Map.of(
        DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, "0",
        DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, "1s",
        // One of a few datanodes seems overloaded as soon as it has two blocks to take.
        DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_CONSIDERLOAD_KEY, "false");
  }

  /**
   * Returns settings under which dead nodes and lost replicas are noticed in seconds rather than
   * minutes. Failed copies are noticed as fast: HDFS may order a copy on the datanode of a corrupt
   * replica before that replica is deleted.
   */
  public static Map<String, String> quickHeartbeats() {
    return Map.of(
        DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY, "500",
        DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY, "1s",
        DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY, "10",
        DFSConfigKeys.DFS_NAMENODE_REPLICATION_STREAMS_HARD_LIMIT_KEY, "20",
        HailConfigKeys.DATANODE_HEARTBEAT_INTERVAL, "300ms",
        HailConfigKeys.NAMENODE_REORDER_BACKOFF, "3s",
        HailConfigKeys.NAMENODE_ASSIGNMENT_EXPIRY, "10s",
        CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, "1");
  }

  /** Returns the settings with which an operator runs HAIL on a datanode. */
  public static Map<String, String> hailOnDataNode() {
    return Map.of(
        DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, HailDatasetFactory.class.getName());
  }

  /** Returns the settings with which an operator runs HAIL on a namenode without other plugins. */
  public static Map<String, String> hailOnNameNode() {
    return Map.of(
        DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY,
        HailNameNodePlugin.class.getName(),
        DFSConfigKeys.DFS_NAMENODE_INODE_ATTRIBUTES_PROVIDER_KEY,
        HailAttributeProvider.class.getName());
  }

  /**
   * Returns the settings for the addresses of the replica directory.
   *
   * @param clients host and port for clients
   * @param dataNodes host and port for datanodes
   */
  public static Map<String, String> directoryAddresses(String clients, String dataNodes) {
    return Map.of(
        HailConfigKeys.NAMENODE_RPC_ADDRESS,
        clients,
        HailConfigKeys.NAMENODE_SERVICE_RPC_ADDRESS,
        dataNodes);
  }
}
