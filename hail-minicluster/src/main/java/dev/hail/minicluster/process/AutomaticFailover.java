// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The daemons that make the other namenode of a pair active when one fails.
 *
 * @param zooKeeper a ZooKeeper server of its own
 * @param controllers Hadoop's failover controllers, one for each namenode
 * @param formatCommand makes the pair's node in ZooKeeper
 */
record AutomaticFailover(
    Daemon zooKeeper, List<Daemon> controllers, JvmProcess.Command formatCommand) {
  private static final String ZOO_KEEPER = "org.apache.zookeeper.server.ZooKeeperServerMain";
  private static final String CONTROLLER = "org.apache.hadoop.hdfs.tools.DFSZKFailoverController";
  private static final Duration FORMAT_TIME = Duration.ofMinutes(4);

  /**
   * Writes the files of the daemons.
   *
   * @param zooKeeper where the ZooKeeper server runs
   * @param controllers where the controllers run, in the order of the namenodes
   * @param common settings of all daemons
   */
  static AutomaticFailover write(
      Place zooKeeper,
      List<Place> controllers,
      Map<String, String> common,
      NameNodeEndpoints endpoints)
      throws IOException {
    List<Daemon> daemons = new ArrayList<>();
    for (int i = 0; i < controllers.size(); i++) {
      NameNodeEndpoints.NameNode nameNode = endpoints.nameNodes().get(i);
      Map<String, String> settings = new TreeMap<>(common);
      settings.putAll(nameNode.ownSettings());
      Place place = controllers.get(i);
      daemons.add(
          place.daemon(
              place.command(CONTROLLER, List.of(), settings),
              "tcp://" + nameNode.controllerAddress()));
    }
    JvmProcess.Command run = daemons.get(0).command();
    JvmProcess.Command format =
        new JvmProcess.Command(
            CONTROLLER,
            List.of("-formatZK", "-force", "-nonInteractive"),
            run.options(),
            run.configuration(),
            run.log(),
            run.environment());
    return new AutomaticFailover(
        zooKeeper(zooKeeper, common, endpoints.zooKeeper()), List.copyOf(daemons), format);
  }

  private static Daemon zooKeeper(Place place, Map<String, String> common, String address)
      throws IOException {
    Path file = place.directory().resolve("zoo.cfg");
    JvmProcess.Command command =
        place.command(ZOO_KEEPER, List.of(file.toString()), new TreeMap<>(common));
    int colon = address.lastIndexOf(':');
    Files.writeString(
        file,
        """
        dataDir=%s
        clientPortAddress=%s
        clientPort=%s
        tickTime=2000
        admin.enableServer=false
        """
            .formatted(
                place.directory().resolve("data"),
                address.substring(0, colon),
                address.substring(colon + 1)),
        StandardCharsets.UTF_8);
    return place.daemon(command, "tcp://" + address);
  }

  /**
   * Starts ZooKeeper and makes the pair's node there. What an earlier cluster of the same directory
   * left goes, because it names other ports.
   */
  void prepare() throws IOException, InterruptedException {
    zooKeeper.start();
    try (JvmProcess format = JvmProcess.start(formatCommand)) {
      int code = format.await(FORMAT_TIME);
      if (code != 0) {
        zooKeeper.failIfEnded();
        throw new IOException(
            "Making the node in ZooKeeper ended with "
                + code
                + ":\n"
                + controllers.get(0).logTail());
      }
    }
  }
}
