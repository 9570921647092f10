// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import dev.hail.client.pseudo.PseudoStep;
import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.HailConfiguration;
import dev.hail.protocol.NamenodeAddresses;
import dev.hail.step.StepListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.Timer;
import java.util.TimerTask;
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
  private static final int ROUNDS_PER_CLEANUP = 10;

  private RegistryServer server;
  private Timer upkeep;
  private Timer pseudoUpkeep;
  private RegistryMetricsSource metrics;
  private Registry registry;
  private int round;
  private int pseudoRound;

  @Override
  public final void start(Object service) {
    if (!(service instanceof NameNode namenode)) {
      throw new IllegalArgumentException(
          "HAIL's registry runs in a namenode, not in " + service.getClass().getName());
    }
    try {
      start(namenode);
    } catch (IOException e) {
      stop();
      throw new UncheckedIOException("HAIL's registry could not start: " + e.getMessage(), e);
    }
  }

  private synchronized void start(NameNode namenode) throws IOException {
    HailConfiguration.addResources();
    // The server changes its configuration, and the namenode's is not ours to change.
    Configuration conf = new Configuration(namenode.getConf());
    InetSocketAddress address =
        NamenodeAddresses.ofNamenode(
            conf,
            conf.getTrimmed(DFSConfigKeys.DFS_NAMESERVICE_ID, ""),
            conf.getTrimmed(DFSConfigKeys.DFS_HA_NAMENODE_ID_KEY, ""));
    HailNamespace namespace = new HailNamespace(namenode);
    registry = new Registry(namespace, conf, steps());
    DatanodeGate gate =
        new DatanodeGate(
            namespace,
            conf,
            conf.getBoolean(
                HailConfigKeys.NAMENODE_DATANODE_ADDRESS_CHECK,
                HailConfigKeys.NAMENODE_DATANODE_ADDRESS_CHECK_DEFAULT));
    ClientService clients =
        new ClientService(
            registry,
            conf.getInt(
                HailConfigKeys.NAMENODE_PAGE_BLOCKS_MAX,
                HailConfigKeys.NAMENODE_PAGE_BLOCKS_MAX_DEFAULT));
    server =
        new RegistryServer(
            conf, address, namespace.secretManager(), clients, new DatanodeService(registry, gate));
    server.start();
    if (namespace.attributeProvider() instanceof HailAttributeProvider provider) {
      provider.connect(namespace, registry.directory()::contains);
    }
    metrics = new RegistryMetricsSource(registry);
    metrics.register();
    StatusServlet.addTo(namespace.webServer(), new StatusPage(registry, clients));
    upkeep = new Timer("HAIL registry upkeep", true);
    upkeep.schedule(
        new TimerTask() {
          @Override
          public void run() {
            keepUp();
          }
        },
        UPKEEP_MILLIS,
        UPKEEP_MILLIS);
    pseudoUpkeep = new Timer("HAIL pseudo replica upkeep", true);
    pseudoUpkeep.schedule(
        new TimerTask() {
          @Override
          public void run() {
            keepUpPseudo();
          }
        },
        UPKEEP_MILLIS,
        UPKEEP_MILLIS);
    LOG.info(
        "HAIL {} serves block pool {} at {}, epoch {}",
        Registry.version(),
        namespace.blockPoolId(),
        server.address(),
        registry.epoch());
  }

  /** Who hears of the steps of publishing a pseudo replica; nobody but in tests. */
  protected StepListener<PseudoStep> steps() {
    return StepListener.none();
  }

  private void keepUp() {
    try {
      registry.repair().scan();
      registry.repair().plan();
      if (++round % ROUNDS_PER_CLEANUP == 0) {
        registry.directory().expirePromises();
        registry.forgetDeadDatanodes();
      }
    } catch (RuntimeException e) {
      // An exception would end the timer for good, and the next round may well succeed.
      LOG.error("Upkeep of HAIL's replica directory failed; trying again", e);
    }
  }

  /** Apart from the other upkeep, since it asks the namenode and may have to wait. */
  private void keepUpPseudo() {
    try {
      registry.pseudo().keepUp();
      if (registry.namespace().isActive() && ++pseudoRound % ROUNDS_PER_CLEANUP == 0) {
        registry.indexingJobs().keepLearned();
        if (!registry.namespace().isInSafeMode()) {
          registry.workloads().keep();
        }
      }
    } catch (IOException | RuntimeException e) {
      LOG.error("Upkeep of HAIL's pseudo replicas failed; trying again", e);
    }
  }

  /** Address the service listens on; null before the start. */
  public final synchronized InetSocketAddress address() {
    return server == null ? null : server.address();
  }

  @Override
  public final synchronized void stop() {
    if (upkeep != null) {
      upkeep.cancel();
      upkeep = null;
    }
    if (pseudoUpkeep != null) {
      pseudoUpkeep.cancel();
      pseudoUpkeep = null;
      closePseudo();
    }
    if (metrics != null) {
      metrics.unregister();
      metrics = null;
    }
    if (server != null) {
      server.stop();
      server = null;
    }
  }

  private void closePseudo() {
    try {
      registry.pseudo().close();
    } catch (IOException e) {
      LOG.warn("The connection of HAIL's upkeep to the namenode was not closed", e);
    }
  }

  @Override
  public final void close() {
    stop();
  }
}
