// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import dev.hail.conf.HailConfiguration;
import dev.hail.protocol.ClusterStatus;
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
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;

/**
 * HDFS with HAIL, each daemon a Java process of its own that runs Hadoop's own main class with a
 * configuration directory of its own. All end with this process, however it ends. Daemons keep
 * their addresses over restarts. Not thread safe; its {@link Daemon}s are.
 */
public final class ProcessCluster implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(10);

  /** Where a datanode says whether it is registered, which a namenode remembers of earlier ones. */
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
    this.dataNodes = List.copyOf(layout.dataNodes());
  }

  /** Starts from three datanodes, 512 MB of heap each, HAIL everywhere. */
  public static Builder builder() {
    return new Builder();
  }

  /** What a client needs to reach this cluster; a copy. */
  public Configuration configuration() {
    Configuration conf = HailConfiguration.load();
    clientSettings.forEach(conf::set);
    return conf;
  }

  /** Directory with the site files of a client, for {@code HADOOP_CONF_DIR}. */
  public Path clientDirectory() {
    return directory.resolve("client");
  }

  /**
   * The address that a client's process may call from, with {@link OwnAddress}; {@code localhost}
   * if daemons have no addresses of their own.
   *
   * @param number of the client, 0 to 54
   */
  public String clientHost(int number) {
    return hosts.client(number);
  }

  /** What a client needs to reach this cluster. */
  Map<String, String> clientSettings() {
    return clientSettings;
  }

  /**
   * The names of the datanodes' hosts.
   *
   * @throws IllegalStateException if they have none
   */
  HostsFile hostsFile() {
    if (hostsFile == null) {
      throw new IllegalStateException(
          "The datanodes have no host names; build the cluster with hostNames()");
    }
    return hostsFile;
  }

  /** A client that shares nothing with others; closed with the cluster. */
  public DistributedFileSystem newFileSystem() throws IOException {
    Configuration conf = configuration();
    DistributedFileSystem fs =
        (DistributedFileSystem) FileSystem.newInstance(FileSystem.getDefaultUri(conf), conf);
    opened.add(fs);
    return fs;
  }

  /** Where every daemon keeps its files, each in a directory of its name. */
  public Path directory() {
    return directory;
  }

  /** The only namenode, or the first one of the pair. */
  public Daemon nameNode() {
    return nameNodes.get(0);
  }

  /** The only namenode, or the pair. */
  public List<Daemon> nameNodes() {
    return nameNodes;
  }

  public List<Daemon> dataNodes() {
    return dataNodes;
  }

  /** Namenodes and datanodes; first of all the journal node of a pair of namenodes. */
  public List<Daemon> daemons() {
    List<Daemon> all = new ArrayList<>(journalNodes);
    all.addAll(nameNodes);
    all.addAll(dataNodes);
    return all;
  }

  /**
   * Makes a namenode of the pair active, as {@code hdfs haadmin -transitionToActive} does, once it
   * answers. The other one is neither asked nor fenced: the journal refuses its next edit.
   *
   * @param index in {@link #nameNodes()}
   * @throws IOException if the namenode refuses
   * @throws TimeoutException if it does not answer in ten minutes
   */
  public void transitionToActive(int index)
      throws IOException, InterruptedException, TimeoutException {
    new HaState(configuration(), index).toActive(START);
  }

  /**
   * Makes a namenode of the pair a standby, once it answers.
   *
   * @param index in {@link #nameNodes()}
   * @throws IOException if the namenode refuses
   * @throws TimeoutException if it does not answer in ten minutes
   */
  public void transitionToStandby(int index)
      throws IOException, InterruptedException, TimeoutException {
    new HaState(configuration(), index).toStandby(START);
  }

  /** CPU time of all running daemons since they started. */
  public Duration cpuTime() {
    return daemons().stream().map(Daemon::cpuTime).reduce(Duration.ZERO, Duration::plus);
  }

  /**
   * Waits until the namenode is out of safe mode and all datanodes that run have registered and
   * have reported their blocks and, with HAIL, their replicas to it.
   *
   * @throws TimeoutException if they have not after this time; says what was seen last
   * @throws IOException if a daemon has ended that was started and not stopped
   */
  public void awaitHealthy(Duration atMost)
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
      try (HailClientProtocol registry = HailProxies.clientProxy(conf, fs.getUri())) {
        ClusterStatus status = registry.getStatus();
        return status.hailDatanodes() < running
            ? status.hailDatanodes() + " of " + running + " datanodes have reported to HAIL"
            : "";
      }
    } catch (IOException e) {
      return "a daemon does not answer: " + e.getMessage();
    }
  }

  /** Kills all daemons; a directory that was not given by the caller is deleted. */
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
     * Changes what is to be written to the daemon's site files.
     *
     * @param daemon {@link Daemon#name()}
     * @param settings keys and values, to be changed in place
     * @param options of the daemon's virtual machine, to be added to; the last one counts
     */
    void apply(String daemon, Map<String, String> settings, List<String> options);
  }

  /** Collects what the cluster should look like. */
  public static final class Builder {
    private int dataNodes = 3;
    private String heap = "512m";
    private boolean highlyAvailable;
    private boolean hail = true;
    private boolean quickHeartbeats;
    private boolean ownAddresses;
    private boolean hostNames;
    private boolean ownClocks;
    private Path directory;
    private final Map<String, String> settings = new TreeMap<>();
    private Customization customization = (daemon, conf, options) -> {};

    private Builder() {}

    /** Number of datanodes, at least 1; replication is 3, or less if there are fewer datanodes. */
    public Builder dataNodes(int count) {
      if (count < 1) {
        throw new IllegalArgumentException("A cluster needs at least 1 datanode, not " + count);
      }
      this.dataNodes = count;
      return this;
    }

    /**
     * Two namenodes of one name service, the first one active, and a journal node that holds their
     * edits. Nothing fails over by itself: see {@link ProcessCluster#transitionToActive}.
     */
    public Builder haNameNodes() {
      this.highlyAvailable = true;
      return this;
    }

    /** Largest heap of each daemon, as {@code -Xmx} takes it. */
    public Builder heap(String size) {
      this.heap = size;
      return this;
    }

    /** Plain HDFS: nothing of HAIL on any daemon. */
    public Builder withoutHail() {
      this.hail = false;
      return this;
    }

    /** Dead nodes and lost replicas are noticed in seconds rather than minutes: for tests. */
    public Builder quickHeartbeats() {
      this.quickHeartbeats = true;
      return this;
    }

    /** Each daemon listens on a loopback address of its own and calls from it; needs Linux. */
    public Builder ownAddresses() {
      this.ownAddresses = true;
      return this;
    }

    /**
     * Each datanode has a host name of its own, {@code node-0} and so on, for a loopback address of
     * its own; needs Linux. Only the daemons know the names.
     */
    public Builder hostNames() {
      this.ownAddresses = true;
      this.hostNames = true;
      return this;
    }

    /** Each daemon has a wall clock that can be set; needs libfaketime. */
    public Builder ownClocks() {
      this.ownClocks = true;
      return this;
    }

    /** Keeps all files under this empty or missing directory, also after close. */
    public Builder directory(Path kept) {
      this.directory = kept;
      return this;
    }

    /** A setting of all daemons and clients. */
    public Builder set(String key, String value) {
      settings.put(key, value);
      return this;
    }

    /** Last word on each daemon's settings and options. */
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
                  highlyAvailable,
                  heap,
                  hail,
                  quickHeartbeats,
                  ownAddresses,
                  hostNames,
                  ownClocks,
                  settings,
                  customization));
      ProcessCluster cluster = new ProcessCluster(this, base, layout);
      try {
        for (Daemon journalNode : layout.journalNodes()) {
          journalNode.start();
          journalNode.awaitWeb(START);
        }
        layout.format();
        for (Daemon daemon : cluster.daemons()) {
          daemon.start();
        }
        if (highlyAvailable) {
          cluster.transitionToActive(0);
        }
        cluster.awaitHealthy(START);
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
