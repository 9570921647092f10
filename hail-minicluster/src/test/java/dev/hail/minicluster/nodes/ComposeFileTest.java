// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.minicluster.DaemonSettings;
import dev.hail.testing.LiveFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The files in {@code docker/} and what {@code hail cluster} expects of them. */
class ComposeFileTest {
  private static final Path DOCKER = Path.of(System.getProperty("hail.home"), "docker");

  @Test
  void services_ofComposeFile_areTheNodesAndClient() throws Exception {
    Map<String, String> services = services();
    List<String> expected = new ArrayList<>(List.of("client"));
    DockerEngine.CONTAINERS.forEach(node -> expected.add(node.name()));
    assertThat(services.keySet()).containsExactlyInAnyOrderElementsOf(expected);
    for (DockerEngine.Container node : DockerEngine.CONTAINERS) {
      assertThat(services.get(node.name()))
          .contains("container_name: " + node.container() + "\n")
          .contains("hostname: " + node.name() + "\n")
          .contains("      cluster:\n        ipv4_address: " + address(node.number()) + "\n")
          .contains("healthy, \"" + node.port() + "\"")
          .contains("[\"" + node.name() + ":/data\"]");
    }
    assertThat(services.get("client")).contains("container_name: hail-client\n");
    assertThat(services.keySet().stream().filter(name -> name.matches("node-\\d")))
        .hasSize(DockerEngine.NODES);
  }

  @Test
  void addresses_ofAllHosts_areKnownToEach() throws Exception {
    for (DockerEngine.Container node : DockerEngine.CONTAINERS) {
      assertThat(compose())
          .containsOnlyOnce("    - \"" + node.name() + ":" + address(node.number()) + "\"\n");
    }
  }

  @Test
  void roles_ofContainers_areThoseOfEntryPoint() throws Exception {
    String entryPoint = Files.readString(DOCKER.resolve("entrypoint"));
    for (String service : services().values()) {
      String role = first("command: \\[(\\S+)\\]", service);
      assertThat(entryPoint).containsPattern("(?m)^  " + role + "\\)");
    }
  }

  @Test
  void settings_ofComposeFile_turnHailOn() throws Exception {
    Map<String, String> hail = new TreeMap<>(DaemonSettings.hailOnNameNode());
    hail.putAll(DaemonSettings.hailOnDataNode());
    hail.forEach((key, value) -> assertThatCompose().contains("    " + key + "=" + value + "\n"));
  }

  @Test
  void settings_ofHostAndCommand_areAllGivenAndThoseOfCommandLast() {
    assertThat(DockerEngine.settings("a=1\nb=2", Map.of("b", "3"))).isEqualTo("a=1\nb=2\nb=3");
    assertThat(DockerEngine.settings("a=1", Map.of())).isEqualTo("a=1");
  }

  /**
   * HDFS asks HAIL's attribute provider, which refuses plain clients, only while it checks them.
   */
  @Test
  void permissions_ofHdfs_areSwitchedOffNowhere() throws Exception {
    Pattern key =
        Pattern.compile("dfs\\.permissions(\\.enabled)?\\b(?!\\.)|DFS_PERMISSIONS_ENABLED_KEY");
    List<Path> started = new ArrayList<>();
    for (String folder :
        List.of("docker", "bin", "hail-minicluster/src/main", "hail-bench/src/main")) {
      started.addAll(LiveFiles.find(DOCKER.resolveSibling(folder), file -> true));
    }
    assertThat(started).contains(DOCKER.resolve("compose.yaml"));
    for (Path file : started) {
      assertThat(key.matcher(Files.readString(file)).find()).as("%s", file).isFalse();
    }
  }

  private static org.assertj.core.api.AbstractStringAssert<?> assertThatCompose() {
    try {
      return assertThat(compose());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static String address(int number) {
    return "${HAIL_NETWORK:-172.30.99}." + number;
  }

  private static String compose() throws IOException {
    return Files.readString(DOCKER.resolve("compose.yaml"));
  }

  /** Returns the text of each service by its name. */
  private static Map<String, String> services() throws IOException {
    String text = compose();
    String services =
        text.substring(text.indexOf("\nservices:\n") + 11, text.indexOf("\nvolumes:\n") + 1);
    List<MatchResult> names =
        Pattern.compile("(?m)^  (\\S+):\n").matcher(services).results().toList();
    Map<String, String> found = new TreeMap<>();
    for (int i = 0; i < names.size(); i++) {
      int end = i + 1 < names.size() ? names.get(i + 1).start() : services.length();
      found.put(names.get(i).group(1), services.substring(names.get(i).end(), end));
    }
    return found;
  }

  private static String first(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().findFirst().orElseThrow().group(1);
  }
}
