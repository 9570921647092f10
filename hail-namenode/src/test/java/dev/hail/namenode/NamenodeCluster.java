// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.HailConfiguration;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailDatanodeProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.protocol.ReplicaInfo;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider;

/**
 * Real namenodes with the plugin, and ordinary datanodes in whose name tests speak. Upkeep runs ten
 * times as often as in a cluster of users, so that no test waits ten seconds for a round.
 */
final class NamenodeCluster implements AutoCloseable {
  private static final String NAMESERVICE = "minidfs-ns";

  /** Hadoop makes it by its name. */
  public static final class QuickUpkeepPlugin extends HailNameNodePlugin {
    public QuickUpkeepPlugin() {
      super(100);
    }
  }

  private final Configuration conf;
  private final MiniDFSCluster dfs;
  private final String blockPool;
  private final boolean highlyAvailable;

  private NamenodeCluster(int datanodes, boolean highlyAvailable, Consumer<Configuration> settings)
      throws IOException {
    this.highlyAvailable = highlyAvailable;
    conf = HailConfiguration.load();
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, QuickUpkeepPlugin.class.getName());
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, 0);
    conf.setInt(DFSConfigKeys.DFS_BYTES_PER_CHECKSUM_KEY, 512);
    conf.set(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, "1s");
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY, 500);
    conf.set(HailConfigKeys.CLIENT_RPC_TIMEOUT, "60s");
    conf.set(HailConfigKeys.DATANODE_RPC_TIMEOUT, "60s");
    MiniDFSNNTopology topology = MiniDFSNNTopology.simpleSingleNN(0, 0);
    if (highlyAvailable) {
      topology = MiniDFSNNTopology.simpleHATopology(2);
      for (String id : List.of("nn1", "nn2")) {
        String suffix = "." + NAMESERVICE + "." + id;
        conf.set(HailConfigKeys.NAMENODE_RPC_ADDRESS + suffix, freeAddress());
        conf.set(HailConfigKeys.NAMENODE_SERVICE_RPC_ADDRESS + suffix, freeAddress());
      }
    } else {
      conf.set(HailConfigKeys.NAMENODE_RPC_ADDRESS, freeAddress());
      conf.set(HailConfigKeys.NAMENODE_SERVICE_RPC_ADDRESS, freeAddress());
    }
    settings.accept(conf);
    Path base =
        Files.createTempDirectory(
            Files.createDirectories(
                Path.of(System.getProperty(MiniDFSCluster.PROP_TEST_BUILD_DATA, "target"))),
            "namenode-");
    dfs =
        new MiniDFSCluster.Builder(conf, base.toFile())
            .nnTopology(topology)
            .numDataNodes(datanodes)
            .build();
    if (highlyAvailable) {
      dfs.transitionToActive(0);
    }
    dfs.waitActive();
    blockPool = dfs.getNamesystem(0).getBlockPoolId();
  }

  static NamenodeCluster start(int datanodes) throws IOException {
    return new NamenodeCluster(datanodes, false, conf -> {});
  }

  static NamenodeCluster start(int datanodes, Consumer<Configuration> settings) throws IOException {
    return new NamenodeCluster(datanodes, false, settings);
  }

  static NamenodeCluster startHighlyAvailable(int datanodes) throws IOException {
    return new NamenodeCluster(datanodes, true, conf -> {});
  }

  MiniDFSCluster dfs() {
    return dfs;
  }

  Configuration clientConfiguration() {
    Configuration client = new Configuration(conf);
    if (!highlyAvailable) {
      client.set(DFSConfigKeys.FS_DEFAULT_NAME_KEY, dfs.getURI(0).toString());
      return client;
    }
    client.set(DFSConfigKeys.DFS_NAMESERVICES, NAMESERVICE);
    client.set(DFSConfigKeys.DFS_HA_NAMENODES_KEY_PREFIX + "." + NAMESERVICE, "nn1,nn2");
    for (int i = 0; i < 2; i++) {
      client.set(
          DFSConfigKeys.DFS_NAMENODE_RPC_ADDRESS_KEY + "." + NAMESERVICE + ".nn" + (i + 1),
          dfs.getURI(i).getAuthority());
    }
    client.set(
        HdfsClientConfigKeys.Failover.PROXY_PROVIDER_KEY_PREFIX + "." + NAMESERVICE,
        ConfiguredFailoverProxyProvider.class.getName());
    client.set(DFSConfigKeys.FS_DEFAULT_NAME_KEY, "hdfs://" + NAMESERVICE);
    return client;
  }

  URI uri() {
    return URI.create(clientConfiguration().get(DFSConfigKeys.FS_DEFAULT_NAME_KEY));
  }

  DistributedFileSystem fileSystem() throws IOException {
    return (DistributedFileSystem)
        org.apache.hadoop.fs.FileSystem.newInstance(uri(), clientConfiguration());
  }

  HailClientProtocol client() throws IOException {
    return HailProxies.clientProxy(clientConfiguration(), uri());
  }

  /** What a datanode of the cluster would use to reach its namenodes. */
  List<HailDatanodeProtocol> datanodeProxies() throws IOException {
    return HailProxies.datanodeProxies(clientConfiguration(), highlyAvailable ? NAMESERVICE : null);
  }

  String blockPool() {
    return blockPool;
  }

  String datanode(int index) {
    return dfs.getDataNodes().get(index).getDatanodeUuid();
  }

  List<String> datanodes() {
    return dfs.getDataNodes().stream().map(DataNode::getDatanodeUuid).toList();
  }

  /** Writes a file of so many blocks and gives its blocks. */
  List<LocatedBlock> write(String path, int blocks, short replication) throws Exception {
    try (DistributedFileSystem fs = fileSystem()) {
      org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(path);
      DFSTestUtil.createFile(fs, file, 512, blocks * 512L, 512, replication, 7);
      DFSTestUtil.waitReplication(fs, file, replication);
      return fs.getClient().getLocatedBlocks(path, 0).getLocatedBlocks();
    }
  }

  /** A made-up replica of a real block. */
  static ReplicaInfo replica(LocatedBlock block, int sortAttribute, int... indexAttributes) {
    return new ReplicaInfo(
        block.getBlock().getBlockId(),
        block.getBlock().getGenerationStamp(),
        sortAttribute,
        512,
        128,
        sortAttribute == 0 ? 0 : 64,
        10,
        1,
        indexAttributes,
        "DS-1");
  }

  @Override
  public void close() {
    dfs.shutdown(true, true);
  }

  private static String freeAddress() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "localhost:" + socket.getLocalPort();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("no free port", e);
    }
  }
}
