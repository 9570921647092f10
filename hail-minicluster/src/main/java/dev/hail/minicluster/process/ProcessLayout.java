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
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hdfs.DFSConfigKeys;

/**
 * The daemons of a cluster and the files they are configured by, before anything runs.
 *
 * @param nameNode the only namenode
 * @param formatCommand makes the namenode's directory
 * @param dataNodes in the order of their numbers
 * @param clientSettings what a client needs
 */
record ProcessLayout(
    Daemon nameNode,
    JvmProcess.Command formatCommand,
    List<Daemon> dataNodes,
    Map<String, String> clientSettings) {
  private static final String NAME_NODE = "org.apache.hadoop.hdfs.server.namenode.NameNode";
  private static final String DATA_NODE = "org.apache.hadoop.hdfs.server.datanode.DataNode";
  private static final Duration FORMAT_TIME = Duration.ofMinutes(4);

  /** What the builder collected. */
  record Shape(
      int dataNodes,
      String heap,
      boolean hail,
      boolean quickHeartbeats,
      Map<String, String> settings,
      ProcessCluster.Customization customization) {}

  static ProcessLayout write(Path base, Shape shape) throws IOException {
    FreePorts ports = new FreePorts();
    Map<String, String> client = new TreeMap<>();
    client.put(CommonConfigurationKeysPublic.FS_DEFAULT_NAME_KEY, "hdfs://" + ports.next());
    client.put(DFSConfigKeys.DFS_REPLICATION_KEY, "" + Math.min(3, shape.dataNodes()));
    String web = ports.next();
    client.put(DFSConfigKeys.DFS_NAMENODE_HTTP_ADDRESS_KEY, web);
    if (shape.hail()) {
      client.putAll(DaemonSettings.registryAddress(ports.next()));
    }
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

    Path nameDirectory = base.resolve("namenode");
    Map<String, String> name = new TreeMap<>(common);
    name.put(DFSConfigKeys.DFS_NAMENODE_NAME_DIR_KEY, nameDirectory.resolve("name").toString());
    JvmProcess.Command run = command("namenode", NAME_NODE, nameDirectory, name, shape);
    JvmProcess.Command format =
        new JvmProcess.Command(
            NAME_NODE,
            List.of("-format", "-force", "-nonInteractive"),
            run.options(),
            run.configuration(),
            run.log());
    Daemon nameNode = new Daemon("namenode", run, nameDirectory, web);

    List<Daemon> dataNodes = new ArrayList<>();
    for (int i = 0; i < shape.dataNodes(); i++) {
      dataNodes.add(dataNode("datanode-" + i, base, common, ports, shape));
    }
    return new ProcessLayout(nameNode, format, dataNodes, client);
  }

  private static Daemon dataNode(
      String daemon, Path base, Map<String, String> common, FreePorts ports, Shape shape)
      throws IOException {
    Path directory = base.resolve(daemon);
    String web = ports.next();
    Map<String, String> data = new TreeMap<>(common);
    data.put(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY, directory.resolve("data").toString());
    data.put(DFSConfigKeys.DFS_DATANODE_HTTP_ADDRESS_KEY, web);
    data.put(DFSConfigKeys.DFS_DATANODE_ADDRESS_KEY, ports.next());
    data.put(DFSConfigKeys.DFS_DATANODE_IPC_ADDRESS_KEY, ports.next());
    return new Daemon(daemon, command(daemon, DATA_NODE, directory, data, shape), directory, web);
  }

  private static JvmProcess.Command command(
      String daemon, String mainClass, Path directory, Map<String, String> settings, Shape shape)
      throws IOException {
    Path conf = directory.resolve("conf");
    List<String> options = new ArrayList<>();
    options.add("-Xmx" + shape.heap());
    options.add("-Dlog4j.configuration=" + conf.resolve("log4j.properties").toUri());
    options.add("-Dhadoop.log.dir=" + directory);
    options.add("-Djava.io.tmpdir=" + Files.createDirectories(directory.resolve("tmp")));
    shape.customization().apply(daemon, settings, options);
    SiteFiles.write(conf, settings);
    return new JvmProcess.Command(
        mainClass, List.of(), options, conf, directory.resolve(daemon + ".log"));
  }

  /** Makes the namenode's directory. */
  void format() throws IOException, InterruptedException {
    try (JvmProcess format = JvmProcess.start(formatCommand)) {
      int code = format.await(FORMAT_TIME);
      if (code != 0) {
        throw new IOException(
            "Formatting the namenode ended with " + code + ":\n" + nameNode.logTail());
      }
    }
  }
}
