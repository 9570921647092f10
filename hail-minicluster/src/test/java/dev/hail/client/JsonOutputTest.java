// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the commands tell scripts. */
@ExtendWith(SharedCluster.class)
class JsonOutputTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String FILE = "/json";

  private final HailShell shell;
  private final JsonNode put;

  JsonOutputTest(HailShell shell) throws Exception {
    this.shell = shell;
    HailShell.Result result =
        shell.runWithInput(
            "3,\"a b\"\n1,\nx,bad\n",
            "put",
            "-f",
            "--json",
            "--schema",
            "k INT, \"the name\" STRING",
            "--index",
            "k,@2",
            "-",
            FILE);
    this.put = only(result);
  }

  private static List<JsonNode> lines(HailShell.Result result) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : result.out().lines().toList()) {
      lines.add(MAPPER.readTree(line));
    }
    return lines;
  }

  private static JsonNode only(HailShell.Result result) throws IOException {
    assertThat(result.code()).as("%s", result).isZero();
    List<JsonNode> lines = lines(result);
    assertThat(lines).as("%s", result).hasSize(1);
    return lines.get(0);
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(each -> texts.add(each.asText()));
    return texts;
  }

  @Test
  void put_tellsRowsAndIndexesOfNewFile() {
    assertThat(put.get("file").asText()).isEqualTo(FILE);
    assertThat(put.get("rows").asLong()).isEqualTo(2);
    assertThat(put.get("bad_records").asLong()).isEqualTo(1);
    assertThat(put.get("blocks").asInt()).isEqualTo(1);
    assertThat(put.get("text_bytes").asLong()).isEqualTo(17);
    assertThat(texts(put.get("indexes"))).containsExactly("k", "the name");
    assertThat(put.get("blocks_without_index")).isEmpty();
    assertThat(put.get("seconds").asDouble()).isPositive();
  }

  @Test
  void ls_tellsHailFilesFromDirectories() throws Exception {
    JsonNode file = only(shell.run("ls", "--json", FILE));
    assertThat(file.get("path").asText()).isEqualTo(FILE);
    assertThat(file.get("hail").asBoolean()).isTrue();
    assertThat(file.get("directory").asBoolean()).isFalse();
    assertThat(file.get("bytes").asLong()).isEqualTo(put.get("replica_bytes").asLong());
    assertThat(file.get("modified").asText()).matches("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z");
    JsonNode directory = only(shell.run("ls", "--json", "-d", "/"));
    assertThat(directory.get("hail").asBoolean()).isFalse();
    assertThat(directory.get("directory").asBoolean()).isTrue();
  }

  @Test
  void stat_tellsFronts_onlyIfAskedTo() throws Exception {
    JsonNode sum = only(shell.run("stat", "--json", FILE));
    assertThat(sum.get("rows").asLong()).isEqualTo(2);
    assertThat(sum.get("schema").asText()).contains("\"the name\" STRING");
    assertThat(sum.has("fronts")).isFalse();
    JsonNode all = only(shell.run("stat", "--json", "--blocks", FILE));
    assertThat(all.get("fronts")).hasSize(1);
    assertThat(all.get("fronts").get(0).get("bad_records").asLong()).isEqualTo(1);
  }

  @Test
  void indexShow_tellsOrderOfEachReplica() throws Exception {
    JsonNode shown = only(shell.run("index", "show", "--json", "--fronts", FILE));
    assertThat(shown.get("blocks")).hasSize(1);
    List<String> orders = new ArrayList<>();
    for (JsonNode replica : shown.get("blocks").get(0).get("replicas")) {
      assertThat(replica.get("readable").asBoolean()).isTrue();
      assertThat(replica.get("from_front").asBoolean()).isTrue();
      assertThat(replica.get("datanode").asText()).contains(":");
      orders.add(replica.path("sorted_by").asText("none"));
    }
    assertThat(orders).contains("k", "the name");
    assertThat(shown.get("orders")).hasSize(2);
    for (JsonNode order : shown.get("orders")) {
      assertThat(order.get("blocks").asInt()).isEqualTo(1);
      assertThat(order.get("of_blocks").asInt()).isEqualTo(1);
    }
    JsonNode summary = only(shell.run("index", "show", "--json", "--summary", FILE));
    assertThat(summary.has("blocks")).isFalse();
    JsonNode space = summary.get("space");
    assertThat(space.get("file_used").asLong()).isZero();
    assertThat(space.get("file_budget").asLong()).isNotNegative();
    assertThat(space.get("cluster_used").asLong()).isNotNegative();
    assertThat(space.has("cluster_budget")).as("no limit by default").isFalse();
  }

  @Test
  void fsck_tellsProblemsOfEachFile() throws Exception {
    JsonNode sound = only(shell.run("fsck", "--json", FILE));
    assertThat(sound.get("problem_count").asInt()).isZero();
    assertThat(sound.get("sound_replicas").asInt()).isEqualTo(3);
    assertThat(sound.get("attribute_problems")).isEmpty();
    assertThat(sound.get("shown")).isEmpty();
    assertThat(only(shell.run("fsck", "--json", "--blocks", FILE)).get("shown")).hasSize(1);
  }
}
