// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import dev.hail.testing.RightAnswer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** A file of several small blocks, whose text answers queries by plain string operations. */
final class IndexedFile {
  /** What the upload did not index. */
  static final List<String> LATER = List.of("name", "v", "w");

  private static final String SCHEMA = "k INT, name STRING, v INT, w INT";
  private static final int ROWS = 5_000;
  private static final String KEY = "42";

  private final HailMiniCluster cluster;
  private final HailShell shell;
  private final Path path;
  private final List<String> lines;

  private IndexedFile(HailMiniCluster cluster, Path path, List<String> lines) {
    this.cluster = cluster;
    this.shell = new HailShell(cluster);
    this.path = path;
    this.lines = lines;
  }

  /** Uploads one that is indexed by its first attribute. */
  static IndexedFile put(HailMiniCluster cluster, String path, int replication, String... options)
      throws Exception {
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < ROWS; row++) {
      int mixed = row * 7919 % ROWS;
      text.append(row).append(",name ").append(mixed % 100).append(',').append(mixed % 90);
      text.append(',').append(mixed % 80).append('\n');
    }
    IndexedFile file =
        new IndexedFile(cluster, new Path(path), text.toString().lines().sorted().toList());
    List<String> command = new ArrayList<>(List.of("put", "--schema", SCHEMA, "--index", "k"));
    command.addAll(List.of("--replication", Integer.toString(replication)));
    command.addAll(List.of("--block-size", "12k"));
    command.addAll(List.of(options));
    command.addAll(List.of("-", path));
    file.run(text.toString(), command.toArray(String[]::new));
    TestBlocks.awaitReplication(cluster, file.path, replication);
    return file;
  }

  private HailShell.Result run(String input, String... arguments) throws Exception {
    HailShell.Result result = shell.runWithInput(input, arguments);
    assertThat(result.code()).as("%s", result).isZero();
    return result;
  }

  /** The same file of another cluster, on the same disks. */
  IndexedFile on(HailMiniCluster other) {
    return new IndexedFile(other, path, lines);
  }

  Path path() {
    return path;
  }

  int rows() {
    return lines.size();
  }

  List<HailBlock> blocks() throws IOException {
    return HailFile.open(cluster.configuration(), path).blocks();
  }

  /** Gives all blocks an index; returns what the command says. */
  String index(String attribute) throws Exception {
    return run("", "index", "add", "--by", attribute, path.toString()).out();
  }

  /** Drops an index. */
  void drop(String attribute) throws Exception {
    run("", "index", "drop", "--by", attribute, path.toString());
  }

  /** Checks the answers to queries by each attribute. */
  void assertAnswers() throws Exception {
    assertAnswer("name = 'name " + KEY + "'", where(1, "name " + KEY));
    assertAnswer("v = " + KEY, where(2, KEY));
    assertAnswer("w = " + KEY, where(3, KEY));
  }

  private void assertAnswer(String filter, List<String> expected) throws Exception {
    RightAnswer.expect(cat(filter), rows -> assertThat(rows).as(filter).isEqualTo(expected));
  }

  private List<String> cat(String filter) throws Exception {
    HailShell.Result result = run("", "cat", "--filter", filter, path.toString());
    return result.out().lines().sorted().toList();
  }

  private List<String> where(int field, String value) {
    List<String> found =
        lines.stream().filter(line -> line.split(",", -1)[field].equals(value)).toList();
    assertThat(found).isNotEmpty();
    return found;
  }

  /**
   * Waits until {@code hail fsck} finds nothing, which reads all replicas in full, and until books
   * and disks are equal; then checks answers.
   *
   * @param others all other files with pseudo replicas
   */
  void awaitSound(Path... others) throws Exception {
    Waiting.untilSound(path.toString(), () -> shell.run("fsck", path.toString()).problems());
    List<Path> all = new ArrayList<>(List.of(others));
    all.add(path);
    BooksAndDisks.awaitEqual(cluster, all);
    assertAnswers();
  }

  /** Deletes it, and waits until nothing of it is left. */
  void delete() throws Exception {
    cluster.fileSystem().delete(path, false);
    Waiting.until("its pseudo replicas are gone", () -> BooksAndDisks.served(cluster).isEmpty());
  }
}
