// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import dev.hail.minicluster.DaemonSettings;
import dev.hail.minicluster.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.http.HttpConfig;

/**
 * The daemons of a cluster and their configuration files, before anything runs.
 *
 * @param journalNodes journal nodes that hold the shared edits of a pair of namenodes; empty for
 *     one namenode
 * @param nameNodes one namenode or the pair
 * @param failover what makes the other namenode active; null without automatic failover
 * @param formatCommand formats the directory of the first namenode
 * @param dataNodes in the order of their numbers
 * @param clientSettings settings that a client needs to reach the cluster
 * @param hosts hosts on which daemons listen and from which clients call
 * @param hostsFile host names of the datanodes, or null if they have none
 */
record ProcessLayout(
    List<Daemon> journalNodes,
    List<Daemon> nameNodes,
    AutomaticFailover failover,
    JvmProcess.Command formatCommand,
    List<Daemon> dataNodes,
    Map<String, String> clientSettings,
    Hosts hosts,
    HostsFile hostsFile) {
  private static final String NAME_NODE = "org.apache.hadoop.hdfs.server.namenode.NameNode";
  private static final String DATA_NODE = "org.apache.hadoop.hdfs.server.datanode.DataNode";
  private static final String JOURNAL_NODE = "org.apache.hadoop.hdfs.qjournal.server.JournalNode";
  private static final String NAME_DIRECTORY = "name";

  /** File in the base directory that says that all is formatted, and for which name service. */
  private static final String FORMATTED = "formatted";

  private static final Duration FORMAT_TIME = Duration.ofMinutes(4);

  /** How the hosts of datanodes are named. */
  enum HostNaming {
    /** They have the machine's name. */
    NONE,
    /** {@code node-0} and so on, which only the daemons know. */
    NODES,
    /** Each by its address. */
    ADDRESSES
  }

  /** The shape of a cluster as the builder collected it. */
  record Shape(
      int dataNodes,
      Availability availability,
      String heap,
      boolean hail,
      boolean quickHeartbeats,
      boolean ownAddresses,
      HostNaming hostNames,
      boolean ownClocks,
      boolean longRun,
      Map<String, String> settings,
      ProcessCluster.Customization customization) {
    /** Returns whether web servers speak TLS only. */
    boolean https() {
      return HttpConfig.Policy.HTTPS_ONLY
          .name()
          .equals(settings.get(DFSConfigKeys.DFS_HTTP_POLICY_KEY));
    }

    String scheme() {
      return https() ? "https://" : "http://";
    }
  }

  static ProcessLayout write(Path base, Shape shape) throws IOException {
    Hosts hosts = shape.ownAddresses() ? Hosts.ofTheirOwn() : Hosts.localhost();
    List<String> hostNames = hostNames(hosts, shape);
    HostsFile names = hostNames.isEmpty() ? null : names(base, hosts, hostNames);
    FreePorts ports = new FreePorts();
    NameNodeEndpoints addresses =
        NameNodeEndpoints.take(hosts, ports, shape.availability(), nameService(base));
    Map<String, String> client =
        new TreeMap<>(addresses.clientSettings(shape.hail(), shape.https()));
    client.put(DFSConfigKeys.DFS_REPLICATION_KEY, "" + Math.min(3, shape.dataNodes()));
    client.putAll(shape.settings());
    SiteFiles.write(base.resolve("client"), client);
    Map<String, String> common = new TreeMap<>(DaemonSettings.forAnyTest());
    if (shape.quickHeartbeats()) {
      common.putAll(DaemonSettings.quickHeartbeats());
    }
    if (shape.hail()) {
      common.putAll(DaemonSettings.hailOnDataNode());
      common.putAll(DaemonSettings.hailOnNameNode());
    }
    common.putAll(client);

    List<Daemon> journalNodes = new ArrayList<>();
    for (int i = 0; i < addresses.journals().size(); i++) {
      String name = addresses.journals().size() == 1 ? "journalnode" : "journalnode-" + i;
      Place place = Place.of(base, name, hosts.journalNode(i), names, shape);
      journalNodes.add(journalNode(place, common, addresses.journals().get(i), ports));
    }
    List<Daemon> nameNodes = new ArrayList<>();
    for (NameNodeEndpoints.NameNode nameNode : addresses.nameNodes()) {
      Place place = Place.of(base, nameNode.daemon(), nameNode.host(), names, shape);
      nameNodes.add(nameNode(place, common, nameNode, shape));
    }
    AutomaticFailover failover = null;
    if (shape.availability() == Availability.AUTOMATIC) {
      List<Place> controllers = new ArrayList<>();
      for (int i = 0; i < addresses.nameNodes().size(); i++) {
        String host = addresses.nameNodes().get(i).host();
        controllers.add(Place.of(base, "failovercontroller-" + i, host, names, shape));
      }
      failover =
          AutomaticFailover.write(
              Place.of(base, "zookeeper", hosts.zooKeeper(), names, shape),
              controllers,
              common,
              addresses);
    }
    List<Daemon> dataNodes = new ArrayList<>();
    for (int i = 0; i < shape.dataNodes(); i++) {
      Place place = Place.of(base, "datanode-" + i, hosts.dataNode(i), names, shape);
      Map<String, String> settings = new TreeMap<>(common);
      if (names != null) {
        settings.put(DFSConfigKeys.DFS_DATANODE_HOST_NAME_KEY, hostNames.get(i));
      }
      dataNodes.add(dataNode(place, settings, ports, shape));
    }
    JvmProcess.Command run = nameNodes.get(0).command();
    JvmProcess.Command format =
        new JvmProcess.Command(
            NAME_NODE,
            List.of("-format", "-force", "-nonInteractive"),
            run.options(),
            run.configuration(),
            run.log());
    return new ProcessLayout(
        journalNodes, nameNodes, failover, format, dataNodes, client, hosts, names);
  }

  /** Returns the name service of what was formatted in this directory, or else a new one. */
  private static String nameService(Path base) throws IOException {
    Path formatted = base.resolve(FORMATTED);
    return Files.exists(formatted)
        ? Files.readString(formatted)
        : NameNodeEndpoints.newNameService();
  }

  private static List<String> hostNames(Hosts hosts, Shape shape) {
    if (shape.hostNames() == HostNaming.NONE) {
      return List.of();
    }
    return IntStream.range(0, shape.dataNodes())
        .mapToObj(
            i -> shape.hostNames() == HostNaming.NODES ? Hosts.dataNodeName(i) : hosts.dataNode(i))
        .toList();
  }

  private static HostsFile names(Path base, Hosts hosts, List<String> hostNames)
      throws IOException {
    Map<String, String> names = new TreeMap<>();
    for (int i = 0; i < hostNames.size(); i++) {
      names.put(hostNames.get(i), hosts.dataNode(i));
    }
    return HostsFile.write(base.resolve("hosts"), names);
  }

  private static Daemon journalNode(
      Place place, Map<String, String> common, String address, FreePorts ports) throws IOException {
    String web = ports.next(place.host());
    Map<String, String> journal = new TreeMap<>(common);
    journal.put(
        DFSConfigKeys.DFS_JOURNALNODE_EDITS_DIR_KEY, place.directory().resolve("edits").toString());
    journal.put(DFSConfigKeys.DFS_JOURNALNODE_RPC_ADDRESS_KEY, address);
    journal.put(DFSConfigKeys.DFS_JOURNALNODE_HTTP_ADDRESS_KEY, web);
    return place.daemon(place.command(JOURNAL_NODE, List.of(), journal), "http://" + web);
  }

  private static Daemon nameNode(
      Place place, Map<String, String> common, NameNodeEndpoints.NameNode nameNode, Shape shape)
      throws IOException {
    Map<String, String> name = new TreeMap<>(common);
    name.put(
        DFSConfigKeys.DFS_NAMENODE_NAME_DIR_KEY,
        place.directory().resolve(NAME_DIRECTORY).toString());
    name.putAll(nameNode.ownSettings());
    return place.daemon(
        place.command(NAME_NODE, List.of(), name), shape.scheme() + nameNode.webAddress());
  }

  private static Daemon dataNode(
      Place place, Map<String, String> common, FreePorts ports, Shape shape) throws IOException {
    String host = place.host();
    String web = ports.next(host);
    Map<String, String> data = new TreeMap<>(common);
    data.put(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY, place.directory().resolve("data").toString());
    data.put(
        shape.https()
            ? DFSConfigKeys.DFS_DATANODE_HTTPS_ADDRESS_KEY
            : DFSConfigKeys.DFS_DATANODE_HTTP_ADDRESS_KEY,
        web);
    data.put(DFSConfigKeys.DFS_DATANODE_ADDRESS_KEY, ports.next(host));
    data.put(DFSConfigKeys.DFS_DATANODE_IPC_ADDRESS_KEY, ports.next(host));
    return place.daemon(place.command(DATA_NODE, List.of(), data), shape.scheme() + web);
  }

  /**
   * Formats the directories of the namenodes, unless that was done. For a pair all journal nodes
   * must run.
   *
   * @param base directory of the cluster
   */
  void format(Path base) throws IOException, InterruptedException {
    Path formatted = base.resolve(FORMATTED);
    if (Files.exists(formatted)) {
      return;
    }
    formatAll();
    Files.writeString(formatted, clientSettings.getOrDefault(DFSConfigKeys.DFS_NAMESERVICES, ""));
  }

  private void formatAll() throws IOException, InterruptedException {
    try (JvmProcess format = JvmProcess.start(formatCommand)) {
      int code = format.await(FORMAT_TIME);
      if (code != 0) {
        throw new IOException(
            "Formatting the namenode ended with " + code + ":\n" + nameNodes.get(0).logTail());
      }
    }
    Path formatted = nameNodes.get(0).directory().resolve(NAME_DIRECTORY);
    Configuration conf = new Configuration(false);
    for (Daemon other : nameNodes.subList(1, nameNodes.size())) {
      FileUtil.copy(
          formatted.toFile(),
          FileSystem.getLocal(conf).getRaw(),
          new org.apache.hadoop.fs.Path(other.directory().resolve(NAME_DIRECTORY).toUri()),
          false,
          conf);
    }
  }
}
