// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import dev.hail.cli.CommandContext;
import dev.hail.cli.CommandLineProblem;
import dev.hail.cli.HailCommand;
import dev.hail.conf.NumberKeys;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The {@code hail minicluster} command. */
@Command(
    name = "minicluster",
    description = {
      "Run HDFS with HAIL, and YARN, in this process until Ctrl-C.",
      "For trying out and for tests; other shells reach it with the HADOOP_CONF_DIR it prints."
    },
    footer = {
      "",
      "Examples:",
      "  hail minicluster",
      "  hail minicluster --datanodes 4 --no-yarn --dir /var/tmp/hail"
    })
public final class MiniclusterCommand implements HailCommand {
  private static final int AFTER_EVERYTHING_ELSE = 1;
  private static final long LOG_RETAIN_SECONDS = TimeUnit.HOURS.toSeconds(3);

  @Option(
      names = "--datanodes",
      paramLabel = "N",
      defaultValue = "3",
      description = "Number of datanodes, 1 to 20 (default: ${DEFAULT-VALUE}).")
  private int dataNodes;

  @Mixin private YarnOption yarn;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description =
          "Keep the cluster's files in DIR; the next start with DIR finds them again."
              + " Default: a temporary directory, removed at the end.")
  private Path directory;

  @Option(names = "--format", description = "Start empty even if DIR holds a cluster.")
  private boolean format;

  @Override
  public int run(CommandContext context) throws Exception {
    if (dataNodes < 1 || dataNodes > 20) {
      throw new CommandLineProblem("--datanodes must be 1 to 20, not " + dataNodes);
    }
    Configuration configuration = new Configuration(context.configuration());
    // Users who try a job out want to read its task logs, which the cluster deletes by default.
    configuration.setLong(
        YarnConfiguration.NM_LOG_RETAIN_SECONDS,
        configuration.getLong(YarnConfiguration.NM_LOG_RETAIN_SECONDS, LOG_RETAIN_SECONDS));
    // A datanode that refuses one is waited for, and a namenode goes on without HAIL.
    NumberKeys.checkAll(configuration);
    HailMiniCluster.Builder builder =
        HailMiniCluster.builder()
            .configuration(configuration)
            .dataNodes(dataNodes)
            .yarn(yarn.isWanted());
    if (directory == null) {
      return run(context, builder);
    }
    try (DirectoryLock lock = DirectoryLock.take(directory)) {
      builder
          .format(format || !holdsCluster(directory))
          .baseDirectory(lock.directory().toAbsolutePath().toFile());
      return run(context, builder);
    }
  }

  private int run(CommandContext context, HailMiniCluster.Builder builder) throws Exception {
    context
        .err()
        .println(
            "Starting " + (yarn.isWanted() ? "YARN, " : "") + "datanodes: " + dataNodes + " ...");
    HailMiniCluster cluster = builder.build();
    AtomicBoolean running = new AtomicBoolean(true);
    ShutdownHookManager.get()
        .addShutdownHook(
            () -> stop(cluster::closeAtExit, running, context.err()),
            AFTER_EVERYTHING_ELSE,
            60,
            TimeUnit.SECONDS);
    try {
      describe(cluster, context.out());
      new CountDownLatch(1).await();
    } finally {
      stop(cluster::close, running, context.err());
    }
    return 0;
  }

  private static boolean holdsCluster(Path directory) {
    return Files.exists(directory.resolve("dfs").resolve("name-0-1").resolve("current"));
  }

  private static void stop(Runnable close, AtomicBoolean running, PrintStream err) {
    if (running.getAndSet(false)) {
      err.println("Stopping the cluster ...");
      close.run();
    }
  }

  private static void describe(HailMiniCluster cluster, PrintStream out) throws IOException {
    Path conf = cluster.baseDirectory().toPath().resolve("conf");
    ConfigurationDirectory.write(conf, cluster.configuration());
    out.println("File system:      " + cluster.uri());
    for (String address : cluster.namenodeWebAddresses()) {
      out.println("Namenode web:     " + address);
    }
    if (cluster.yarn().isPresent()) {
      String address = cluster.configuration().get(YarnConfiguration.RM_WEBAPP_ADDRESS);
      out.println("YARN web:         http://" + address);
    }
    out.println("Files:            " + cluster.baseDirectory());
    out.println();
    out.println("In other shells:  export HADOOP_CONF_DIR=" + conf);
    out.println("Ctrl-C stops the cluster.");
    out.flush();
  }
}
