// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hail.minicluster.Waiting;
import dev.hail.testing.RightAnswer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code hail cluster} with containers; {@code bin/test --docker} builds the images and runs it.
 */
@Tag("nightly")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class DockerClusterTest {
  private static final String ROWS = "3,c\\n1,a\\n2,b\\n";

  private static final String USER = "10001";
  private static final String CLIENT_IMAGE = "hail-client:local";
  private static final String ENTRYPOINT = "/opt/hadoop/bin/entrypoint";

  private final DockerTool docker = new DockerTool(Path.of("none"), "hail", Map.of());
  @TempDir Path directory;
  private ClusterShell shell;
  private boolean owned;

  @BeforeEach
  void requireImage() throws IOException {
    assumeTrue(
        Boolean.getBoolean("hail.docker"), "Needs a Docker engine and the images of docker/build");
    // The test ends with the removal of the engine's only cluster and its data.
    assertThat(
            docker.docker(
                "volume", "ls", "-q", "--filter", "label=com.docker.compose.project=hail"))
        .as("volumes of a user's cluster, which `hail cluster down' removes")
        .isEmpty();
    owned = true;
    shell = new ClusterShell(directory);
  }

  @AfterEach
  void endCluster() throws Exception {
    if (owned) {
      shell.succeed("down");
    }
  }

  @Test
  void containers_failingInTurn_keepFilesUntilClusterIsDown() throws Exception {
    shell.succeed("up", "--engine", "docker", "-D", "dfs.blocksize=4m");
    assertThat(shell.err()).contains("engine docker");
    assertThat(directory.resolve("conf/hdfs-site.xml")).content().contains("dfs.blocksize");
    inClient(
        "printf '"
            + ROWS
            + "' >rows.csv && hail put --schema 'a INT, b STRING' --index a,b"
            + " rows.csv /rows");
    assertRowsAreThere();
    assertPlainClientsAreRefused();
    assertUserMayRunJobs();
    assertHealthyWithoutRoot();
    assertClientImageReads();
    inClient("hail query --filter 'a > 1' --output /query /rows");
    assertThat(inClient("hdfs dfs -cat '/query/part-*'").lines().sorted())
        .containsExactly("2,b", "3,c");

    shell.succeed("kill", "node-1");
    shell.awaitStatus("node-1 +down ");
    shell.awaitStatus("namenode-0 +running .*active, 2 datanodes live");
    assertRowsAreThere();
    shell.succeed("start", "node-1");
    shell.succeed("pause", "node-2");
    shell.awaitStatus("node-2 +paused ");
    shell.succeed("resume", "node-2");
    shell.succeed("partition", "node-0");
    shell.awaitStatus("node-0 +running, cut off ");
    shell.awaitStatus("namenode-0 +running .*active, 2 datanodes live");
    shell.succeed("heal", "node-0");
    shell.awaitStatus("namenode-0 +running .*active, 3 datanodes live");

    shell.succeed("kill", "namenode-0");
    shell.succeed("failover", "namenode-1");
    shell.awaitStatus("namenode-1 +running .*active, 3 datanodes live");
    assertRowsAreThere();
    shell.succeed("start", "namenode-0");
    shell.awaitStatus("namenode-0 +running .*standby");

    shell.succeed("logs", "--lines", "5000", "node-0");
    assertThat(shell.out()).contains("is on at datanode");
    // A daemon that is the first process tells the signal, the others what they were asked for.
    assertStopsInOrder("node-1", "0");
    assertStopsInOrder("namenode-0", "143");
    assertStopsInOrder("journalnode", "143");
    shell.succeed("start", "namenode-0");
    assertThat(stop("namenode-0")).as("waits for its journal").isEqualTo("143");
    assertThat(stop("client")).isEqualTo("143");
    shell.succeed("down", "--keep");
    assertThat(shell.cluster("status")).isEqualTo(1);
    shell.succeed("up");
    assertRowsAreThere();
    assertThat(inClient("hail fsck /rows")).contains("HEALTHY");
    assertThat(inClient("hdfs fsck /rows")).contains("HEALTHY");
  }

  private void assertPlainClientsAreRefused() throws Exception {
    for (String command :
        List.of("-cat /rows", "-cp /rows /copied", "-appendToFile rows.csv /rows")) {
      assertThat(inClient("hdfs dfs " + command + " 2>&1; echo code $?"))
          .as(command)
          .contains("/rows is refused: it is a HAIL file")
          .endsWith("code 1");
    }
    assertThat(inClient("hdfs dfs -test -e /copied; echo code $?")).endsWith("code 1");
    assertRowsAreThere();
    shell.awaitStatus("namenode-0 +running .*guarded +active");
    assertThat(shell.out() + shell.err()).doesNotContain("unguarded", "Warning");
  }

  /** A user whom no group and no folder is prepared for. */
  private void assertUserMayRunJobs() throws IOException {
    String asAlice = "export HADOOP_USER_NAME=alice; ";
    inClient(
        asAlice
            + "hdfs dfs -mkdir -p . && hail put --schema 'a INT, b STRING' --index a,b rows.csv mine"
            + " && hail query --filter 'a > 1' --output found mine");
    assertThat(inClient(asAlice + "hdfs dfs -cat 'found/part-*'").lines().sorted())
        .containsExactly("2,b", "3,c");
    assertThat(inClient(asAlice + "hdfs dfs -rm -skipTrash /rows 2>&1; echo code $?"))
        .contains("Permission denied")
        .endsWith("code 1");
    assertThat(inClient("hdfs dfs -ls -d /user/alice/mine")).contains(" alice ");
  }

  private void assertHealthyWithoutRoot() throws Exception {
    for (DockerEngine.Container node : DockerEngine.CONTAINERS) {
      String container = node.container();
      Waiting.until(
          node.name() + " is healthy",
          () ->
              docker
                  .docker("inspect", "-f", "{{.State.Health.Status}}", container)
                  .equals("healthy"));
      assertThat(docker.docker("top", container, "-o", "pid,uid").lines().skip(1))
          .as(node.name())
          .isNotEmpty()
          .allSatisfy(process -> assertThat(process.strip()).endsWith(" " + USER));
    }
    assertThat(inClient("id -u")).isEqualTo(USER);
    // What the health check says of a port where nothing listens.
    assertThatThrownBy(
            () -> docker.docker("exec", "hail-node-0", ENTRYPOINT, "healthy", "9864", "9999"))
        .isInstanceOf(IOException.class);
  }

  /** The image of the client, with the settings that the cluster has written. */
  private void assertClientImageReads() throws IOException {
    String settings = directory.resolve("conf") + ":/etc/hadoop/conf:ro";
    assertThat(
            docker
                .docker(
                    "run",
                    "--rm",
                    "--network",
                    "hail_cluster",
                    "-v",
                    settings,
                    CLIENT_IMAGE,
                    "cat",
                    "--filter",
                    "a > 1",
                    "/rows")
                .lines()
                .sorted())
        .containsExactly("2,b", "3,c");
    assertThat(docker.docker("run", "--rm", CLIENT_IMAGE, "version")).contains("9.9.9");
    assertThat(docker.docker("run", "--rm", "--entrypoint", "id", CLIENT_IMAGE, "-u"))
        .isEqualTo(USER);
  }

  private void assertStopsInOrder(String node, String code) throws Exception {
    assertThat(stop(node)).as(node).isEqualTo(code);
    shell.succeed("logs", "--lines", "200", node);
    assertThat(shell.out()).contains("SHUTDOWN_MSG");
  }

  /** Sends SIGTERM to a container, and SIGKILL after a while, and returns its exit code. */
  private String stop(String node) throws IOException {
    docker.docker("stop", "-t", "60", "hail-" + node);
    return docker.docker("inspect", "-f", "{{.State.ExitCode}}", "hail-" + node);
  }

  private void assertRowsAreThere() throws IOException {
    RightAnswer.expect(
        inClient("hail cat --filter 'a > 0' /rows"),
        rows -> assertThat(rows.lines().sorted()).containsExactly("1,a", "2,b", "3,c"));
  }

  private String inClient(String commands) throws IOException {
    return docker.docker("exec", "hail-client", "bash", "-c", commands);
  }
}
