// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.NumberKeys;
import dev.hail.namenode.HailAttributeProvider;
import dev.hail.namenode.HailNameNodePlugin;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider;
import org.apache.hadoop.hdfs.server.namenode.ha.ObserverReadProxyProvider;

/**
 * Turns the shape of a cluster into Hadoop settings for its daemons and its clients.
 *
 * @param nameService name service of a pair of namenodes. It must be unique in this process,
 *     because Hadoop's clients share file systems by this name
 * @param observer whether a third namenode follows the pair and answers reads
 */
record ClusterSettings(
    String nameService,
    int dataNodes,
    boolean highlyAvailable,
    boolean observer,
    boolean hailOnNameNodes,
    boolean hailOnDataNodes,
    boolean appendVeto) {

  private static final List<String> PAIR = List.of("nn1", "nn2");
  private static final List<String> PAIR_AND_OBSERVER = List.of("nn1", "nn2", "nn3");
  private static final String RPC_TIMEOUT = "30s";
  private static final String SORT_DEADLINE = "50s";
  private static final String NAMENODE_PLUGIN = HailNameNodePlugin.class.getName();

  /** Index of the observer among the namenodes. */
  static int observerIndex() {
    return PAIR.size();
  }

  private List<String> nameNodes() {
    return observer ? PAIR_AND_OBSERVER : PAIR;
  }

  MiniDFSNNTopology topology(FreePorts ports) throws IOException {
    if (!highlyAvailable) {
      return NameNodePorts.assign(MiniDFSNNTopology.simpleSingleNN(0, 0), ports);
    }
    MiniDFSNNTopology.NSConf pair = new MiniDFSNNTopology.NSConf(nameService);
    for (String nameNode : nameNodes()) {
      pair.addNN(new MiniDFSNNTopology.NNConf(nameNode));
    }
    return NameNodePorts.assign(new MiniDFSNNTopology().addNameservice(pair), ports);
  }

  Configuration daemons(Configuration given, boolean quickHeartbeats, FreePorts ports)
      throws IOException {
    Configuration conf = new Configuration(given);
    conf.setIfUnset(DFSConfigKeys.DFS_REPLICATION_KEY, String.valueOf(Math.min(3, dataNodes)));
    conf.setInt(DFSConfigKeys.DFS_REPLICATION_KEY, Math.min(dataNodes, replication(conf)));
    DaemonSettings.forAnyTest().forEach(conf::set);
    if (quickHeartbeats) {
      DaemonSettings.quickHeartbeats().forEach(conf::set);
    }
    if (highlyAvailable) {
      // MiniDFSCluster does the same for a pair whose ports the kernel chooses.
      conf.setBoolean(DFSConfigKeys.DFS_HA_STANDBY_CHECKPOINTS_KEY, false);
      conf.setInt(DFSConfigKeys.DFS_HA_LOGROLL_PERIOD_KEY, -1);
    }
    if (observer) {
      // An observer follows the active namenode call by call.
      conf.setBoolean(DFSConfigKeys.DFS_HA_TAILEDITS_INPROGRESS_KEY, true);
      conf.setBoolean(DFSConfigKeys.DFS_NAMENODE_STATE_CONTEXT_ENABLED_KEY, true);
      conf.set(DFSConfigKeys.DFS_HA_TAILEDITS_PERIOD_KEY, "100ms");
    }
    if (hailOnDataNodes) {
      if (conf.getTrimmed(DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, "").isEmpty()) {
        // Otherwise a test has set its own dataset, which wraps HAIL's.
        DaemonSettings.hailOnDataNode().forEach(conf::set);
      }
      // All datanodes share this process and its heap.
      setIfDefault(
          conf,
          HailConfigKeys.DATANODE_ASSEMBLY_MEMORY_MAX,
          String.valueOf(Runtime.getRuntime().maxMemory() / (4L * dataNodes)));
    }
    // All daemons share one process, so a late answer means a slow process, not a broken link.
    setIfDefault(conf, HailConfigKeys.DATANODE_RPC_TIMEOUT, RPC_TIMEOUT);
    setIfDefault(conf, HailConfigKeys.CLIENT_RPC_TIMEOUT, RPC_TIMEOUT);
    setIfDefault(conf, HailConfigKeys.DATANODE_SORT_DEADLINE, SORT_DEADLINE);
    if (hailOnNameNodes) {
      addPlugin(conf);
      if (appendVeto) {
        conf.setIfUnset(
            DFSConfigKeys.DFS_NAMENODE_INODE_ATTRIBUTES_PROVIDER_KEY,
            HailAttributeProvider.class.getName());
      }
      if (highlyAvailable) {
        for (String nameNode : nameNodes()) {
          conf.set(
              HailConfigKeys.NAMENODE_RPC_ADDRESS + "." + nameService + "." + nameNode,
              ports.next());
          conf.set(
              HailConfigKeys.NAMENODE_SERVICE_RPC_ADDRESS + "." + nameService + "." + nameNode,
              ports.next());
        }
      } else {
        DaemonSettings.directoryAddresses(ports.next(), ports.next()).forEach(conf::set);
      }
    }
    return conf;
  }

  Configuration client(MiniDFSCluster dfs, Configuration daemons) {
    Configuration conf = new Configuration(daemons);
    if (!highlyAvailable) {
      conf.set(CommonConfigurationKeysPublic.FS_DEFAULT_NAME_KEY, dfs.getURI(0).toString());
      return conf;
    }
    conf.set(DFSConfigKeys.DFS_NAMESERVICES, nameService);
    conf.set(
        DFSConfigKeys.DFS_HA_NAMENODES_KEY_PREFIX + "." + nameService,
        String.join(",", nameNodes()));
    for (int i = 0; i < nameNodes().size(); i++) {
      String suffix = "." + nameService + "." + nameNodes().get(i);
      conf.set(DFSConfigKeys.DFS_NAMENODE_RPC_ADDRESS_KEY + suffix, dfs.getURI(i).getAuthority());
      conf.set(
          DFSConfigKeys.DFS_NAMENODE_HTTP_ADDRESS_KEY + suffix,
          dfs.getHttpUri(i).replaceFirst("^https?://", ""));
    }
    conf.set(
        HdfsClientConfigKeys.Failover.PROXY_PROVIDER_KEY_PREFIX + "." + nameService,
        (observer ? ObserverReadProxyProvider.class : ConfiguredFailoverProxyProvider.class)
            .getName());
    conf.set(CommonConfigurationKeysPublic.FS_DEFAULT_NAME_KEY, "hdfs://" + nameService);
    return conf;
  }

  /**
   * Makes a new directory under the build's test data or, without these, under the temporary
   * directory.
   */
  static File newDirectory() throws IOException {
    String parent =
        System.getProperty(
            MiniDFSCluster.PROP_TEST_BUILD_DATA, System.getProperty("java.io.tmpdir"));
    Path directory = Files.createDirectories(Path.of(parent));
    return Files.createTempDirectory(directory, "hail-minicluster-").toFile();
  }

  private static void setIfDefault(Configuration conf, String key, String value) {
    if (conf.get(key) == null || isDefault(conf, key)) {
      conf.set(key, value);
    }
  }

  private static boolean isDefault(Configuration conf, String key) {
    String[] sources = conf.getPropertySources(key);
    return sources != null && sources.length > 0 && sources[0].endsWith("hail-default.xml");
  }

  private static int replication(Configuration conf) {
    return NumberKeys.count(conf, NumberKeys.REPLICATION, DFSConfigKeys.DFS_REPLICATION_DEFAULT);
  }

  private static void addPlugin(Configuration conf) {
    String key = DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY;
    String others = conf.getTrimmed(key, "");
    for (Class<?> plugin : conf.getClasses(key)) {
      if (HailNameNodePlugin.class.isAssignableFrom(plugin)) {
        // A test has set its own plugin, which wraps HAIL's.
        return;
      }
    }
    conf.set(key, others.isEmpty() ? NAMENODE_PLUGIN : others + "," + NAMENODE_PLUGIN);
  }
}
