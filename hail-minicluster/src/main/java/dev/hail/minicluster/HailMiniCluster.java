// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import dev.hail.conf.HailConfiguration;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;

/**
 * HDFS with HAIL on its datanodes and namenodes and, on request, YARN, all in this process.
 *
 * <p>The daemons are real ones and listen on free ports of the loopback interface. All data lies
 * under one base directory. Not thread safe.
 */
public final class HailMiniCluster implements AutoCloseable {
  /** Longest wait for a port, and the time between two tries. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final Duration RETRY = Duration.ofMillis(200);

  private static final int START_SECONDS = 240;

  private final File baseDirectory;
  private final boolean deleteOnClose;
  private final boolean highlyAvailable;
  private final boolean observer;
  private final MiniDFSCluster dfs;
  private final MiniMRYarnCluster yarn;
  private final Configuration configuration;
  private final WebServerFiles webServerFiles;
  private final List<FileSystem> opened = new ArrayList<>();
  private DistributedFileSystem fileSystem;

  private HailMiniCluster(
      Builder builder,
      MiniDFSCluster dfs,
      MiniMRYarnCluster yarn,
      Configuration configuration,
      WebServerFiles webServerFiles,
      File baseDirectory) {
    this.baseDirectory = baseDirectory;
    this.deleteOnClose = builder.baseDirectory == null;
    this.highlyAvailable = builder.highlyAvailable;
    this.observer = builder.observer;
    this.dfs = dfs;
    this.yarn = yarn;
    this.configuration = configuration;
    this.webServerFiles = webServerFiles;
  }

  /**
   * Returns a builder with the defaults: three datanodes with HAIL, one namenode, no YARN, a
   * temporary directory.
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns what a client needs to reach this cluster: file system, HAIL's address, YARN. Each call
   * returns the same object; copy it before changing it.
   */
  public Configuration configuration() {
    return configuration;
  }

  /** Returns the file system; for an HA pair it fails over. The cluster closes it. */
  public DistributedFileSystem fileSystem() {
    if (fileSystem == null) {
      fileSystem = newFileSystem();
    }
    return fileSystem;
  }

  /**
   * Returns a new client that shares no state with {@link #fileSystem()}. The cluster closes it.
   */
  public DistributedFileSystem newFileSystem() {
    try {
      DistributedFileSystem fs =
          (DistributedFileSystem) FileSystem.newInstance(uri(), configuration);
      opened.add(fs);
      return fs;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot open the file system at " + uri(), e);
    }
  }

  /** Returns the address of the file system: the namenode's, or the logical one of an HA pair. */
  public URI uri() {
    return FileSystem.getDefaultUri(configuration);
  }

  public MiniDFSCluster dfs() {
    return dfs;
  }

  /** Returns YARN with MapReduce's shuffle and history server; empty if the cluster has no YARN. */
  public Optional<MiniMRYarnCluster> yarn() {
    return Optional.ofNullable(yarn);
  }

  /** Returns the directory under which all daemons keep their files. */
  public File baseDirectory() {
    return baseDirectory;
  }

  /** Returns the web addresses of the namenodes, with scheme. */
  public List<String> namenodeWebAddresses() {
    List<String> addresses = new ArrayList<>();
    for (int i = 0; i < dfs.getNumNameNodes(); i++) {
      addresses.add(dfs.getHttpUri(i));
    }
    return addresses;
  }

  /** Restarts every namenode and waits until the first one is active and out of safe mode. */
  public void restartNameNodes() throws IOException {
    dfs.restartNameNodes();
    if (highlyAvailable) {
      dfs.transitionToActive(0);
    }
    if (observer) {
      dfs.transitionToObserver(ClusterSettings.observerIndex());
    }
    dfs.waitActive();
    // The datanodes have registered; they report their blocks next.
    dfs.waitNameNodeUp(0);
  }

  /** Restarts one datanode on its old ports and waits until the namenode knows it again. */
  public void restartDataNode(int index) throws IOException {
    restart(dfs.stopDataNode(index), true);
    dfs.waitActive();
  }

  /**
   * Stops the datanode at this index, from 0, of {@link MiniDFSCluster#getDataNodes()}. The indexes
   * of later datanodes decrease by one.
   */
  public StoppedDataNode stopDataNode(int index) {
    DataNode node = dfs.getDataNodes().get(index);
    String uuid = node.getDatanodeUuid();
    List<InetSocketAddress> addresses = addresses(node);
    MiniDFSCluster.DataNodeProperties properties = dfs.stopDataNode(index);
    return new StoppedDataNode(uuid, properties, addresses);
  }

  /** Returns the addresses on which a running datanode listens for data and for calls. */
  public static List<InetSocketAddress> addresses(DataNode node) {
    InetSocketAddress data = node.getXferAddress();
    return List.of(data, new InetSocketAddress(data.getAddress(), node.getIpcPort()));
  }

  /**
   * Starts a stopped datanode as the last of the list, on its old ports if they are free. They may
   * be taken, because they lie in the range for outgoing connections; the datanode then gets
   * others.
   */
  public void startDataNode(StoppedDataNode stopped) throws IOException {
    boolean free = true;
    for (InetSocketAddress address : stopped.addresses()) {
      free &= isFree(address);
    }
    restart(stopped.properties(), free);
    dfs.waitActive();
  }

  /** Waits for a connection that took a port after the look at it to end. */
  private void restart(MiniDFSCluster.DataNodeProperties properties, boolean keepPorts)
      throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        dfs.restartDataNode(properties, keepPorts);
        return;
      } catch (BindException taken) {
        if (System.nanoTime() > deadline) {
          throw taken;
        }
        LockSupport.parkNanos(RETRY.toNanos());
      }
    }
  }

  private static boolean isFree(InetSocketAddress address) throws IOException {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(address);
      return true;
    } catch (BindException taken) {
      return false;
    }
  }

  /** Adds one datanode with the configuration of the others. */
  public void addDataNode() throws IOException {
    dfs.startDataNodes(dfs.getConfiguration(0), 1, true, null, null);
    dfs.waitActive();
  }

  /** Makes the standby namenode of the HA pair active and the active one standby. */
  public void failover() throws IOException {
    if (!highlyAvailable) {
      throw new IllegalStateException("This cluster has one namenode; build it with haNameNodes()");
    }
    int active = dfs.getNameNode(0).isActiveState() ? 0 : 1;
    dfs.transitionToStandby(active);
    dfs.transitionToActive(1 - active);
  }

  /**
   * Stops everything and deletes the base directory unless the caller gave it.
   *
   * @throws UncheckedIOException if a client could not be closed; everything else has stopped then
   */
  @Override
  public void close() {
    QuietLogging.applyForStop();
    UncheckedIOException failure = null;
    for (FileSystem fs : opened) {
      try {
        fs.close();
      } catch (IOException e) {
        failure = new UncheckedIOException("Cannot close the client of " + uri(), e);
      }
    }
    if (yarn != null) {
      yarn.stop();
    }
    dfs.shutdown();
    removeFiles();
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * Cleans up when the process ends. HDFS daemons refuse to stop at that time and end with the
   * process, without harm to their files.
   */
  void closeAtExit() {
    QuietLogging.applyForStop();
    if (yarn != null) {
      yarn.stop();
    }
    removeFiles();
  }

  private void removeFiles() {
    webServerFiles.remove();
    if (deleteOnClose) {
      FileUtil.fullyDelete(baseDirectory);
    }
  }

  /**
   * A stopped datanode that can be started again.
   *
   * @param addresses the addresses it listened on
   */
  public record StoppedDataNode(
      String uuid,
      MiniDFSCluster.DataNodeProperties properties,
      List<InetSocketAddress> addresses) {}

  /** Collects the shape of a cluster. */
  public static final class Builder {
    private int dataNodes = 3;
    private int nodeManagers = 1;
    private boolean yarn;
    private boolean highlyAvailable;
    private boolean observer;
    private boolean hailOnNameNodes = true;
    private boolean hailOnDataNodes = true;
    private boolean appendVeto = true;
    private boolean quickHeartbeats;
    private boolean format = true;
    private File baseDirectory;
    private Configuration configuration = HailConfiguration.load();
    private Consumer<MiniDFSCluster.Builder> customization = dfs -> {};

    private Builder() {}

    /** Sets the number of datanodes, at least 1. Replication is 3, or less with fewer datanodes. */
    public Builder dataNodes(int count) {
      if (count < 1) {
        throw new IllegalArgumentException("A cluster needs at least 1 datanode, not " + count);
      }
      this.dataNodes = count;
      return this;
    }

    /** Sets whether to start YARN with MapReduce's services. */
    public Builder yarn(boolean wanted) {
      this.yarn = wanted;
      return this;
    }

    /** Sets the number of node managers, at least 1; used only with {@link #yarn}. */
    public Builder nodeManagers(int count) {
      if (count < 1) {
        throw new IllegalArgumentException("YARN needs at least 1 node manager, not " + count);
      }
      this.nodeManagers = count;
      return this;
    }

    /** Asks for two namenodes of one name service, the first one active. */
    public Builder haNameNodes() {
      this.highlyAvailable = true;
      return this;
    }

    /**
     * Asks for two namenodes of one name service, the first one active, and for a third one, an
     * observer, which answers the reads of all clients.
     */
    public Builder haNameNodesAndObserver() {
      this.highlyAvailable = true;
      this.observer = true;
      return this;
    }

    /** Asks for plain HDFS, without HAIL on any daemon. */
    public Builder withoutHail() {
      this.hailOnNameNodes = false;
      this.hailOnDataNodes = false;
      return this;
    }

    /** Asks for HAIL on the namenode only, as if an operator forgot the datanodes. */
    public Builder withoutHailOnDataNodes() {
      this.hailOnDataNodes = false;
      return this;
    }

    /** Lets append and truncate of HAIL files reach the datanodes. */
    public Builder withoutAppendVeto() {
      this.appendVeto = false;
      return this;
    }

    /** Makes HDFS notice dead nodes and lost replicas in seconds rather than minutes, for tests. */
    public Builder quickHeartbeats() {
      this.quickHeartbeats = true;
      return this;
    }

    /** Keeps data under this directory, even after close. Default: a new temporary directory. */
    public Builder baseDirectory(File directory) {
      this.baseDirectory = directory;
      return this;
    }

    /** Sets whether to start empty (the default) or with the data in the base directory. */
    public Builder format(boolean wanted) {
      this.format = wanted;
      return this;
    }

    /** Copies these settings to every daemon and client. */
    public Builder configuration(Configuration settings) {
      this.configuration = new Configuration(settings);
      return this;
    }

    /** Applies last changes to the HDFS builder: racks, hosts, storages. */
    public Builder customize(Consumer<MiniDFSCluster.Builder> change) {
      this.customization = change;
      return this;
    }

    /** Starts all daemons and waits for them. */
    public HailMiniCluster build() throws IOException {
      QuietLogging.apply();
      ClusterSettings settings =
          new ClusterSettings(
              "hail-" + UUID.randomUUID().toString().substring(0, 8),
              dataNodes,
              highlyAvailable,
              observer,
              hailOnNameNodes,
              hailOnDataNodes,
              appendVeto);
      FreePorts ports = new FreePorts();
      Configuration conf = settings.daemons(configuration, quickHeartbeats, ports);
      File base = baseDirectory == null ? ClusterSettings.newDirectory() : baseDirectory;
      MiniDFSCluster.Builder dfsBuilder =
          new MiniDFSCluster.Builder(conf, new File(base, "dfs"))
              .numDataNodes(dataNodes)
              .nnTopology(settings.topology(ports))
              .format(format);
      customization.accept(dfsBuilder);
      WebServerFiles webServerFiles = WebServerFiles.below(base);
      MiniDFSCluster dfs = null;
      MiniMRYarnCluster yarnCluster = null;
      try {
        dfs = PatientDfsCluster.start(dfsBuilder);
        if (highlyAvailable) {
          dfs.transitionToActive(0);
        }
        if (observer) {
          dfs.transitionToObserver(ClusterSettings.observerIndex());
        }
        Configuration client = settings.client(dfs, conf);
        if (yarn) {
          yarnCluster = YarnStarter.start(client, nodeManagers, base);
          client = new Configuration(yarnCluster.getConfig());
        }
        dfs.waitActive();
        return new HailMiniCluster(this, dfs, yarnCluster, client, webServerFiles, base);
      } catch (IOException | RuntimeException | Error e) {
        if (yarnCluster != null) {
          yarnCluster.stop();
        }
        if (dfs != null) {
          dfs.shutdown();
        }
        webServerFiles.remove();
        if (baseDirectory == null) {
          FileUtil.fullyDelete(base);
        }
        throw e;
      }
    }
  }

  /**
   * Waits until every datanode has registered with every namenode.
   *
   * @throws TimeoutException if one has not after four minutes
   */
  public void awaitDataNodes() throws IOException, InterruptedException, TimeoutException {
    for (DataNode node : dfs.getDataNodes()) {
      dfs.waitDatanodeFullyStarted(node, (int) TimeUnit.SECONDS.toMillis(START_SECONDS));
    }
    dfs.waitActive();
  }

  /**
   * Waits until each datanode of this cluster has reported its replicas since HAIL on the active
   * namenode began. The caller must be the user who started the cluster, whom the namenode tells
   * which datanodes have.
   *
   * @throws TimeoutException if one has not after four minutes
   */
  public void awaitHail() throws IOException, InterruptedException, TimeoutException {
    List<String> datanodes = dfs.getDataNodes().stream().map(DataNode::getDatanodeUuid).toList();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    try (HailClientProtocol directory = HailProxies.clientProxy(configuration(), uri())) {
      while (!directory.getStatus().reportedDatanodes().containsAll(datanodes)) {
        if (System.nanoTime() > deadline) {
          throw new TimeoutException(
              "After "
                  + START_SECONDS
                  + " s, not all datanodes of "
                  + datanodes
                  + " have reported to HAIL: "
                  + directory.getStatus());
        }
        Thread.sleep(50);
      }
    }
  }
}
