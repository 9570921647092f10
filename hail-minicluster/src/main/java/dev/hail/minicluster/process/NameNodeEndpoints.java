// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.DaemonSettings;
import dev.hail.minicluster.FreePorts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.ha.ZKFailoverController;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider;

/**
 * Addresses of the namenodes of a cluster: a single one, or a pair of one name service.
 *
 * @param nameNodes one or two namenodes
 * @param nameService name service of the pair; null for one namenode. Each cluster needs its own,
 *     because Hadoop's clients in one process share file systems by this name
 * @param journals host and port of each journal node that the pair shares; empty for one namenode
 * @param zooKeeper host and port of ZooKeeper; null without automatic failover
 */
record NameNodeEndpoints(
    List<NameNode> nameNodes, String nameService, List<String> journals, String zooKeeper) {
  static final List<String> IDS = List.of("nn0", "nn1");

  /** A busy machine may keep a failover controller from ZooKeeper for a while. */
  private static final Map<String, String> PATIENT_SESSION =
      Map.of("ha.zookeeper.session-timeout.ms", "30000");

  /**
   * One namenode.
   *
   * @param daemon name of the namenode's process
   * @param id id in the name service; null for a single namenode
   * @param host host of all its addresses
   * @param directoryAddress host and port at which clients reach the replica directory
   * @param directoryServiceAddress host and port at which datanodes reach the replica directory
   * @param controllerAddress host and port that its failover controller listens on, if it has one
   */
  record NameNode(
      String daemon,
      String id,
      String host,
      String rpcAddress,
      String webAddress,
      String directoryAddress,
      String directoryServiceAddress,
      String controllerAddress) {

    private static NameNode take(String daemon, String id, String host, FreePorts ports)
        throws IOException {
      return new NameNode(
          daemon,
          id,
          host,
          ports.next(host),
          ports.next(host),
          ports.next(host),
          ports.next(host),
          ports.next(host));
    }

    private String controllerPort() {
      return controllerAddress.substring(controllerAddress.lastIndexOf(':') + 1);
    }

    /** Returns the settings that only this daemon has. */
    Map<String, String> ownSettings() {
      return id == null ? Map.of() : Map.of(DFSConfigKeys.DFS_HA_NAMENODE_ID_KEY, id);
    }
  }

  /** Returns a name for the service of a pair that no other cluster has. */
  static String newNameService() {
    return "hail-" + UUID.randomUUID().toString().substring(0, 8);
  }

  static NameNodeEndpoints take(
      Hosts hosts, FreePorts ports, Availability availability, String nameService)
      throws IOException {
    if (!availability.isPair()) {
      return new NameNodeEndpoints(
          List.of(NameNode.take("namenode", null, hosts.nameNode(0), ports)),
          null,
          List.of(),
          null);
    }
    List<String> journals = new ArrayList<>();
    for (int i = 0; i < availability.journalNodes(); i++) {
      journals.add(ports.next(hosts.journalNode(i)));
    }
    return new NameNodeEndpoints(
        List.of(
            NameNode.take("namenode-0", IDS.get(0), hosts.nameNode(0), ports),
            NameNode.take("namenode-1", IDS.get(1), hosts.nameNode(1), ports)),
        nameService,
        List.copyOf(journals),
        availability == Availability.AUTOMATIC ? ports.next(hosts.zooKeeper()) : null);
  }

  /**
   * Returns the settings that clients and daemons need to find the namenodes.
   *
   * @param hail whether HAIL runs on the namenodes
   * @param https whether web servers speak TLS only
   */
  Map<String, String> clientSettings(boolean hail, boolean https) {
    Map<String, String> settings = new TreeMap<>();
    String web =
        https
            ? DFSConfigKeys.DFS_NAMENODE_HTTPS_ADDRESS_KEY
            : DFSConfigKeys.DFS_NAMENODE_HTTP_ADDRESS_KEY;
    if (nameService == null) {
      NameNode only = nameNodes.get(0);
      settings.put(
          CommonConfigurationKeysPublic.FS_DEFAULT_NAME_KEY, "hdfs://" + only.rpcAddress());
      settings.put(web, only.webAddress());
      if (hail) {
        settings.putAll(
            DaemonSettings.directoryAddresses(
                only.directoryAddress(), only.directoryServiceAddress()));
      }
      return settings;
    }
    settings.put(CommonConfigurationKeysPublic.FS_DEFAULT_NAME_KEY, "hdfs://" + nameService);
    settings.put(DFSConfigKeys.DFS_NAMESERVICES, nameService);
    settings.put(
        DFSConfigKeys.DFS_HA_NAMENODES_KEY_PREFIX + "." + nameService,
        String.join(",", nameNodes.stream().map(NameNode::id).toList()));
    settings.put(
        DFSConfigKeys.DFS_NAMENODE_SHARED_EDITS_DIR_KEY,
        "qjournal://" + String.join(";", journals) + "/" + nameService);
    settings.put(
        HdfsClientConfigKeys.Failover.PROXY_PROVIDER_KEY_PREFIX + "." + nameService,
        ConfiguredFailoverProxyProvider.class.getName());
    if (zooKeeper != null) {
      settings.put(DFSConfigKeys.DFS_HA_AUTO_FAILOVER_ENABLED_KEY, "true");
      settings.put(ZKFailoverController.ZK_QUORUM_KEY, zooKeeper);
      settings.putAll(PATIENT_SESSION);
      // The journal nodes refuse edits of a namenode that was deposed.
      settings.put(DFSConfigKeys.DFS_HA_FENCE_METHODS_KEY, "shell(/bin/true)");
    }
    for (NameNode each : nameNodes) {
      String suffix = "." + nameService + "." + each.id();
      settings.put(DFSConfigKeys.DFS_NAMENODE_RPC_ADDRESS_KEY + suffix, each.rpcAddress());
      settings.put(web + suffix, each.webAddress());
      if (zooKeeper != null) {
        settings.put(DFSConfigKeys.DFS_HA_ZKFC_PORT_KEY + suffix, each.controllerPort());
      }
      if (hail) {
        settings.put(HailConfigKeys.NAMENODE_RPC_ADDRESS + suffix, each.directoryAddress());
        settings.put(
            HailConfigKeys.NAMENODE_SERVICE_RPC_ADDRESS + suffix, each.directoryServiceAddress());
      }
    }
    return settings;
  }
}
