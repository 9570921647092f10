// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.read.BlockScan;
import dev.hail.client.read.Candidate;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.ReplicaChooser;
import dev.hail.client.read.ScanOptions;
import dev.hail.format.block.read.ReaderOptions;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.predicate.KeyHints;
import dev.hail.format.predicate.Predicate;
import dev.hail.minicluster.TestBlocks;
import dev.hail.testing.CanonicalRow;
import dev.hail.testing.DuckDbOracle;
import dev.hail.testing.PredicatePair;
import dev.hail.testing.RandomCase;
import dev.hail.testing.RightAnswer;
import dev.hail.testing.TestSeeds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Uploaded files answer like DuckDB over the same text, from every replica, by every access path.
 */
@ExtendWith(SharedCluster.class)
class ReplicaEqualityTest {
  private static final int FILES = 12;
  private static final int PREDICATES = 8;
  private static final int MAX_ROWS = 1500;

  private final HailShell shell;
  private final Configuration configuration;

  ReplicaEqualityTest(HailShell shell) {
    this.shell = shell;
    this.configuration = shell.cluster().configuration();
  }

  @Test
  void everyReplica_byAnyAccessPath_answersLikeDuckDb(@TempDir Path folder) throws Exception {
    for (long seed : TestSeeds.of(FILES).toArray()) {
      RandomCase randomCase = RandomCase.of(seed, MAX_ROWS);
      if (dependsOnLongestRow(randomCase)) {
        continue;
      }
      HailFile file = upload(randomCase, folder);
      assertThat(file.schema()).as("%s", randomCase).isEqualTo(randomCase.schema());
      try (DuckDbOracle oracle = new DuckDbOracle(randomCase)) {
        for (int i = 0; i < PREDICATES; i++) {
          compare(randomCase, i, file, oracle);
        }
      }
      RightAnswer.expect(
          badRecords(file),
          bad -> assertThat(bad).as("%s", randomCase).isEqualTo(randomCase.badRowCount()));
    }
  }

  /**
   * Whether rows are bad for their length alone, which {@code hail put} has no option for: with one
   * attribute they are texts like any other.
   */
  private static boolean dependsOnLongestRow(RandomCase randomCase) {
    return randomCase.schema().size() == 1
        && randomCase.badRows().stream().anyMatch(row -> row.kind().equals("too long"));
  }

  private HailFile upload(RandomCase randomCase, Path folder) throws Exception {
    Path text = folder.resolve("case" + randomCase.seed());
    Files.write(text, randomCase.text());
    Path schema = folder.resolve("schema" + randomCase.seed());
    Files.writeString(schema, randomCase.schema().toSql());
    StringJoiner index = new StringJoiner(",");
    for (int position : randomCase.indexAttributes()) {
      index.add("@" + position);
    }
    String destination = "/equality-" + randomCase.seed();
    List<String> arguments =
        new ArrayList<>(
            List.of("put", "--overwrite", "--block-size", "8k", "--index", index.toString()));
    arguments.addAll(List.of("--schema", schema.toString()));
    // Without it, put refuses a text of bad rows alone.
    arguments.addAll(List.of("--max-bad", Integer.toString(randomCase.badRowCount())));
    arguments.addAll(TextOptions.of(randomCase.textFormat()));
    arguments.addAll(List.of(text.toString(), destination));
    HailShell.Result put = shell.run(arguments.toArray(String[]::new));
    assertThat(put.code()).as("%s%n%s", randomCase, put).isZero();
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(destination);
    TestBlocks.awaitReplication(shell.cluster(), path, 3);
    return HailFile.open(configuration, path);
  }

  private void compare(RandomCase randomCase, int i, HailFile file, DuckDbOracle oracle)
      throws Exception {
    PredicatePair pair = randomCase.predicate(i);
    int[] projection = randomCase.projection(i);
    Predicate predicate = Predicate.parse(pair.hail(), file.schema());
    List<String> expected = oracle.select(pair.sql(), projection);
    List<HailBlock> blocks = file.blocks();
    ReaderOptions reader = ReaderOptions.DEFAULT.withBatch(1 + i * 97, 1 << 20);
    ScanOptions options = ScanOptions.of(configuration, null, 1).withReader(reader);
    for (int replica = 0; replica < 3; replica++) {
      List<String> found = new ArrayList<>();
      for (HailBlock block : blocks) {
        Candidate pinned =
            new ReplicaChooser().rank(block, predicate, KeyHints.NONE, null).get(replica);
        BlockScan scan =
            BlockScan.open(file, block, predicate, projection, options, List.of(pinned));
        addRows(scan, file, projection, found);
      }
      String label = String.format(Locale.ROOT, "%s%n%s%nreplica %d", randomCase, pair, replica);
      RightAnswer.expect(
          () -> assertThat(found).as(label).containsExactlyInAnyOrderElementsOf(expected));
    }
    List<String> best = new ArrayList<>();
    for (HailBlock block : blocks) {
      addRows(BlockScan.open(file, block, predicate, projection, options), file, projection, best);
    }
    RightAnswer.expect(
        () ->
            assertThat(best)
                .as("%s%n%s%nbest replica", randomCase, pair)
                .containsExactlyInAnyOrderElementsOf(expected));
  }

  private static void addRows(BlockScan scan, HailFile file, int[] projection, List<String> found)
      throws Exception {
    try (scan) {
      RowBatch batch = new RowBatch();
      while (scan.next(batch)) {
        found.addAll(CanonicalRow.of(file.schema(), batch, projection));
      }
    }
  }

  private int badRecords(HailFile file) throws Exception {
    int count = 0;
    ScanOptions options = ScanOptions.of(configuration, null, 1);
    for (HailBlock block : file.blocks()) {
      try (BlockScan scan = BlockScan.open(file, block, Predicate.never(), new int[0], options)) {
        count += scan.badRecords().size();
      }
    }
    return count;
  }
}
