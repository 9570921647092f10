// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import dev.hail.minicluster.FreePorts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.mapred.ShuffleHandler;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.v2.jobhistory.JHAdminConfig;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * YARN and MapReduce's history server beside a {@link ProcessCluster}. Each datanode's host also
 * runs a node manager under the same host name. The resource manager uses the capacity scheduler
 * with one queue.
 */
public final class ProcessYarn implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(10);
  private static final String RESOURCE_MANAGER =
      "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager";
  private static final String NODE_MANAGER =
      "org.apache.hadoop.yarn.server.nodemanager.NodeManager";
  private static final String HISTORY = "org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer";
  private static final int MASTER_MEGABYTES = 256;

  /**
   * Resources and placement of tasks.
   *
   * @param slotsPerNode map tasks that a node runs beside a job's application master, at least 1
   * @param megabytes memory of a map task's container in MiB
   * @param missedOpportunities how many offers the scheduler lets pass while a task waits for a
   *     node with its block; -1 for none
   */
  public record Shape(int slotsPerNode, int megabytes, int missedOpportunities) {}

  private final Path directory;
  private final Map<String, String> clientSettings;
  private final List<Daemon> daemons;
  private final List<Daemon> nodeManagers;

  private ProcessYarn(
      Path directory,
      Map<String, String> clientSettings,
      List<Daemon> masters,
      List<Daemon> nodeManagers) {
    this.directory = directory;
    this.clientSettings = Map.copyOf(clientSettings);
    this.daemons = Stream.concat(masters.stream(), nodeManagers.stream()).toList();
    this.nodeManagers = List.copyOf(nodeManagers);
  }

  /**
   * Starts all daemons and waits until the node managers have registered.
   *
   * @param hdfs cluster built with {@link ProcessCluster.Builder#hostNames}
   * @throws TimeoutException if they are not after ten minutes
   */
  public static ProcessYarn start(ProcessCluster hdfs, Shape shape)
      throws IOException, InterruptedException, TimeoutException {
    Path directory = Files.createTempDirectory(hdfs.directory(), "yarn-");
    HostsFile names = hdfs.hostsFile();
    // This process asks a job's application master for progress and so must resolve its host.
    names.addresses().forEach(NetUtils::addStaticResolution);
    HostsFile own = names.withThisMachineAt(directory.resolve("hosts"), hdfs.resourceManagerHost());
    Layout layout = new Layout(directory, own, shape, new FreePorts());
    Map<String, String> client = layout.client(hdfs);
    List<Daemon> masters = List.of(layout.resourceManager(client), layout.history(client));
    List<Daemon> nodeManagers = new ArrayList<>();
    for (String host : names.addresses().keySet().stream().sorted().toList()) {
      nodeManagers.add(layout.nodeManager(host, client));
    }
    ProcessYarn yarn = new ProcessYarn(directory, client, masters, nodeManagers);
    try {
      for (Daemon daemon : yarn.daemons) {
        daemon.start();
      }
      yarn.awaitNodes(nodeManagers.size());
      return yarn;
    } catch (IOException | InterruptedException | TimeoutException | RuntimeException e) {
      yarn.close();
      throw e;
    }
  }

  /** Returns a new configuration with what a client of HDFS and YARN needs. */
  public Configuration configuration(Configuration hdfs) {
    Configuration conf = new Configuration(hdfs);
    clientSettings.forEach(conf::set);
    return conf;
  }

  /** The resource manager and the history server, which share a host. */
  public List<Daemon> masters() {
    return daemons.subList(0, daemons.size() - nodeManagers.size());
  }

  /**
   * Writes the site files of a client of HDFS and YARN.
   *
   * @param to made if it is missing
   */
  public void writeClientDirectory(Path to) throws IOException {
    SiteFiles.write(to, clientSettings);
  }

  /** One per datanode, each named and placed as the host of its datanode; by name. */
  public List<Daemon> nodeManagers() {
    return nodeManagers;
  }

  /**
   * Waits until the resource manager has so many node managers that it takes for alive.
   *
   * @throws IOException if a daemon has ended that was started and not stopped
   * @throws TimeoutException if it has not after ten minutes
   */
  public void awaitNodes(int nodes) throws IOException, InterruptedException, TimeoutException {
    long deadline = System.nanoTime() + START.toNanos();
    try (YarnClient yarn = client()) {
      int running = yarn.getNodeReports(NodeState.RUNNING).size();
      while (running != nodes) {
        for (Daemon daemon : daemons) {
          daemon.failIfEnded();
        }
        if (System.nanoTime() > deadline) {
          throw new TimeoutException(
              running + " node managers run, not " + nodes + "; logs are in " + directory);
        }
        Thread.sleep(100);
        running = yarn.getNodeReports(NodeState.RUNNING).size();
      }
    } catch (YarnException e) {
      throw new IOException("The resource manager refused to list its nodes", e);
    }
  }

  /**
   * Waits until no node manager has a container, not even one of a job that has ended.
   *
   * @throws TimeoutException if one has after ten minutes
   */
  public void awaitNoContainers() throws InterruptedException, TimeoutException {
    long deadline = System.nanoTime() + START.toNanos();
    while (nodeManagers.stream().anyMatch(node -> !node.descendants().isEmpty())) {
      if (System.nanoTime() > deadline) {
        throw new TimeoutException("Containers still run; logs are in " + directory);
      }
      Thread.sleep(50);
    }
  }

  /**
   * The node that the master of a running job is on.
   *
   * @return the name of its node manager
   * @throws IOException if the job has no master at the moment
   */
  public String hostOfMaster(ApplicationId job) throws IOException {
    try (YarnClient yarn = client()) {
      String host = yarn.getApplicationReport(job).getHost();
      if (nodeManagers.stream().noneMatch(node -> node.name().equals(host))) {
        throw new IOException("The master of " + job + " is on no node, but on " + host);
      }
      return host;
    } catch (YarnException e) {
      throw new IOException("The resource manager does not say where the master of a job is", e);
    }
  }

  private YarnClient client() {
    YarnClient yarn = YarnClient.createYarnClient();
    yarn.init(configuration(new YarnConfiguration()));
    yarn.start();
    return yarn;
  }

  /** Kills all daemons and containers and deletes their files. */
  @Override
  public void close() throws IOException {
    for (Daemon daemon : daemons) {
      daemon.killWithDescendants();
    }
    FileUtil.fullyDelete(directory.toFile());
  }

  /** The daemons' files. */
  private record Layout(Path directory, HostsFile names, Shape shape, FreePorts ports) {
    private static final List<String> SMALL =
        List.of("-Djava.net.preferIPv4Stack=true", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    Map<String, String> client(ProcessCluster hdfs) throws IOException {
      Map<String, String> client = new TreeMap<>(hdfs.clientSettings());
      for (String key :
          List.of(
              YarnConfiguration.RM_ADDRESS,
              YarnConfiguration.RM_SCHEDULER_ADDRESS,
              YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
              YarnConfiguration.RM_ADMIN_ADDRESS,
              YarnConfiguration.RM_WEBAPP_ADDRESS,
              JHAdminConfig.MR_HISTORY_ADDRESS,
              JHAdminConfig.MR_HISTORY_WEBAPP_ADDRESS,
              JHAdminConfig.JHS_ADMIN_ADDRESS)) {
        client.put(key, ports.next(hdfs.resourceManagerHost()));
      }
      String classPath = JvmProcess.classPath(null).replace(File.pathSeparatorChar, ',');
      client.put(YarnConfiguration.YARN_APPLICATION_CLASSPATH, classPath);
      client.put(MRJobConfig.MAPREDUCE_APPLICATION_CLASSPATH, classPath);
      client.put(MRConfig.FRAMEWORK_NAME, MRConfig.YARN_FRAMEWORK_NAME);
      client.put(MRJobConfig.MR_AM_STAGING_DIR, "/staging");
      client.put(MRJobConfig.MR_AM_VMEM_MB, "" + MASTER_MEGABYTES);
      client.put(MRJobConfig.MR_AM_COMMAND_OPTS, options(MASTER_MEGABYTES));
      client.put(MRJobConfig.MAP_MEMORY_MB, "" + shape.megabytes());
      client.put(MRJobConfig.MAP_JAVA_OPTS, options(shape.megabytes()));
      client.put(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, "" + MASTER_MEGABYTES);
      return client;
    }

    /** Returns the options of a container's JVM; a quarter of the memory stays outside the heap. */
    private String options(int megabytes) {
      List<String> options = new ArrayList<>(SMALL);
      options.add("-Xmx" + megabytes * 3 / 4 + "m");
      options.addAll(names.options());
      return String.join(" ", options);
    }

    Daemon resourceManager(Map<String, String> client) throws IOException {
      Map<String, String> settings = new TreeMap<>(client);
      settings.put(
          YarnConfiguration.RM_SCHEDULER,
          "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler");
      String queues = "yarn.scheduler.capacity.";
      settings.put(queues + "root.queues", "default");
      settings.put(queues + "root.default.capacity", "100");
      settings.put(queues + "maximum-am-resource-percent", "1");
      settings.put(queues + "node-locality-delay", "" + shape.missedOpportunities());
      return daemon(
          "resourcemanager",
          RESOURCE_MANAGER,
          settings,
          client.get(YarnConfiguration.RM_WEBAPP_ADDRESS));
    }

    Daemon history(Map<String, String> client) throws IOException {
      return daemon(
          "history", HISTORY, client, client.get(JHAdminConfig.MR_HISTORY_WEBAPP_ADDRESS));
    }

    Daemon nodeManager(String host, Map<String, String> client) throws IOException {
      String address = names.addresses().get(host);
      Map<String, String> settings = new TreeMap<>(client);
      String web = ports.next(address);
      settings.put(YarnConfiguration.NM_ADDRESS, named(host, ports.next(address)));
      settings.put(YarnConfiguration.NM_LOCALIZER_ADDRESS, named(host, ports.next(address)));
      settings.put(YarnConfiguration.NM_WEBAPP_ADDRESS, named(host, web));
      settings.put(
          YarnConfiguration.NM_PMEM_MB,
          "" + (MASTER_MEGABYTES + shape.slotsPerNode() * shape.megabytes()));
      settings.put(YarnConfiguration.NM_VCORES, "" + (1 + shape.slotsPerNode()));
      // MapReduce requires it even if a job has no reduce task.
      settings.put(YarnConfiguration.NM_AUX_SERVICES, ShuffleHandler.MAPREDUCE_SHUFFLE_SERVICEID);
      settings.put(
          YarnConfiguration.NM_AUX_SERVICES
              + "."
              + ShuffleHandler.MAPREDUCE_SHUFFLE_SERVICEID
              + ".class",
          ShuffleHandler.class.getName());
      settings.put(ShuffleHandler.SHUFFLE_PORT_CONFIG_KEY, "0");
      settings.put(YarnConfiguration.NM_PMEM_CHECK_ENABLED, "false");
      settings.put(YarnConfiguration.NM_VMEM_CHECK_ENABLED, "false");
      // Node managers refuse full disks, which laptops often have.
      settings.put(YarnConfiguration.NM_DISK_HEALTH_CHECK_ENABLE, "false");
      Path own = directory.resolve(host);
      settings.put(YarnConfiguration.NM_LOCAL_DIRS, own.resolve("local").toString());
      settings.put(YarnConfiguration.NM_LOG_DIRS, own.resolve("logs").toString());
      // For the containers, which would else call from the address of all.
      settings.put(
          YarnConfiguration.NM_ADMIN_USER_ENV + ".JAVA_TOOL_OPTIONS",
          String.join(" ", OwnAddress.options(address)));
      return daemon(host, NODE_MANAGER, settings, web);
    }

    private static String named(String host, String address) {
      return host + address.substring(address.indexOf(':'));
    }

    private Daemon daemon(String name, String mainClass, Map<String, String> settings, String web)
        throws IOException {
      String address = NetUtils.createSocketAddr(web).getAddress().getHostAddress();
      Path own = Files.createDirectories(directory.resolve(name));
      Path conf = own.resolve("conf");
      SiteFiles.write(conf, settings);
      List<String> options = new ArrayList<>(SMALL);
      options.add("-Xmx256m");
      options.add("-Dlog4j.configuration=" + conf.resolve("log4j.properties").toUri());
      options.add("-Dhadoop.log.dir=" + own);
      options.addAll(names.options());
      options.addAll(OwnAddress.options(address));
      return new Daemon(
          name,
          new JvmProcess.Command(
              mainClass,
              List.of(),
              options,
              conf,
              own.resolve(name + ".log"),
              Map.of("JAVA_HOME", System.getProperty("java.home"))),
          own,
          "http://" + web,
          null);
    }
  }
}
