// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileUtil;

/**
 * Runs each node as a container, by {@code docker/compose.yaml}. An engine has one such cluster at
 * a time.
 */
final class DockerEngine implements Engine {
  static final String NAME = "docker";

  /** Number of nodes with a datanode in the file. */
  static final int NODES = 3;

  /** Name of the project, and what names of containers begin with. */
  private static final String PROJECT = "hail";

  private static final String NETWORK = PROJECT + "_cluster";
  private static final String CLIENT = "client";
  private static final String CONF = "/opt/hadoop/etc/hadoop";
  private static final Duration START = Duration.ofMinutes(10);
  private static final int POLL_MILLIS = 1_000;
  private static final int PAGE_MILLIS = 5_000;

  /**
   * Nodes with the last number of their address and the port of their page, in the order in which
   * they are shown. The compose file has the same.
   */
  static final List<Container> CONTAINERS =
      List.of(
          new Container("namenode-0", 3, 9870, "namenode"),
          new Container("namenode-1", 4, 9870, "namenode"),
          new Container("journalnode", 2, 8480, "journalnode"),
          new Container("resourcemanager", 5, 8088, "resourcemanager, history"),
          new Container("node-0", 10, 9864, "datanode, nodemanager"),
          new Container("node-1", 11, 9864, "datanode, nodemanager"),
          new Container("node-2", 12, 9864, "datanode, nodemanager"));

  private final Path home;
  private final Path directory;

  /**
   * Creates the engine; nothing runs.
   *
   * @param home directory of the checkout
   * @param directory directory for the client's site files, which may be missing
   */
  DockerEngine(Path home, Path directory) {
    this.home = home;
    this.directory = directory;
  }

  /**
   * A container of the compose file.
   *
   * @param name name of the node
   * @param number last number of its address
   * @param port port of its page
   * @param runs kinds of its daemons
   */
  record Container(String name, int number, int port, String runs) {
    String container() {
      return PROJECT + "-" + name;
    }

    String address() {
      return network() + "." + number;
    }

    String page() {
      return "http://" + address() + ":" + port;
    }
  }

  /** Returns whether there is an engine that has the image. */
  boolean isReady() {
    return tool(Map.of()).hasImage(image());
  }

  private static String image() {
    return System.getenv().getOrDefault("HAIL_IMAGE", "hail:local");
  }

  private static String network() {
    return System.getenv().getOrDefault("HAIL_NETWORK", "172.30.99");
  }

  private DockerTool tool(Map<String, String> environment) {
    return new DockerTool(home.resolve("docker/compose.yaml"), PROJECT, environment);
  }

  private DockerTool tool() {
    return tool(Map.of());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean isUp() throws IOException {
    return !tool()
        .docker("ps", "-q", "--filter", "label=com.docker.compose.project=" + PROJECT)
        .isEmpty();
  }

  @Override
  public void up(ClusterShape shape, Consumer<String> progress)
      throws IOException, InterruptedException {
    if (shape.nodes() != NODES || !shape.yarn()) {
      throw new IOException(
          "Containers come as " + NODES + " nodes with YARN; --engine process takes other shapes");
    }
    if (!isReady()) {
      throw new IOException(
          "No engine answers that has the image " + image() + "; docker/build makes it");
    }
    String settings = settings(System.getenv().getOrDefault("HAIL_SETTINGS", ""), shape.settings());
    progress.accept("containers start");
    tool(Map.of("HAIL_SETTINGS", settings, "HAIL_IMAGE", image()))
        .compose("up", "-d", "--no-build");
    try {
      awaitHealthy(progress);
    } catch (IOException | InterruptedException failure) {
      tool().compose("stop");
      throw failure;
    }
    FileUtil.fullyDelete(clientDirectory().toFile());
    Files.createDirectories(clientDirectory());
    tool().docker("cp", PROJECT + "-" + CLIENT + ":" + CONF + "/.", clientDirectory().toString());
  }

  /**
   * Returns lines {@code KEY=VALUE} for the compose file, of which the last one of a key counts.
   *
   * @param host such lines of the user's environment, which may be empty
   * @param command settings of the command
   */
  static String settings(String host, Map<String, String> command) {
    return command.entrySet().stream()
        .map(setting -> "\n" + setting.getKey() + "=" + setting.getValue())
        .collect(Collectors.joining("", host, ""));
  }

  private void awaitHealthy(Consumer<String> progress) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + START.toNanos();
    String missing = missing();
    while (!missing.isEmpty()) {
      progress.accept(missing);
      if (System.nanoTime() > deadline) {
        throw new IOException(
            "After " + START.toMinutes() + " minutes " + missing + "; `hail cluster logs NODE'");
      }
      Thread.sleep(POLL_MILLIS);
      missing = missing();
    }
  }

  /** Returns what the start waits for. Of two namenodes that serve, one becomes active. */
  private String missing() throws IOException {
    List<String> notes = new ArrayList<>();
    for (NodeStatus node : status()) {
      if (node.state().equals("down")) {
        throw new IOException(
            node.name()
                + " ended by itself; the end of its log:\n"
                + tool().docker("logs", "--tail", "30", PROJECT + "-" + node.name()));
      }
      notes.add(node.note());
    }
    if (notes.subList(0, 2).equals(List.of("standby", "standby"))) {
      return makeFirstActive();
    }
    if (notes.stream().noneMatch(note -> note.equals(NodeNote.active(NODES)))) {
      return "no namenode is active with " + NODES + " datanodes yet";
    }
    return notes.contains(NodeNote.managers(NODES))
        ? ""
        : "the resource manager does not have " + NODES + " node managers yet";
  }

  /** Fails while the journal does not answer yet, and is tried again then. */
  private String makeFirstActive() {
    try {
      failover(CONTAINERS.get(0));
      return "the first namenode is made active";
    } catch (IOException notYet) {
      return "the first namenode cannot be made active yet: " + notYet.getMessage();
    }
  }

  @Override
  public void down(boolean keep) throws IOException {
    if (keep) {
      tool().compose("down", "--timeout", "60");
    } else {
      tool().compose("down", "--timeout", "60", "--volumes");
      FileUtil.fullyDelete(clientDirectory().toFile());
    }
  }

  @Override
  public List<NodeStatus> status() throws IOException {
    if (!isUp()) {
      throw new IOException("No cluster is up in containers");
    }
    List<NodeStatus> nodes = new ArrayList<>();
    for (Container node : CONTAINERS) {
      nodes.add(status(node));
    }
    return nodes;
  }

  private NodeStatus status(Container node) throws IOException {
    List<String> shown =
        List.of(
            tool()
                .docker(
                    "inspect",
                    "-f",
                    "{{.State.Status}} {{.State.Pid}} {{len .NetworkSettings.Networks}}",
                    node.container())
                .split(" ", -1));
    boolean cut = shown.get(2).equals("0");
    String state =
        switch (shown.get(0)) {
          case "running" -> "running";
          case "paused" -> "paused";
          default -> "down";
        };
    boolean answers = state.equals("running") && !cut;
    NodeNote.Beans beans = new WebPage(node.page(), PAGE_MILLIS)::jmx;
    return new NodeStatus(
        node.name(),
        state + (cut ? ", cut off" : ""),
        node.runs() + (shown.get(1).equals("0") ? " (down)" : " " + shown.get(1)),
        node.address(),
        node.page(),
        answers ? NodeNote.of(node.name(), beans) : "",
        answers ? NodeNote.hail(node.name(), beans) : "");
  }

  @Override
  public void apply(NodeAction action, String name) throws IOException {
    Container node = container(name);
    String container = node.container();
    switch (action) {
      case KILL -> tool().docker("kill", container);
      case START -> tool().docker("start", container);
      case PAUSE -> tool().docker("pause", container);
      case RESUME -> tool().docker("unpause", container);
      case PARTITION -> tool().docker("network", "disconnect", NETWORK, container);
      case HEAL ->
          tool()
              .docker(
                  "network",
                  "connect",
                  "--ip",
                  node.address(),
                  "--alias",
                  node.name(),
                  NETWORK,
                  container);
      case FAILOVER -> failover(node);
    }
  }

  private static Container container(String name) throws IOException {
    for (Container node : CONTAINERS) {
      if (node.name().equals(name)) {
        return node;
      }
    }
    throw NodeStatus.unknown(name, CONTAINERS.stream().map(Container::name).toList());
  }

  private void failover(Container to) throws IOException {
    int index = CONTAINERS.indexOf(to);
    if (index > 1) {
      throw new IOException(to.name() + " is no namenode");
    }
    NodeStatus other = status(CONTAINERS.get(1 - index));
    if (other.note().startsWith("active")) {
      haadmin("-transitionToStandby", "nn" + (1 - index));
    }
    // Without force it refuses while the other one does not answer, which is what it is for.
    haadmin("-transitionToActive", "--forceactive", "nn" + index);
  }

  private void haadmin(String... words) throws IOException {
    List<String> line = new ArrayList<>(List.of("exec", PROJECT + "-" + CLIENT, "hdfs", "haadmin"));
    line.addAll(List.of(words));
    tool().docker(line.toArray(String[]::new));
  }

  @Override
  public void printLogs(String node, int lines, OutputStream out) throws IOException {
    tool().copyOutput(out, "logs", "--tail", "" + lines, container(node).container());
  }

  @Override
  public Path clientDirectory() {
    return ProcessEngine.conf(directory);
  }
}
