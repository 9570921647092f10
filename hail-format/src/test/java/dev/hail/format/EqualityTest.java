// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.format.block.layout.BlockSource;
import dev.hail.format.block.read.AccessPath;
import dev.hail.format.block.read.BadRecord;
import dev.hail.format.block.read.BlockReader;
import dev.hail.format.block.read.ReaderOptions;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.predicate.IndexFit;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.text.RowCutter;
import dev.hail.format.text.TextChunk;
import dev.hail.format.text.TextParser;
import dev.hail.testing.BadRow;
import dev.hail.testing.CanonicalRow;
import dev.hail.testing.DuckDbOracle;
import dev.hail.testing.LoadedText;
import dev.hail.testing.PredicatePair;
import dev.hail.testing.RandomCase;
import dev.hail.testing.RightAnswer;
import dev.hail.testing.TestSeeds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Text through parser, builder, sorter and reader gives the rows that DuckDB gives for the same
 * text and condition, on every sort order and access path.
 */
class EqualityTest {
  private static final int CASES = 80;
  private static final int NIGHTLY_CASES = 320;
  private static final int PREDICATES = 10;
  private static final int LARGE_CASES = 2;
  private static final int NIGHTLY_LARGE_CASES = 5;
  private static final int LARGE_ROWS = 10_000;
  private static final int LARGE_PREDICATES = 200;
  private static final int LARGE_CHUNK = 1 << 20;

  private final Map<AccessPath, Integer> pathsTaken = new EnumMap<>(AccessPath.class);
  private int compared;

  @Test
  void rows_ofAnyOrderAndAccessPath_equalThoseOfDuckDb() throws Exception {
    compare(CASES);
  }

  @Test
  @Tag("nightly")
  void rows_ofManyTexts_equalThoseOfDuckDb() throws Exception {
    compare(NIGHTLY_CASES);
  }

  private void compare(int cases) throws SQLException, IOException {
    long[] seeds = TestSeeds.of(cases).toArray();
    for (long seed : seeds) {
      RandomCase randomCase = RandomCase.of(seed, seed % 16 == 0 ? 4_000 : 250);
      compare(randomCase);
    }
    if (seeds.length >= cases) {
      assertThat(compared).isGreaterThan(25 * cases / 4);
      // Keys of joins are hints beside a predicate; tests of joins have them.
      assertThat(pathsTaken.keySet())
          .isEqualTo(EnumSet.complementOf(EnumSet.of(AccessPath.INDEX_KEYS)));
    }
  }

  @Test
  void rows_ofManyPredicatesOnOneText_equalThoseOfDuckDb() throws Exception {
    compareLarge(LARGE_CASES);
  }

  @Test
  @Tag("nightly")
  void rows_ofManyPredicatesOnManyTexts_equalThoseOfDuckDb() throws Exception {
    compareLarge(NIGHTLY_LARGE_CASES);
  }

  private static void compareLarge(int cases) throws Exception {
    for (long seed : TestSeeds.of(cases).toArray()) {
      RandomCase randomCase = RandomCase.numbered(seed, LARGE_ROWS);
      List<byte[]> replicas = replicas(randomCase);
      try (DuckDbOracle oracle = new DuckDbOracle(randomCase)) {
        int[] all = IntStream.rangeClosed(1, randomCase.schema().size()).toArray();
        List<String> rows = oracle.select("true", all);
        List<String> loaded =
            LoadedText.of(
                    randomCase.schema(), randomCase.textFormat(), randomCase.text(), LARGE_CHUNK)
                .rows();
        RightAnswer.expect(() -> assertThat(loaded).as("%s", randomCase).isEqualTo(rows));
        for (int i = 0; i < LARGE_PREDICATES; i++) {
          PredicatePair pair = randomCase.predicate(i);
          BitSet expected = oracle.numbers(pair.sql());
          BitSet found = numbers(randomCase, pair, replicas.get(i % replicas.size()));
          RightAnswer.expect(
              () -> assertThat(found).as("%s%n%s", randomCase, pair).isEqualTo(expected));
        }
      }
    }
  }

  /** The numbers of the rows that a replica has for a predicate, each of them once. */
  private static BitSet numbers(RandomCase randomCase, PredicatePair pair, byte[] replica)
      throws IOException {
    Predicate predicate = Predicate.parse(pair.hail(), randomCase.schema());
    BitSet numbers = new BitSet();
    int rows = 0;
    try (BlockReader reader =
        BlockReader.open(
            BlockSource.of(replica), predicate, new int[] {1}, ReaderOptions.DEFAULT)) {
      RowBatch batch = new RowBatch();
      while (reader.next(batch)) {
        for (int row = 0; row < batch.size(); row++) {
          numbers.set(batch.getInt(row, 1));
          rows++;
        }
      }
    }
    int found = rows;
    RightAnswer.expect(
        () ->
            assertThat(found)
                .as("rows, %s%n%s", randomCase, pair)
                .isEqualTo(numbers.cardinality()));
    return numbers;
  }

  private void compare(RandomCase randomCase) throws SQLException, IOException {
    List<byte[]> replicas = replicas(randomCase);
    try (DuckDbOracle oracle = new DuckDbOracle(randomCase)) {
      assertThat(oracle.count())
          .as("rows the oracle sees, %s", randomCase)
          .isEqualTo(randomCase.goodRowCount());
      for (int i = 0; i < PREDICATES; i++) {
        PredicatePair pair = randomCase.predicate(i);
        int[] projection = randomCase.projection(i);
        List<String> expected = oracle.select(pair.sql(), projection);
        for (byte[] replica : replicas) {
          compare(randomCase, pair, projection, expected, replica);
        }
      }
    }
  }

  private void compare(
      RandomCase randomCase,
      PredicatePair pair,
      int[] projection,
      List<String> expected,
      byte[] replica)
      throws IOException {
    Predicate predicate = Predicate.parse(pair.hail(), randomCase.schema());
    List<String> found = new ArrayList<>();
    try (BlockReader reader =
        BlockReader.open(BlockSource.of(replica), predicate, projection, ReaderOptions.DEFAULT)) {
      int sortAttribute = reader.front().sortAttribute();
      RowBatch batch = new RowBatch();
      while (reader.next(batch)) {
        found.addAll(CanonicalRow.of(randomCase.schema(), batch, projection));
      }
      RightAnswer.expect(
          () ->
              assertThat(found)
                  .as(
                      "replica sorted by @%s, path %s, %s\n%s",
                      sortAttribute, reader.accessPath(), randomCase, pair)
                  .containsExactlyInAnyOrderElementsOf(expected));
      IndexFit fit = IndexFit.of(predicate, sortAttribute);
      assertThat(reader.accessPath() == AccessPath.SCAN)
          .as("an index is used if it fits (%s), %s\n%s", fit, randomCase, pair)
          .isEqualTo(fit == IndexFit.NONE);
      pathsTaken.merge(reader.accessPath(), 1, Integer::sum);
      compared++;
    }
  }

  /** The unsorted block and one replica for each index attribute, as a pipeline would make them. */
  private static List<byte[]> replicas(RandomCase randomCase) throws IOException {
    BlockOptions options =
        BlockOptions.of(randomCase.indexAttributes()).withPartitionRows(randomCase.partitionRows());
    BlockBuilder builder = new BlockBuilder(randomCase.schema(), options);
    TextParser parser = new TextParser(randomCase.schema(), randomCase.textFormat());
    int target = 1 + new Random(randomCase.seed()).nextInt(20_000);
    try (RowCutter cutter =
        new RowCutter(
            new ByteArrayInputStream(randomCase.text()),
            randomCase.textFormat(),
            randomCase.schema(),
            target)) {
      for (TextChunk chunk = cutter.next(); chunk != null; chunk = cutter.next()) {
        parser.parse(chunk, builder);
      }
    }
    byte[] unsorted = builder.build();
    RightAnswer.expect(() -> checkBadRecords(randomCase, unsorted));
    List<byte[]> replicas = new ArrayList<>(List.of(unsorted));
    for (int attribute : randomCase.indexAttributes()) {
      replicas.add(BlockSorter.sort(unsorted, unsorted.length, attribute));
    }
    return replicas;
  }

  private static void checkBadRecords(RandomCase randomCase, byte[] block) throws IOException {
    try (BlockReader reader =
        BlockReader.open(
            BlockSource.of(block), new Predicate.True(), new int[0], ReaderOptions.DEFAULT)) {
      List<BadRecord> records = reader.badRecords();
      List<BadRow> expected = randomCase.badRows();
      for (int i = 0; i < Math.min(records.size(), expected.size()); i++) {
        assertThat(records.get(i).line())
            .as("line of %s, found %s; %s", expected.get(i), records.get(i), randomCase)
            .isEqualTo(expected.get(i).line());
        assertThat(records.get(i).raw())
            .as("bytes of %s; %s", expected.get(i), randomCase)
            .isEqualTo(expected.get(i).raw());
      }
      assertThat(records).as("bad records, %s", randomCase).hasSize(expected.size());
      assertThat(reader.front().rowCount())
          .as("good rows, %s", randomCase)
          .isEqualTo(randomCase.goodRowCount());
    }
  }
}
