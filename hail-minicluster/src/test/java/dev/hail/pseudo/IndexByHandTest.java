// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.IndexSpread;
import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import dev.hail.protocol.PseudoReplica;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code hail index add}, {@code show} and {@code drop}, as users type them. */
final class IndexByHandTest {
  private static final int NAME = 2;

  private static HailMiniCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new Configuration();
    conf.set(HailConfigKeys.DATANODE_HEARTBEAT_INTERVAL, "300ms");
    conf.set(HailConfigKeys.NAMENODE_RECOUNT_INTERVAL, "300ms");
    cluster = HailMiniCluster.builder().dataNodes(2).configuration(conf).build();
    cluster.awaitHail();
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private static List<PseudoReplica> pseudo(Path path) throws IOException {
    return HailFile.open(cluster.configuration(), path).blocks().stream()
        .flatMap(block -> block.pseudo().stream())
        .toList();
  }

  @Test
  void indexes_overDatanodes_spreadEvenly() throws Exception {
    HailShell shell = new HailShell(cluster);
    String text = "1,one\n2,two\n".repeat(30_000);
    HailShell.Result put =
        shell.runWithInput(
            text, "put", "--schema", "k INT, name STRING", "--block-size", "16k", "-", "/spread");
    assertThat(put.code()).as("%s", put).isZero();
    TestBlocks.awaitReplication(cluster, new Path("/spread"), 2);
    assertThat(shell.run("index", "add", "--by", "name", "/spread").code()).isZero();
    int blocks = HailFile.open(cluster.configuration(), new Path("/spread")).blocks().size();
    assertThat(blocks).isGreaterThan(15);
    Waiting.untilEqual(
        "the number of pseudo replicas that the namenode knows",
        blocks,
        () -> pseudo(new Path("/spread")).size());
    Map<String, Long> counts =
        pseudo(new Path("/spread")).stream()
            .collect(Collectors.groupingBy(PseudoReplica::datanodeUuid, Collectors.counting()));
    assertThat(counts.values()).allMatch(count -> count <= blocks / 2 + 2);
    HailFile file = HailFile.open(cluster.configuration(), new Path("/spread"));
    assertThat(IndexSpread.of(file.blocks(), NAME)).isBetween(1.0, 1.25);
    cluster.fileSystem().delete(new Path("/spread"), false);
  }

  @Test
  void indexes_byHand_areAddedShownCheckedAndDropped() throws Exception {
    HailShell shell = new HailShell(cluster);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 6_000; i++) {
      text.append(i).append(",name ").append(i * 7919 % 6_000).append('\n');
    }
    // A file without an index by name is scanned for it.
    HailShell.Result put =
        shell.runWithInput(
            text.toString(),
            "put",
            "--schema",
            "k INT, name STRING",
            "--index",
            "k",
            "--block-size",
            "16k",
            "-",
            "/by-hand");
    assertThat(put.code()).as("%s", put).isZero();
    TestBlocks.awaitReplication(cluster, new Path("/by-hand"), 2);
    String[] query = {"cat", "--stats", "--filter", "name = 'name 42'", "/by-hand"};
    List<String> expected =
        text.toString().lines().filter(line -> line.endsWith(",name 42")).toList();
    HailShell.Result scan = shell.run(query);
    assertThat(scan.out().lines().toList()).isEqualTo(expected);
    assertThat(scan.err()).doesNotContain("index equality");

    // An index is added once, and the query uses it.
    HailShell.Result add = shell.run("index", "add", "--by", "name", "/by-hand");
    assertThat(add.code()).as("%s", add).isZero();
    assertThat(add.out()).contains("blocks indexed by name, 0 had it");
    assertThat(shell.run("index", "add", "--by", "name", "/by-hand").out()).contains(": 0 of ");
    HailShell.Result show = shell.run("index", "show", "/by-hand");
    int blocks = HailFile.open(cluster.configuration(), new Path("/by-hand")).blocks().size();
    assertThat(show.out()).contains(" +name").containsPattern("name +" + blocks + "/" + blocks);
    assertThat(show.out())
        .containsPattern("name +" + blocks + " +[0-9.]+ KB +1\\.[0-9]+ +0.00 +in use\\n")
        .containsPattern("take [0-9.]+ KB of [0-9.]+ KB for this file, [0-9.]+ .?B of any number");
    HailShell.Result lookup = shell.run(query);
    assertThat(lookup.out().lines().toList()).isEqualTo(expected);
    assertThat(lookup.err()).contains("index equality").doesNotContain("scan ");
    HailShell.Result fsck = shell.run("fsck", "/by-hand");
    assertThat(fsck.code()).as("%s", fsck).isZero();
    assertThat(fsck.out()).contains(3 * blocks + " sound replicas");

    // One of its replicas is damaged.
    damageFirst("/by-hand");
    HailShell.Result found = shell.run("fsck", "/by-hand");
    assertThat(found.code()).as("%s", found).isEqualTo(1);
    assertThat(found.out()).contains("Pseudo replica by name of ");
    // The damage is in every row: the block's other replicas answer.
    assertThat(shell.run(query).out().lines().toList()).isEqualTo(expected);

    // Who read it has told HAIL of the damage.
    Waiting.until(
        "the damaged one is dropped", () -> pseudo(new Path("/by-hand")).size() == blocks - 1);
    assertThat(shell.run("index", "add", "--by", "name", "/by-hand").out())
        .contains(": 1 of " + blocks + " blocks indexed by name");

    // An index is dropped once, and those of the upload are not.
    HailShell.Result drop = shell.run("index", "drop", "--by", "name", "/by-hand");
    assertThat(drop.code()).as("%s", drop).isZero();
    assertThat(drop.out()).contains(blocks + " of " + blocks + " blocks had an index by name");
    assertThat(shell.run("index", "show", "/by-hand").out()).doesNotContain("+name");
    HailShell.Result again = shell.run("index", "drop", "--by", "name", "/by-hand");
    assertThat(again.code()).as("%s", again).isZero();
    assertThat(again.out()).isEqualTo("/by-hand: nothing was dropped; there is no index by name\n");
    assertThat(shell.run("index", "drop", "--by", "@1", "/by-hand").out())
        .contains("is of the upload, and stays");
    assertThat(shell.run(query).out().lines().toList()).isEqualTo(expected);
    assertThat(shell.run("index", "add", "--by", "nope", "/by-hand").code()).isEqualTo(1);
    assertThat(shell.run("index", "drop", "/by-hand").code()).isEqualTo(2);
  }

  @Test
  void datanodes_ofOneHost_areToldApartByPorts() throws Exception {
    HailShell shell = new HailShell(cluster);
    String text = "1,one\n2,two\n".repeat(20_000);
    String[] put = {"put", "--schema", "k INT, name STRING", "--replication", "1", "--index", "k"};
    List<String> command = new ArrayList<>(List.of(put));
    command.addAll(List.of("--block-size", "16k", "-", "/by-port"));
    HailShell.Result result = shell.runWithInput(text, command.toArray(String[]::new));
    assertThat(result.code()).as("%s", result).isZero();
    assertThat(shell.run("index", "add", "--by", "name", "/by-port").code()).isZero();
    // Of so many blocks some have their copies on different datanodes.
    assertThat(shell.run("index", "show", "/by-port").out())
        .containsPattern("127\\.0\\.0\\.1:\\d+ \\+name")
        .doesNotContainPattern("(?<!:\\d{1,5}) \\+name");
    cluster.fileSystem().delete(new Path("/by-port"), false);
  }

  /** Changes bytes all over one pseudo replica of a file. */
  private static void damageFirst(String path) throws IOException {
    List<HailBlock> blocks =
        HailFile.open(cluster.configuration(), new Path(path)).blocks().stream()
            .filter(block -> !block.pseudo().isEmpty())
            .toList();
    PseudoDamage.of(cluster, blocks.get(0).pseudo().get(0));
  }
}
