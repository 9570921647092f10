// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.cli.HailCli;
import dev.hail.conf.HailConfiguration;
import dev.hail.minicluster.process.JvmProcess;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MiniclusterCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void minicluster_interruptedAndRunAgain_findsItsFiles(@TempDir Path directory) throws Exception {
    org.apache.hadoop.fs.Path mark = new org.apache.hadoop.fs.Path("/mark");
    Path notes = Files.writeString(directory.resolve("notes.txt"), "of the user");
    for (boolean found : new boolean[] {false, true}) {
      out.reset();
      CompletableFuture<Integer> exit = new CompletableFuture<>();
      Thread shell =
          new Thread(
              () -> {
                try {
                  exit.complete(
                      run("minicluster", "--datanodes", "1", "--no-yarn", "--dir", "" + directory));
                } catch (Exception e) {
                  exit.completeExceptionally(e);
                }
              });
      shell.start();
      Waiting.until("it runs", () -> exit.isDone() || text(out).contains("Ctrl-C"));
      assertThat(text(out)).as(text(err)).contains("HADOOP_CONF_DIR=" + directory.resolve("conf"));
      try (FileSystem fs = FileSystem.newInstance(configuration(directory.resolve("conf")))) {
        assertThat(fs.exists(mark)).isEqualTo(found);
        fs.mkdirs(mark);
      }
      assertThat(run("minicluster", "--format", "--no-yarn", "--dir", "" + directory)).isEqualTo(1);
      assertThat(text(err)).contains("Another minicluster runs in " + directory);
      shell.interrupt();
      shell.join();
      assertThat(exit.get()).isEqualTo(1);
      assertThat(text(err)).contains("Stopping the cluster");
      failToStart(directory);
    }
    assertThat(notes).hasContent("of the user");
  }

  /** A namenode would go on without HAIL, and a datanode would be waited for. */
  @Test
  void numberOfDaemon_outOfRange_isRefusedBeforeStart(@TempDir Path directory) throws Exception {
    for (String key : List.of("hail.datanode.sort.threads", "hail.namenode.handler.count")) {
      Path conf =
          Files.writeString(
              directory.resolve("conf.xml"),
              "<configuration><property><name>"
                  + key
                  + "</name><value>few</value></property></configuration>");
      assertThat(run("minicluster", "--no-yarn", "-conf", "" + conf)).isEqualTo(1);
      assertThat(text(err)).contains(key + " must be a whole number", "it is `few'");
    }
    assertThat(text(err)).doesNotContain("Starting");
  }

  /** In a process of its own, as HDFS would delete at its end. */
  @Test
  void minicluster_withDatanodeThatCannotStart_losesNoFile(@TempDir Path directory)
      throws Exception {
    Path image = directory.resolve("dfs/name-0-1/current/VERSION");
    Path log = directory.resolve("minicluster.log");
    List<String> arguments =
        List.of(
            "minicluster",
            "-D",
            "dfs.datanode.max.locked.memory=99999999999999",
            "--no-yarn",
            "--dir",
            directory.toString());
    JvmProcess.Command command =
        new JvmProcess.Command(HailCli.class.getName(), arguments, List.of("-Xmx256m"), null, log);
    try (JvmProcess process = JvmProcess.start(command)) {
      assertThat(process.await(Duration.ofMinutes(5))).as(log.toString()).isEqualTo(1);
    }
    assertThat(log).content().contains("dfs.datanode.max.locked.memory");
    assertThat(image).exists();
  }

  /** When HDFS runs already. */
  private void failToStart(Path directory) throws Exception {
    int exit =
        run(
            "minicluster",
            "--datanodes",
            "1",
            "-D",
            "yarn.resourcemanager.scheduler.class=none.such",
            "--dir",
            directory.toString());
    assertThat(exit).isEqualTo(1);
    assertThat(text(err)).contains("YARN did not start under " + directory);
  }

  @Test
  void minicluster_withSenselessNumberOfDatanodes_isUsageError() throws Exception {
    assertThat(run("minicluster", "--datanodes", "0")).isEqualTo(2);
    assertThat(text(err)).contains("--datanodes must be 1 to 20, not 0");
  }

  private int run(String... args) throws Exception {
    PrintStream messages = new PrintStream(err, true, StandardCharsets.UTF_8);
    return HailCli.run(
        HailConfiguration.load(), InputStream.nullInputStream(), out, messages, args);
  }

  private static Configuration configuration(Path directory) {
    Configuration conf = new Configuration();
    for (String file : new String[] {"core-site.xml", "hdfs-site.xml", "hail-site.xml"}) {
      conf.addResource(new org.apache.hadoop.fs.Path(directory.resolve(file).toUri()));
    }
    return conf;
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
