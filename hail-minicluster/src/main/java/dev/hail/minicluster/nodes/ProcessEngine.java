// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

import dev.hail.client.PathException;
import dev.hail.minicluster.DirectoryLock;
import dev.hail.minicluster.process.JvmProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileUtil;

/** Runs each daemon as a process of this machine, with an address of its own. */
final class ProcessEngine implements Engine {
  static final String NAME = "process";

  /** What the keeper says when it has nothing to wait for. */
  static final String HEALTHY = "healthy";

  private static final int POLL_MILLIS = 200;
  private static final int END_SECONDS = 60;
  private static final long LONGEST_TAIL = 8L << 20;

  private final Path directory;

  /**
   * Creates the engine; nothing runs.
   *
   * @param directory directory of the cluster, which may be missing
   */
  ProcessEngine(Path directory) {
    this.directory = directory;
  }

  /** Returns the directory below which each daemon has its files. */
  static Path data(Path directory) {
    return directory.resolve("daemons");
  }

  static Path conf(Path directory) {
    return directory.resolve("conf");
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean isUp() throws IOException {
    return KeeperSocket.ask(directory, "progress").isPresent();
  }

  @Override
  public void up(ClusterShape shape, Consumer<String> progress)
      throws IOException, InterruptedException {
    KeeperSocket.check(directory);
    Files.createDirectories(directory);
    Path log = directory.resolve("keeper.log");
    Files.deleteIfExists(log);
    ProcessHandle keeper = startKeeper(shape, log);
    Thread undo = new Thread(keeper::destroy, "undo");
    Runtime.getRuntime().addShutdownHook(undo);
    try {
      awaitHealthy(keeper, log, progress);
    } catch (IOException | InterruptedException failure) {
      keeper.destroy();
      throw failure;
    } finally {
      Runtime.getRuntime().removeShutdownHook(undo);
    }
  }

  private ProcessHandle startKeeper(ClusterShape shape, Path log) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(directory.toString()));
    arguments.addAll(shape.arguments());
    List<String> options =
        new ArrayList<>(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    for (String property :
        List.of(
            "log4j.configuration",
            "hail.log.level",
            "hail.minicluster.process",
            "java.io.tmpdir")) {
      if (System.getProperty(property) != null) {
        options.add("-D" + property + "=" + System.getProperty(property));
      }
    }
    return JvmProcess.startAlone(
        new JvmProcess.Command(Keeper.class.getName(), arguments, options, null, log, Map.of()));
  }

  private void awaitHealthy(ProcessHandle keeper, Path log, Consumer<String> progress)
      throws IOException, InterruptedException {
    while (true) {
      boolean alive = keeper.isAlive();
      Optional<List<String>> answer = alive ? progressOf(keeper) : Optional.empty();
      if (!alive) {
        throw new PathException(
            directory, "the cluster did not start", "The end of " + log + ":\n" + tail(log, 30));
      }
      if (answer.isPresent()) {
        String text = answer.get().get(0);
        if (text.equals(HEALTHY)) {
          return;
        }
        progress.accept(text);
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private Optional<List<String>> progressOf(ProcessHandle keeper) throws IOException {
    try {
      return KeeperSocket.ask(directory, "progress");
    } catch (IOException failure) {
      if (keeper.isAlive()) {
        throw failure;
      }
      return Optional.empty();
    }
  }

  @Override
  public void down(boolean keep) throws IOException, InterruptedException {
    Optional<List<String>> answer =
        KeeperSocket.ask(directory, "down", keep ? "orderly" : "at once");
    if (answer.isPresent()) {
      awaitEnd(Long.parseLong(answer.get().get(0)));
    }
    if (!keep && Files.isDirectory(directory)) {
      DirectoryLock lock = DirectoryLock.take(directory);
      try (lock) {
        FileUtil.fullyDelete(data(directory).toFile());
        FileUtil.fullyDelete(conf(directory).toFile());
      }
    }
  }

  private static void awaitEnd(long pid) throws IOException, InterruptedException {
    Optional<ProcessHandle> keeper = ProcessHandle.of(pid);
    if (keeper.isEmpty()) {
      return;
    }
    try {
      keeper.get().onExit().get(END_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException failure) {
      throw new IOException("Process " + pid + ", which keeps the cluster, does not end", failure);
    }
  }

  @Override
  public List<NodeStatus> status() throws IOException {
    return ask("status").stream().map(NodeStatus::parse).toList();
  }

  @Override
  public void apply(NodeAction action, String node) throws IOException {
    ask(action.name().toLowerCase(Locale.ROOT), node);
  }

  @Override
  public void printLogs(String node, int lines, OutputStream out) throws IOException {
    for (String file : ask("logs", node)) {
      String text = "==> " + file + " <==\n" + tail(Path.of(file), lines) + "\n";
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  @Override
  public Path clientDirectory() {
    return conf(directory);
  }

  private List<String> ask(String... words) throws IOException {
    return KeeperSocket.ask(directory, words)
        .orElseThrow(() -> new IOException("No cluster is up in " + directory));
  }

  private static String tail(Path file, int lines) throws IOException {
    List<String> all;
    try (FileChannel channel = FileChannel.open(file)) {
      channel.position(Math.max(0, channel.size() - LONGEST_TAIL));
      byte[] end = Channels.newInputStream(channel).readAllBytes();
      all = new String(end, StandardCharsets.UTF_8).lines().toList();
    }
    return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
  }
}
