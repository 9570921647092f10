// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import dev.hail.conf.HailConfiguration;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;

/**
 * HDFS with HAIL, where each daemon is a Java process with its own configuration directory and runs
 * Hadoop's main class. All daemons end with this process, however it ends. They keep their
 * addresses over restarts. Not thread safe; its {@link Daemon}s are.
 */
public final class ProcessCluster implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(10);

  /**
   * Bean in which a datanode shows its registrations. The namenode's list is not enough, because it
   * also has datanodes that registered before a restart.
   */
  private static final String SERVICE = "Hadoop:service=DataNode,name=DataNodeInfo";

  private static final Pattern REGISTERED = Pattern.compile("ActorState\\W+RUNNING");

  private final Path directory;
  private final boolean deleteOnClose;
  private final boolean hail;
  private final Map<String, String> clientSettings;
  private final Hosts hosts;
  private final HostsFile hostsFile;
  private final List<Daemon> journalNodes;
  private final List<Daemon> nameNodes;
  private final AutomaticFailover failover;
  private final List<Daemon> dataNodes;
  private final List<FileSystem> opened = new ArrayList<>();

  private ProcessCluster(Builder builder, Path directory, ProcessLayout layout) {
    this.directory = directory;
    this.deleteOnClose = builder.directory == null;
    this.hail = builder.hail;
    this.clientSettings = layout.clientSettings();
    this.hosts = layout.hosts();
    this.hostsFile = layout.hostsFile();
    this.journalNodes = List.copyOf(layout.journalNodes());
    this.nameNodes = List.copyOf(layout.nameNodes());
    this.failover = layout.failover();
    this.dataNodes = List.copyOf(layout.dataNodes());
  }

  /**
   * Returns a builder with the defaults: three datanodes, 512 MB of heap for each daemon, HAIL
   * everywhere.
   */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a new copy of the settings that a client needs to reach this cluster. */
  public Configuration configuration() {
    Configuration conf = HailConfiguration.load();
    clientSettings.forEach(conf::set);
    return conf;
  }

  /** Returns the directory with a client's site files, for {@code HADOOP_CONF_DIR}. */
  public Path clientDirectory() {
    return directory.resolve("client");
  }

  /**
   * Returns the address that a client's process calls from with {@link OwnAddress}; {@code
   * localhost} if daemons have no addresses of their own.
   *
   * @param number number of the client, 0 to 54
   */
  public String clientHost(int number) {
    return hosts.client(number);
  }

  /** Returns the settings that a client needs to reach this cluster. */
  Map<String, String> clientSettings() {
    return clientSettings;
  }

  /**
   * Returns the host names of the datanodes.
   *
   * @throws IllegalStateException if the cluster was built without host names
   */
  HostsFile hostsFile() {
    if (hostsFile == null) {
      throw new IllegalStateException(
          "The datanodes have no host names; build the cluster with hostNames()");
    }
    return hostsFile;
  }

  /** Returns a new client that shares no state with others. The cluster closes it. */
  public DistributedFileSystem newFileSystem() throws IOException {
    Configuration conf = configuration();
    DistributedFileSystem fs =
        (DistributedFileSystem) FileSystem.newInstance(FileSystem.getDefaultUri(conf), conf);
    opened.add(fs);
    return fs;
  }

  /** Returns the directory in which each daemon has a subdirectory of its name. */
  public Path directory() {
    return directory;
  }

  /** Returns the host of YARN's resource manager; {@code localhost} without addresses of own. */
  String resourceManagerHost() {
    return hosts.resourceManager();
  }

  /** Returns the only namenode, or the first one of the pair. */
  public Daemon nameNode() {
    return nameNodes.get(0);
  }

  /** Returns the only namenode, or the pair. */
  public List<Daemon> nameNodes() {
    return nameNodes;
  }

  public List<Daemon> dataNodes() {
    return dataNodes;
  }

  /** Returns the journal nodes of a pair of namenodes, or nothing. */
  public List<Daemon> journalNodes() {
    return journalNodes;
  }

  /**
   * Returns the journal nodes of a pair of namenodes, the namenodes and the datanodes, in this
   * order. With automatic failover, ZooKeeper comes before the namenodes, and their failover
   * controllers after them.
   */
  public List<Daemon> daemons() {
    List<Daemon> all = new ArrayList<>(journalNodes);
    if (failover != null) {
      all.add(failover.zooKeeper());
    }
    all.addAll(nameNodes);
    if (failover != null) {
      all.addAll(failover.controllers());
    }
    all.addAll(dataNodes);
    return all;
  }

  /**
   * Makes a namenode of the pair active, as {@code hdfs haadmin -transitionToActive} does, once it
   * answers. The other namenode is neither asked nor fenced, but the journal refuses its next edit.
   *
   * @param index index in {@link #nameNodes()}, 0 or 1
   * @throws IOException if the namenode refuses
   * @throws TimeoutException if it does not answer in ten minutes
   * @throws IllegalStateException if the cluster was built with automatic failover
   */
  public void transitionToActive(int index)
      throws IOException, InterruptedException, TimeoutException {
    changedByHand(index).toActive(START);
  }

  /**
   * Makes a namenode of the pair standby once it answers.
   *
   * @param index index in {@link #nameNodes()}, 0 or 1
   * @throws IOException if the namenode refuses
   * @throws TimeoutException if it does not answer in ten minutes
   * @throws IllegalStateException if the cluster was built with automatic failover
   */
  public void transitionToStandby(int index)
      throws IOException, InterruptedException, TimeoutException {
    changedByHand(index).toStandby(START);
  }

  private HaState changedByHand(int index) {
    if (failover != null) {
      throw new IllegalStateException(
          "The namenodes take over by themselves; kill the active one instead");
    }
    return new HaState(configuration(), index);
  }

  /**
   * Returns which namenode of the pair is active.
   *
   * @return index in {@link #nameNodes()}, 0 or 1
   * @throws IOException if none is, or one that runs does not answer
   */
  public int activeNameNode() throws IOException {
    for (int i = 0; i < nameNodes.size(); i++) {
      if (nameNodes.get(i).isRunning()
          && new HaState(configuration(), i).state() == HAServiceState.ACTIVE) {
        return i;
      }
    }
    throw new IOException("No namenode is active; logs are in " + directory);
  }

  /**
   * Waits until a namenode of the pair says that it is in a state.
   *
   * @param index index in {@link #nameNodes()}, 0 or 1
   * @throws TimeoutException if it is not after ten minutes
   */
  public void awaitState(int index, HAServiceState state)
      throws IOException, InterruptedException, TimeoutException {
    new HaState(configuration(), index).await(state, START);
  }

  /** Returns the total CPU time of all running daemons since they started. */
  public Duration cpuTime() {
    return daemons().stream().map(Daemon::cpuTime).reduce(Duration.ZERO, Duration::plus);
  }

  /**
   * Waits until the namenode is out of safe mode and all running datanodes have registered with it.
   * They must also have reported their blocks and, with HAIL, their replicas.
   *
   * @throws TimeoutException if that takes longer; the message says what is missing
   * @throws IOException if a daemon ended by itself
   */
  public void awaitHealthy(Duration atMost)
      throws IOException, InterruptedException, TimeoutException {
    awaitHealthy(atMost, text -> {});
  }

  private void awaitHealthy(Duration atMost, Consumer<String> progress)
      throws IOException, InterruptedException, TimeoutException {
    long deadline = System.nanoTime() + atMost.toNanos();
    Configuration impatient = configuration();
    impatient.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 1);
    try (DistributedFileSystem fs =
        (DistributedFileSystem)
            FileSystem.newInstance(FileSystem.getDefaultUri(impatient), impatient)) {
      failIfOneHasEnded();
      String missing = missing(fs, impatient);
      while (!missing.isEmpty()) {
        failIfOneHasEnded();
        if (System.nanoTime() > deadline) {
          throw new TimeoutException(
              "After " + atMost.toSeconds() + " s " + missing + "; logs are in " + directory);
        }
        progress.accept(missing);
        Thread.sleep(100);
        missing = missing(fs, impatient);
      }
    }
  }

  private void failIfOneHasEnded() throws IOException {
    for (Daemon daemon : daemons()) {
      daemon.failIfEnded();
    }
  }

  private String missing(DistributedFileSystem fs, Configuration conf) {
    long running = dataNodes.stream().filter(Daemon::isRunning).count();
    long runningNameNodes = nameNodes.stream().filter(Daemon::isRunning).count();
    try {
      DatanodeInfo[] live = fs.getClient().datanodeReport(DatanodeReportType.LIVE);
      if (live.length < running) {
        return live.length + " of " + running + " datanodes have registered";
      }
      for (Daemon datanode : dataNodes) {
        if (datanode.isRunning()
            && REGISTERED.matcher(datanode.jmx(SERVICE)).results().count() < runningNameNodes) {
          return datanode.name() + " has not registered with each namenode";
        }
      }
      if (Arrays.stream(live).anyMatch(node -> node.getLastBlockReportTime() == 0)) {
        return "not all datanodes have reported their blocks";
      }
      if (fs.setSafeMode(SafeModeAction.GET)) {
        return "the namenode is in safe mode";
      }
      if (!hail) {
        return "";
      }
      try (HailClientProtocol namenode = HailProxies.clientProxy(conf, fs.getUri())) {
        int reported = namenode.getStatus().reportedDatanodes().size();
        return reported < running
            ? reported + " of " + running + " datanodes have reported to HAIL"
            : "";
      }
    } catch (IOException e) {
      return "a daemon does not answer: " + e.getMessage();
    }
  }

  /** Kills all daemons and deletes the directory unless the caller gave it. */
  @Override
  public void close() throws IOException {
    IOException first = null;
    for (FileSystem fs : opened) {
      try {
        fs.close();
      } catch (IOException e) {
        first = first == null ? e : first;
      }
    }
    for (Daemon daemon : daemons()) {
      daemon.kill();
    }
    if (deleteOnClose) {
      FileUtil.fullyDelete(directory.toFile());
    }
    if (first != null) {
      throw first;
    }
  }

  /** Changes one daemon's settings before it is made. */
  @FunctionalInterface
  public interface Customization {
    /**
     * Changes the daemon's settings before they are written to its site files.
     *
     * @param daemon {@link Daemon#name()}
     * @param settings keys and values, to be changed in place
     * @param options options of the daemon's JVM, to be added to in place; the last one counts
     */
    void apply(String daemon, Map<String, String> settings, List<String> options);
  }

  /** Collects the shape of a cluster. */
  public static final class Builder {
    private int dataNodes = 3;
    private String heap = "512m";
    private Availability availability = Availability.ONE_NAMENODE;
    private boolean hail = true;
    private boolean quickHeartbeats;
    private boolean ownAddresses;
    private ProcessLayout.HostNaming hostNames = ProcessLayout.HostNaming.NONE;
    private boolean ownClocks;
    private boolean longRun;
    private Path directory;
    private Consumer<String> progress = text -> {};
    private final Map<String, String> settings = new TreeMap<>();
    private Customization customization = (daemon, conf, options) -> {};

    private Builder() {}

    /** Sets the number of datanodes, at least 1. Replication is 3, or less with fewer datanodes. */
    public Builder dataNodes(int count) {
      if (count < 1) {
        throw new IllegalArgumentException("A cluster needs at least 1 datanode, not " + count);
      }
      this.dataNodes = count;
      return this;
    }

    /**
     * Asks for two namenodes of one name service, the first one active, and a journal node that
     * holds their edits. There is no automatic failover; see {@link
     * ProcessCluster#transitionToActive} and {@link #automaticFailover}.
     */
    public Builder haNameNodes() {
      this.availability = Availability.BY_HAND;
      return this;
    }

    /**
     * Asks for two namenodes of one name service that take over from each other by themselves:
     * three journal nodes hold their edits, and a failover controller beside each namenode asks
     * ZooKeeper, which has a process of its own, which one is active.
     */
    public Builder automaticFailover() {
      this.availability = Availability.AUTOMATIC;
      return this;
    }

    /** Sets the largest heap of each daemon, as {@code -Xmx} takes it. */
    public Builder heap(String size) {
      this.heap = size;
      return this;
    }

    /** Asks for plain HDFS, without HAIL on any daemon. */
    public Builder withoutHail() {
      this.hail = false;
      return this;
    }

    /** Makes HDFS notice dead nodes and lost replicas in seconds rather than minutes, for tests. */
    public Builder quickHeartbeats() {
      this.quickHeartbeats = true;
      return this;
    }

    /** Gives each daemon its own loopback address to listen on and to call from; needs Linux. */
    public Builder ownAddresses() {
      this.ownAddresses = true;
      return this;
    }

    /**
     * Gives each datanode its own loopback address and a host name, {@code node-0} and so on; needs
     * Linux. Only the daemons know the names.
     */
    public Builder hostNames() {
      this.ownAddresses = true;
      this.hostNames = ProcessLayout.HostNaming.NODES;
      return this;
    }

    /**
     * Gives each datanode its own loopback address, which is its host name as well; needs Linux.
     * Every process of this machine reaches a host by such a name.
     */
    public Builder addressesAsHostNames() {
      this.ownAddresses = true;
      this.hostNames = ProcessLayout.HostNaming.ADDRESSES;
      return this;
    }

    /**
     * Lets the daemons' JVMs compile and collect as they do by default. Without it they have the
     * faster compiler alone and the serial collector: what a cluster of some minutes needs, with
     * less CPU time for each start.
     */
    public Builder longRun() {
      this.longRun = true;
      return this;
    }

    /** Gives each daemon a wall clock that can be set; needs libfaketime. */
    public Builder ownClocks() {
      this.ownClocks = true;
      return this;
    }

    /**
     * Keeps all files under this directory, even after close. If it holds the files of a cluster
     * with as many namenodes and journal nodes, that cluster starts again.
     */
    public Builder directory(Path kept) {
      this.directory = kept;
      return this;
    }

    /** Has what the start waits for told, each time in a few words. */
    public Builder progress(Consumer<String> listener) {
      this.progress = listener;
      return this;
    }

    /** Adds a setting for all daemons and clients. */
    public Builder set(String key, String value) {
      settings.put(key, value);
      return this;
    }

    /** Applies last changes to each daemon's settings and options. */
    public Builder customize(Customization change) {
      this.customization = change;
      return this;
    }

    /**
     * Formats the namenodes, starts all daemons and waits until they are healthy.
     *
     * @throws TimeoutException if they are not after ten minutes
     */
    public ProcessCluster start() throws IOException, InterruptedException, TimeoutException {
      Path base =
          directory == null
              ? Files.createTempDirectory(
                  Files.createDirectories(Path.of(System.getProperty("java.io.tmpdir"))),
                  "hail-processes-")
              : Files.createDirectories(directory);
      base = base.toAbsolutePath();
      ProcessLayout layout =
          ProcessLayout.write(
              base,
              new ProcessLayout.Shape(
                  dataNodes,
                  availability,
                  heap,
                  hail,
                  quickHeartbeats,
                  ownAddresses,
                  hostNames,
                  ownClocks,
                  longRun,
                  settings,
                  customization));
      ProcessCluster cluster = new ProcessCluster(this, base, layout);
      try {
        for (Daemon journalNode : layout.journalNodes()) {
          progress.accept(journalNode.name() + " starts");
          journalNode.start();
          journalNode.awaitWeb(START);
        }
        progress.accept("the namenodes are formatted");
        layout.format(base);
        if (layout.failover() != null) {
          progress.accept("the failover controllers are set up");
          layout.failover().prepare();
        }
        for (Daemon daemon : cluster.daemons()) {
          progress.accept(daemon.name() + " starts");
          daemon.start();
        }
        if (availability == Availability.BY_HAND) {
          progress.accept("the first namenode is made active");
          cluster.transitionToActive(0);
        }
        cluster.awaitHealthy(START, progress);
        return cluster;
      } catch (IOException | InterruptedException | TimeoutException | RuntimeException e) {
        cluster.daemons().forEach(ProcessCluster::killQuietly);
        throw e;
      }
    }
  }

  private static void killQuietly(Daemon daemon) {
    try {
      daemon.kill();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
