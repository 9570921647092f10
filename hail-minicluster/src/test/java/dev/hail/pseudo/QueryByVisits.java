// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.read.BlockScan;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.ScanOptions;
import dev.hail.format.block.read.AccessPath;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.predicate.Predicate;
import dev.hail.minicluster.TestBlocks;
import dev.hail.testing.RightAnswer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Reads the first block of a file of {@link TestBlocks} by an index on its second attribute. */
final class QueryByVisits {
  static final int VISITS = 2;

  private QueryByVisits() {}

  /**
   * Checks that a query reads the pseudo replica and has the right rows.
   *
   * @param source the block as it was written
   */
  static void assertReadsPseudoReplica(Configuration conf, Path path, byte[] source)
      throws IOException {
    HailFile file = HailFile.open(conf, path);
    Predicate negative = Predicate.parse("visits < 0", file.schema());
    int[] projection = {VISITS};
    List<String> rows = new ArrayList<>();
    try (BlockScan scan =
        BlockScan.open(
            file, file.blocks().get(0), negative, projection, ScanOptions.of(conf, null, 1))) {
      RowBatch batch = new RowBatch();
      while (scan.next(batch)) {
        for (int row = 0; row < batch.size(); row++) {
          rows.add(Integer.toString(batch.getInt(row, VISITS)));
        }
      }
      assertThat(scan.accessPath()).isEqualTo(AccessPath.INDEX_RANGE);
      assertThat(scan.replica().pseudo()).isNotNull();
    }
    List<String> expected =
        TestBlocks.rows(source).stream()
            .map(row -> row.split("\\|", -1)[1])
            .filter(visits -> visits.startsWith("-"))
            .toList();
    RightAnswer.expect(
        () -> assertThat(rows).isNotEmpty().containsExactlyInAnyOrderElementsOf(expected));
  }
}
