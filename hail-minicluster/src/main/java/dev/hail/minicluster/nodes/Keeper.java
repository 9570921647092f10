// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

import dev.hail.minicluster.DirectoryLock;
import dev.hail.minicluster.process.Daemon;
import dev.hail.minicluster.process.ProcessCluster;
import dev.hail.minicluster.process.ProcessYarn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * The process in the background that starts the daemons of a cluster, and does to them what
 * commands ask for. The daemons end with it, however it ends.
 */
public final class Keeper {
  /** A node that does not answer is taken for lost after half a minute rather than ten. */
  private static final Map<String, String> QUICK =
      Map.of(
          YarnConfiguration.RM_NM_EXPIRY_INTERVAL_MS, "30000",
          YarnConfiguration.RM_AM_EXPIRY_INTERVAL_MS, "30000",
          DFSConfigKeys.DFS_NAMENODE_SAFEMODE_EXTENSION_KEY, "0");

  private static final int SLOTS = 2;
  private static final int TASK_MEGABYTES = 512;

  private final Path directory;
  private final ClusterShape shape;
  private final Thread starter = Thread.currentThread();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile String progress = "the keeper starts";
  private volatile RunningNodes nodes;
  private ProcessCluster hdfs;
  private ProcessYarn yarn;
  private boolean stopping;
  private boolean orderly;

  private Keeper(Path directory, ClusterShape shape) {
    this.directory = directory;
    this.shape = shape;
  }

  /**
   * Keeps a cluster until it is told to end, or gets SIGTERM.
   *
   * @param args the directory, and the arguments of a {@link ClusterShape}
   */
  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    ClusterShape shape = ClusterShape.parse(Arrays.asList(args).subList(1, args.length));
    int code = 1;
    try (DirectoryLock lock = DirectoryLock.take(directory)) {
      Keeper keeper = new Keeper(lock.directory(), shape);
      Runtime.getRuntime().addShutdownHook(new Thread(keeper::end, "end"));
      KeeperSocket socket = KeeperSocket.listen(directory, keeper::answer);
      try (socket) {
        keeper.keep();
      }
      code = 0;
    } catch (Exception failure) {
      failure.printStackTrace(System.err);
    }
    // Hadoop's clients leave threads behind.
    System.exit(code);
  }

  private void keep() throws Exception {
    try {
      start();
      new CountDownLatch(1).await();
    } catch (InterruptedException told) {
      if (!isStopping()) {
        throw told;
      }
    } finally {
      end();
    }
  }

  private void start() throws IOException, InterruptedException, TimeoutException {
    ProcessCluster.Builder builder =
        ProcessCluster.builder()
            .longRun()
            .haNameNodes()
            .dataNodes(shape.nodes())
            .addressesAsHostNames()
            .quickHeartbeats()
            .directory(ProcessEngine.data(directory))
            .progress(text -> progress = text);
    QUICK.forEach(builder::set);
    shape.settings().forEach(builder::set);
    ProcessCluster started = builder.start();
    synchronized (this) {
      hdfs = started;
    }
    if (shape.yarn()) {
      progress = "YARN starts";
      ProcessYarn beside =
          ProcessYarn.start(started, new ProcessYarn.Shape(SLOTS, TASK_MEGABYTES, shape.nodes()));
      synchronized (this) {
        yarn = beside;
      }
    }
    writeClientDirectory();
    nodes = RunningNodes.of(hdfs, yarn);
  }

  private void writeClientDirectory() throws IOException {
    Path to = ProcessEngine.conf(directory);
    if (yarn != null) {
      yarn.writeClientDirectory(to);
    } else {
      FileUtil.fullyDelete(to.toFile());
      copy(hdfs.clientDirectory(), to);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (var files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  private List<String> answer(List<String> words) throws Exception {
    RunningNodes running = nodes;
    if (words.get(0).equals("progress")) {
      return List.of(running == null ? progress : ProcessEngine.HEALTHY);
    }
    if (words.get(0).equals("down")) {
      stop(words.get(1).equals("orderly"));
      ended.await();
      return List.of("" + ProcessHandle.current().pid());
    }
    if (running == null) {
      throw new IOException("The cluster is still starting: " + progress);
    }
    return switch (words.get(0)) {
      case "status" -> running.status().stream().map(NodeStatus::line).toList();
      case "logs" -> running.logs(words.get(1)).stream().map(Path::toString).toList();
      default -> {
        running.apply(NodeAction.valueOf(words.get(0).toUpperCase(Locale.ROOT)), words.get(1));
        yield List.of();
      }
    };
  }

  private synchronized void stop(boolean inOrder) {
    stopping = true;
    orderly = inOrder;
    starter.interrupt();
  }

  private synchronized boolean isStopping() {
    return stopping;
  }

  /** Ends all daemons and their containers; each later call does nothing. */
  private synchronized void end() {
    try {
      if (nodes != null) {
        nodes.close();
        nodes = null;
      }
      if (yarn != null) {
        yarn.close();
        yarn = null;
      }
      if (hdfs != null) {
        if (orderly) {
          stopInOrder();
        }
        hdfs.close();
        hdfs = null;
      }
    } catch (IOException | InterruptedException failure) {
      // The daemons end with this process anyway.
      failure.printStackTrace(System.err);
    }
    ended.countDown();
  }

  private void stopInOrder() throws IOException, InterruptedException {
    for (Daemon dataNode : hdfs.dataNodes()) {
      dataNode.stop();
    }
    for (Daemon nameNode : hdfs.nameNodes()) {
      nameNode.stop();
    }
  }
}
