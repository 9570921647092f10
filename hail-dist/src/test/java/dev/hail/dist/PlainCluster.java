// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.dist;

import dev.hail.minicluster.FreePorts;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A cluster of Hadoop alone, as an operator finds it: a namenode, three datanodes, YARN and a
 * client, each with an installation of its own, each daemon a process. The daemons end with this
 * process, however it ends.
 */
final class PlainCluster implements AutoCloseable {
  private static final int DATANODES = 3;

  private final RandomAccessFile lifeline;
  private final Path jars;
  private final PlainNode nameNode;
  private final List<PlainNode> dataNodes;
  private final PlainNode yarn;
  private final PlainNode client;

  private PlainCluster(
      RandomAccessFile lifeline,
      Path jars,
      PlainNode nameNode,
      List<PlainNode> dataNodes,
      PlainNode yarn,
      PlainNode client) {
    this.lifeline = lifeline;
    this.jars = jars;
    this.nameNode = nameNode;
    this.dataNodes = dataNodes;
    this.yarn = yarn;
    this.client = client;
  }

  /** Formats and starts everything and waits until it serves. */
  static PlainCluster start(Path directory) throws IOException, InterruptedException {
    Path jars = linkHadoop(directory.resolve("jars"));
    Path pipe = directory.resolve("lifeline");
    new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start().waitFor();
    // Reading and writing: opening it for writing alone would wait for a reader.
    RandomAccessFile lifeline = new RandomAccessFile(pipe.toFile(), "rw");
    FreePorts ports = new FreePorts();
    Map<String, String> common = common(directory, ports, jars);
    Map<String, String> name = new TreeMap<>(common);
    name.put("dfs.namenode.name.dir", directory.resolve("namenode/name").toString());
    PlainNode nameNode = install("namenode", directory, jars, pipe, name);
    List<PlainNode> dataNodes = new ArrayList<>();
    for (int i = 0; i < DATANODES; i++) {
      Map<String, String> data = new TreeMap<>(common);
      String host = "datanode-" + i;
      data.put("dfs.datanode.data.dir", directory.resolve(host).resolve("data").toString());
      for (String key : List.of("address", "http.address", "ipc.address")) {
        data.put("dfs.datanode." + key, ports.next());
      }
      dataNodes.add(install(host, directory, jars, pipe, data));
    }
    PlainNode yarn = install("yarn", directory, jars, pipe, common);
    PlainNode client = install("client", directory, jars, pipe, common);
    PlainCluster cluster =
        new PlainCluster(lifeline, jars, nameNode, List.copyOf(dataNodes), yarn, client);
    try {
      cluster.start();
    } catch (IOException | InterruptedException | RuntimeException | AssertionError failure) {
      cluster.close();
      throw failure;
    }
    return cluster;
  }

  private void start() throws IOException, InterruptedException {
    nameNode.run("hdfs namenode -format -force -nonInteractive\nhdfs --daemon start namenode");
    for (PlainNode dataNode : dataNodes) {
      dataNode.run("hdfs --daemon start datanode");
    }
    yarn.run("yarn --daemon start resourcemanager\nyarn --daemon start nodemanager");
    awaitServing();
    yarn.await(
        "yarn.resourcemanager.webapp.address",
        "Hadoop:service=ResourceManager,name=ClusterMetrics",
        "NumActiveNMs\\W+1\\b");
  }

  private static PlainNode install(
      String name, Path directory, Path jars, Path pipe, Map<String, String> settings)
      throws IOException {
    return PlainNode.install(name, directory.resolve(name), jars, pipe, settings);
  }

  /** Links the jars of this test's class path that are not HAIL's, nor what HAIL brings. */
  static Path linkHadoop(Path jars) throws IOException {
    Files.createDirectories(jars);
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    for (String entry : path.split(File.pathSeparator, -1)) {
      Path jar = Path.of(entry);
      String file = jar.getFileName().toString();
      if (file.endsWith(".jar")
          && Stream.of("hail-", "arrow-", "flatbuffers-", "picocli-").noneMatch(file::startsWith)) {
        Files.createSymbolicLink(jars.resolve(file), jar);
      }
    }
    return jars;
  }

  private static Map<String, String> common(Path directory, FreePorts ports, Path jars)
      throws IOException {
    Map<String, String> settings = new TreeMap<>();
    settings.put("fs.defaultFS", "hdfs://" + ports.next());
    settings.put("hadoop.tmp.dir", directory.resolve("tmp").toString());
    settings.put("dfs.namenode.http-address", ports.next());
    settings.put("dfs.heartbeat.interval", "1s");
    settings.put("dfs.namenode.safemode.extension", "0");
    settings.put("dfs.replication", "" + DATANODES);
    settings.put("hail.namenode.rpc-address", ports.next());
    settings.put("hail.namenode.servicerpc-address", ports.next());
    settings.put("mapreduce.framework.name", "yarn");
    settings.put("mapreduce.application.classpath", jars + "/*");
    settings.put("mapreduce.map.memory.mb", "512");
    settings.put("mapreduce.map.java.opts", "-Xmx256m -XX:TieredStopAtLevel=1");
    settings.put("mapreduce.reduce.memory.mb", "512");
    settings.put("yarn.app.mapreduce.am.resource.mb", "512");
    settings.put("yarn.app.mapreduce.am.command-opts", "-Xmx256m -XX:TieredStopAtLevel=1");
    settings.put("yarn.application.classpath", jars + "/*");
    settings.put("yarn.scheduler.minimum-allocation-mb", "512");
    settings.put(
        "yarn.resourcemanager.scheduler.class",
        "org.apache.hadoop.yarn.server.resourcemanager.scheduler.fifo.FifoScheduler");
    for (String service : List.of("", "scheduler.", "resource-tracker.", "admin.", "webapp.")) {
      settings.put("yarn.resourcemanager." + service + "address", ports.next());
    }
    for (String service : List.of("", "localizer.", "webapp.")) {
      settings.put("yarn.nodemanager." + service + "address", ports.next());
    }
    settings.put("yarn.nodemanager.resource.memory-mb", "2048");
    settings.put("yarn.nodemanager.aux-services", "mapreduce_shuffle");
    settings.put("mapreduce.shuffle.port", "0");
    settings.put("yarn.nodemanager.pmem-check-enabled", "false");
    settings.put("yarn.nodemanager.vmem-check-enabled", "false");
    // Node managers refuse full disks, which laptops often have.
    settings.put("yarn.nodemanager.disk-health-checker.enable", "false");
    return settings;
  }

  /** Waits until the namenode is out of safe mode and all datanodes have registered with it. */
  void awaitServing() throws IOException, InterruptedException {
    nameNode.await(
        "dfs.namenode.http-address",
        "Hadoop:service=NameNode,name=NameNodeInfo",
        "Safemode\" : \"\"");
    for (PlainNode dataNode : dataNodes) {
      dataNode.await(
          "dfs.datanode.http.address",
          "Hadoop:service=DataNode,name=DataNodeInfo",
          "ActorState\\W+RUNNING");
    }
    nameNode.await(
        "dfs.namenode.http-address",
        "Hadoop:service=NameNode,name=FSNamesystemState",
        "NumLiveDataNodes\\W+" + DATANODES + "\\b");
  }

  PlainNode nameNode() {
    return nameNode;
  }

  List<PlainNode> dataNodes() {
    return dataNodes;
  }

  PlainNode client() {
    return client;
  }

  /** Returns the hosts that a word of the page stands for. */
  List<PlainNode> hosts(String role) {
    return switch (role) {
      case "every host" -> Stream.concat(Stream.of(nameNode, client), dataNodes.stream()).toList();
      case "namenode" -> List.of(nameNode);
      case "datanode" -> dataNodes;
      case "client" -> List.of(client);
      default -> throw new IllegalArgumentException("No host for `" + role + "'");
    };
  }

  /** Ends the daemons. */
  @Override
  public void close() throws IOException {
    lifeline.close();
    // JUnit warns of each link to outside of its folder.
    try (Stream<Path> links = Files.list(jars)) {
      for (Path link : links.toList()) {
        Files.delete(link);
      }
    }
  }
}
