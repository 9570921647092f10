// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import dev.hail.conf.HadoopLine;
import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.HailConfiguration;
import dev.hail.conf.NumberKeys;
import dev.hail.protocol.NamenodeAddresses;
import dev.hail.protocol.NamenodePort;
import dev.hail.step.PseudoStep;
import dev.hail.step.StepListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.util.ServicePlugin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs HAIL's replica directory in a namenode. Name it in {@code dfs.namenode.plugins}. If it
 * cannot start, the namenode logs why and goes on: HDFS works, uploads are stored unsorted.
 */
public class HailNameNodePlugin implements ServicePlugin {
  private static final Logger LOG = LoggerFactory.getLogger(HailNameNodePlugin.class);
  private static final long UPKEEP_MILLIS = 1_000;

  private final long upkeepMillis;
  private HailRpcServer clientServer;
  private HailRpcServer datanodeServer;
  private List<Upkeep> upkeeps = List.of();
  private DirectoryMetricsSource metrics;
  private ReplicaDirectoryService service;

  public HailNameNodePlugin() {
    this(UPKEEP_MILLIS);
  }

  /**
   * @param upkeepMillis time between two rounds of upkeep, at least 1 ms
   */
  HailNameNodePlugin(long upkeepMillis) {
    this.upkeepMillis = upkeepMillis;
  }

  @Override
  public final void start(Object daemon) {
    if (!(daemon instanceof NameNode namenode)) {
      throw new IllegalArgumentException(
          "HAIL's replica directory runs in a namenode, not in " + daemon.getClass().getName());
    }
    try {
      HadoopLine.require();
      start(namenode);
    } catch (IOException e) {
      stop();
      throw new UncheckedIOException(
          "HAIL's replica directory could not start: " + e.getMessage(), e);
    }
  }

  private synchronized void start(NameNode namenode) throws IOException {
    HailConfiguration.addResources();
    Configuration conf = namenode.getConf();
    HailNamespace namespace = new HailNamespace(namenode);
    service = new ReplicaDirectoryService(namespace, conf, steps());
    DatanodeGate gate =
        new DatanodeGate(
            namespace,
            conf,
            conf.getBoolean(
                HailConfigKeys.NAMENODE_DATANODE_ADDRESS_CHECK,
                HailConfigKeys.NAMENODE_DATANODE_ADDRESS_CHECK_DEFAULT));
    ClientService clients =
        new ClientService(
            service,
            NumberKeys.count(
                conf,
                HailConfigKeys.NAMENODE_PAGE_BLOCKS_MAX,
                HailConfigKeys.NAMENODE_PAGE_BLOCKS_MAX_DEFAULT));
    clientServer =
        HailRpcServer.forClients(
            conf,
            ownAddress(conf, NamenodePort.CLIENTS),
            namespace.secretManager(),
            namespace::blockPoolId,
            clients);
    datanodeServer =
        HailRpcServer.forDatanodes(
            conf,
            ownAddress(conf, NamenodePort.DATANODES),
            gate,
            new DatanodeService(service, gate::check));
    clientServer.start();
    datanodeServer.start();
    ActiveVetoes vetoes = connectVetoes(namespace, conf);
    upkeeps = service.upkeeps();
    metrics = new DirectoryMetricsSource(service, upkeeps, vetoes);
    metrics.register();
    StatusServlet.addTo(namespace.webServer(), new StatusPage(service, clients, vetoes));
    upkeeps.forEach(upkeep -> upkeep.start(upkeepMillis));
    LOG.info(
        "HAIL {} serves block pool {} to clients at {} and to datanodes at {}, epoch {}",
        ReplicaDirectoryService.version(),
        namespace.blockPoolId(),
        clientServer.address(),
        datanodeServer.address(),
        service.epoch());
  }

  private static InetSocketAddress ownAddress(Configuration conf, NamenodePort port)
      throws IOException {
    return NamenodeAddresses.ofNamenode(
        conf,
        conf.getTrimmed(DFSConfigKeys.DFS_NAMESERVICE_ID, ""),
        conf.getTrimmed(DFSConfigKeys.DFS_HA_NAMENODE_ID_KEY, ""),
        port);
  }

  /** Who hears of the steps of making a pseudo replica; nobody but in tests. */
  protected StepListener<PseudoStep> steps() {
    return StepListener.none();
  }

  /** Lets the attribute provider look into the namespace, if the namenode has it. */
  private ActiveVetoes connectVetoes(HailNamespace namespace, Configuration conf)
      throws IOException {
    if (namespace.attributeProvider() instanceof HailAttributeProvider hail) {
      hail.connect(namespace, service.directory()::contains);
    }
    ActiveVetoes vetoes = ActiveVetoes.of(namespace.attributeProvider(), conf);
    if (!vetoes.asked()) {
      LOG.error(
          "HAIL files are not safe on this namenode. It does not refuse plain clients that read"
              + " them, which may mix two row orders. Nor does it refuse append and truncate, after"
              + " which a file may stay unreadable. Remedy: {}",
          vetoes.remedy());
    }
    return vetoes;
  }

  @Override
  public final synchronized void stop() {
    if (!upkeeps.isEmpty()) {
      upkeeps.forEach(Upkeep::close);
      upkeeps = List.of();
    }
    if (metrics != null) {
      metrics.unregister();
      metrics = null;
    }
    if (datanodeServer != null) {
      datanodeServer.stop();
      datanodeServer = null;
    }
    if (clientServer != null) {
      clientServer.stop();
      clientServer = null;
    }
  }

  @Override
  public final void close() {
    stop();
  }
}
