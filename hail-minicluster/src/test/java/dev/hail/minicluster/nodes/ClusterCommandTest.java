// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.client.HdfsShell;
import dev.hail.conf.HailConfiguration;
import dev.hail.minicluster.process.Firewall;
import dev.hail.testing.RightAnswer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code hail cluster} with processes, as a user types it. */
@Tag("nightly")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class ClusterCommandTest {
  private static final String ROWS = "3,c\n1,a\n2,b\n";

  private Path directory;
  private ClusterShell shell;

  /** Not in the build's folder, whose name may be too long for a socket. */
  @BeforeEach
  void makeDirectory() throws IOException {
    directory = Files.createTempDirectory(Path.of("/tmp"), "hail-cluster-");
    shell = new ClusterShell(directory);
  }

  @AfterEach
  void endCluster() throws Exception {
    shell.cluster("down");
    FileUtil.fullyDelete(directory.toFile());
  }

  @Test
  void cluster_whoseNodesFailInTurn_keepsItsFilesUntilItIsDown() throws Exception {
    shell.succeed("up", "--engine", "process");
    assertThat(shell.out()).contains("HADOOP_CONF_DIR=" + directory.resolve("conf"), "http://127.");
    put();
    assertPlainClientsAreRefused();
    shell.awaitStatus("namenode-0 +running .*guarded +active, 3 datanodes live");
    shell.awaitStatus("namenode-1 +running .*guarded +standby");
    assertThat(shell.out() + shell.err()).doesNotContain("unguarded", "Warning");
    shell.awaitStatus("resourcemanager +running .*3 node managers active");

    loseNode();
    pauseNode();
    cutNodeOff();
    failOver();

    shell.succeed("up", "--engine", "process");
    assertThat(shell.err()).contains("up already");
    shell.succeed("down", "--keep");
    assertThat(shell.cluster("status")).isEqualTo(1);
    shell.succeed("up", "--engine", "process", "--no-yarn");
    assertRowsAreThere();

    shell.succeed("down");
    assertThat(shell.cluster("status")).isEqualTo(1);
    assertThat(shell.err()).contains("No cluster is up in " + directory);
    assertThat(directory.resolve("daemons")).doesNotExist();
    assertThat(directory.resolve("conf")).doesNotExist();
  }

  private void loseNode() throws Exception {
    shell.succeed("kill", "node-1");
    shell.awaitStatus("node-1 +down +datanode .down., nodemanager .down.");
    assertThat(shell.cluster("kill", "node-1")).isEqualTo(1);
    assertThat(shell.err()).contains("node-1 does not run");
    shell.awaitStatus("namenode-0 +running .*active, 2 datanodes live");
    assertRowsAreThere();
    shell.succeed("start", "node-1");
    shell.awaitStatus("namenode-0 +running .*active, 3 datanodes live");
  }

  private void pauseNode() throws Exception {
    shell.succeed("pause", "node-2");
    shell.awaitStatus("node-2 +paused ");
    assertThat(shell.cluster("pause", "node-2")).isEqualTo(1);
    assertThat(shell.err()).contains("node-2 is paused already");
    shell.awaitStatus("namenode-0 +running .*active, 2 datanodes live");
    shell.succeed("resume", "node-2");
    shell.awaitStatus("namenode-0 +running .*active, 3 datanodes live");
  }

  private void cutNodeOff() throws Exception {
    if (!mayCut()) {
      assertThat(shell.cluster("partition", "node-0")).isEqualTo(1);
      assertThat(shell.err()).contains("nft");
      shell.awaitStatus("node-0 +running +datanode");
      return;
    }
    shell.succeed("partition", "node-0");
    shell.awaitStatus("node-0 +running, cut off ");
    shell.awaitStatus("namenode-0 +running .*active, 2 datanodes live");
    shell.awaitStatus("resourcemanager +running .*2 node managers active");
    assertThat(shell.cluster("partition", "node-0")).isEqualTo(1);
    assertThat(shell.err()).contains("node-0 is cut off already");
    shell.succeed("heal", "node-0");
    shell.awaitStatus("namenode-0 +running .*active, 3 datanodes live");
    shell.awaitStatus("resourcemanager +running .*3 node managers active");
  }

  private static boolean mayCut() {
    try (Firewall firewall = Firewall.open()) {
      return firewall != null;
    } catch (IOException mayNot) {
      return false;
    }
  }

  private void failOver() throws Exception {
    shell.succeed("kill", "namenode-0");
    assertThat(shell.err()).contains("`hail cluster failover' makes one active.");
    shell.succeed("failover", "namenode-1");
    shell.awaitStatus("namenode-1 +running .*active, 3 datanodes live");
    assertRowsAreThere();
    shell.succeed("start", "namenode-0");
    shell.awaitStatus("namenode-0 +running .*standby");
    shell.succeed("failover", "namenode-0");
    shell.awaitStatus("namenode-1 +running .*standby");
    assertThat(shell.cluster("failover", "node-0")).isEqualTo(1);
    assertThat(shell.err()).contains("node-0 is no namenode");
  }

  @Test
  void command_withNonsense_saysWhatIsMeant() throws Exception {
    assertThat(shell.cluster("up", "--nodes", "0")).isEqualTo(2);
    assertThat(shell.err()).contains("--nodes must be 1 to 20, not 0");
    assertThat(shell.cluster("up", "--engine", "podman")).isEqualTo(2);
    assertThat(shell.err()).contains("--engine must be one of docker, process, not `podman'");
    assertThat(shell.cluster("kill")).isEqualTo(2);
    assertThat(shell.cluster("kill", "node-0")).isEqualTo(1);
    assertThat(shell.err()).contains("No cluster is up in " + directory);
    shell.succeed(
        "up",
        "--engine",
        "process",
        "--nodes",
        "1",
        "--no-yarn",
        "-D",
        "dfs.blocksize=1m",
        "-D",
        "dfs.permissions.enabled=false");
    assertThat(shell.err()).contains("namenode-0 does not refuse plain clients");
    assertUnguardedIsSaid();
    assertThat(directory.resolve("conf/hdfs-site.xml")).content().contains("dfs.blocksize");
    assertThat(shell.cluster("pause", "node-1")).isEqualTo(1);
    assertThat(shell.err())
        .contains("no node node-1; the nodes are namenode-0, namenode-1, journalnode, node-0");
    shell.succeed("logs", "--lines", "5000", "node-0");
    assertThat(shell.out()).contains("datanode-0.log", "is on at datanode");
    assertThat(shell.cluster("logs", "--lines", "0", "node-0")).isEqualTo(2);
  }

  private void assertUnguardedIsSaid() throws Exception {
    shell.succeed("status");
    assertThat(shell.out()).containsPattern("(?m)^namenode-1 .* unguarded ");
    assertThat(shell.err()).contains("namenode-1 does not refuse plain clients");
    shell.succeed("status", "--json");
    assertThat(shell.err()).contains("namenode-1 does not refuse plain clients");
    String first = shell.out().lines().findFirst().orElseThrow();
    assertThat(first).contains("\"name\":\"namenode-0\"", "\"hail\":\"unguarded\"");
    assertThat(shell.out().lines()).hasSize(4);
    String remedy = "set dfs.permissions.enabled to true, and restart the namenode";
    String web = first.replaceAll(".*\"page\":\"([^\"]+)\".*", "$1");
    try (InputStream page = URI.create(web + "/hail").toURL().openStream()) {
      assertThat(new String(page.readAllBytes(), UTF_8)).contains(remedy);
    }
    shell.succeed("logs", "--lines", "5000", "namenode-0");
    assertThat(shell.out()).contains("HAIL files are not safe on this namenode", remedy);
  }

  @Test
  void cluster_thatCannotStart_leavesNothingRunning() throws Exception {
    assertThat(
            shell.cluster(
                "up",
                "--nodes",
                "1",
                "--no-yarn",
                "-D",
                "dfs.datanode.max.locked.memory=9999999999"))
        .isEqualTo(1);
    assertThat(shell.err()).contains("did not start", "dfs.datanode.max.locked.memory");
    assertThat(shell.cluster("status")).isEqualTo(1);
  }

  private void put() throws Exception {
    Path source = Files.writeString(directory.resolve("rows.csv"), ROWS);
    HailShell.Result put =
        HailShell.run(
            client(),
            "",
            "put",
            "--schema",
            "a INT, b STRING",
            "--index",
            "a",
            "" + source,
            "/rows");
    assertThat(put.code()).as("%s", put).isZero();
  }

  private void assertPlainClientsAreRefused() throws Exception {
    Path more = Files.writeString(directory.resolve("more.csv"), "4,d\n");
    for (List<String> command :
        List.of(
            List.of("-cat", "/rows"),
            List.of("-cp", "/rows", "/copied"),
            List.of("-appendToFile", "" + more, "/rows"))) {
      HailShell.Result result = HdfsShell.run(client(), command.toArray(String[]::new));
      assertThat(result.code()).as("%s", result).isEqualTo(1);
      assertThat(result.err()).contains("/rows is refused: it is a HAIL file");
      assertThat(result.out()).isEmpty();
    }
    assertThat(HdfsShell.run(client(), "-test", "-e", "/copied").code()).isEqualTo(1);
    assertRowsAreThere();
  }

  private void assertRowsAreThere() throws Exception {
    HailShell.Result cat = HailShell.run(client(), "", "cat", "--filter", "a > 0", "/rows");
    assertThat(cat.code()).as("%s", cat).isZero();
    RightAnswer.expect(
        () -> assertThat(cat.out().lines().sorted()).containsExactly("1,a", "2,b", "3,c"));
  }

  private Configuration client() {
    Configuration conf = HailConfiguration.load();
    // The cluster has its name and other addresses after each start.
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    for (String file : List.of("core-site.xml", "hdfs-site.xml", "hail-site.xml")) {
      conf.addResource(new org.apache.hadoop.fs.Path(directory.resolve("conf/" + file).toUri()));
    }
    return conf;
  }
}
