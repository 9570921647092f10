// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.cli.HailCli;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.format.block.sort.BlockNeed;
import dev.hail.format.schema.Schema;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.Waiting;
import dev.hail.protocol.CallerMark;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Processes with little heap that meet blocks of very many narrow rows, which take far more to sort
 * than twice their length. They end at the first {@link OutOfMemoryError}, whichever thread has it.
 */
@Timeout(600)
final class SmallHeapTest {
  private static final long HEAP = 64 << 20;

  /** What may be booked of the heap at most, by a command. */
  private static final long MOST_OF_HEAP = HEAP / 4 * 3;

  private static final int MANY_ROWS = 2_000_000;
  private static final int FEW_ROWS = 40_000;
  private static final int KEYS = 100_000;
  private static final int KEY = 4_711;
  private static final Schema SCHEMA = Schema.parse("k INT, j BOOLEAN");

  @TempDir private static File folder;

  private static JobFixture fixture;
  private static Path big;
  private static Path small;

  @BeforeAll
  static void start() throws Exception {
    fixture = JobFixture.start(HailMiniCluster.builder().dataNodes(1).quickHeartbeats());
    big = fixture.upload("big", SCHEMA, List.of(2), text(MANY_ROWS), 1 << 30);
    small = fixture.upload("small", SCHEMA, List.of(2), text(FEW_ROWS), 1 << 30);
    try (OutputStream out = Files.newOutputStream(configuration().toPath())) {
      fixture.cluster().configuration().writeXml(out);
    }
  }

  @AfterAll
  static void stop() {
    if (fixture != null) {
      fixture.close();
    }
  }

  private static File configuration() {
    return new File(folder, "cluster.xml");
  }

  /** Rows of five bytes. */
  private static String text(int rows) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rows; i++) {
      text.append(key(i)).append(',').append(isOdd(i)).append('\n');
    }
    return text.toString();
  }

  private static boolean isOdd(int row) {
    return row % 2 == 1;
  }

  private static long key(int row) {
    return row * 7_919L % KEYS;
  }

  private static List<String> found(int... rowsOfFiles) {
    List<String> found = new ArrayList<>();
    for (int rows : rowsOfFiles) {
      for (int i = 0; i < rows; i++) {
        if (key(i) == KEY) {
          found.add(KEY + "," + isOdd(i));
        }
      }
    }
    return found.stream().sorted().toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"lazy", "eager", "selectivity"})
  void task_withoutHeapToSort_scansBlockAndIndexesTheOther(String strategy) throws Exception {
    assertThat(need(big).copies())
        .as("a block that would fit but for the sort")
        .isLessThan(HEAP / 3);
    assertThat(need(big).total()).isGreaterThan(HEAP);
    assertThat(need(small).total()).isLessThan(HEAP / 3);

    SmallProcess run =
        run(
            SmallHeapTask.class,
            configuration().toURI().toString(),
            "k = " + KEY,
            strategy,
            big.toString(),
            small.toString());

    assertThat(run.code()).as("%s", run.said()).isZero();
    assertThat(run.lines(SmallHeapTask.ROW)).isEqualTo(found(MANY_ROWS, FEW_ROWS));
    assertThat(run.lines(SmallHeapTask.COUNTER))
        .contains(
            "BLOCKS_TOO_LARGE 1",
            "BLOCKS_TURNED_AWAY " + (strategy.equals("lazy") ? 1 : 0),
            "BLOCKS_OFFERED 1",
            "BLOCKS_INDEXED 1",
            "BLOCKS_NOT_INDEXED 0");
    assertThat(blocks(big)).allMatch(block -> block.pseudo().isEmpty());
    dropIndexOfSmall();
  }

  @Test
  void indexCommand_withoutHeapToSort_namesTheBlocks() throws Exception {
    assertThat(need(big).total()).isGreaterThan(MOST_OF_HEAP);

    SmallProcess run =
        run(
            HailCli.class,
            "index",
            "add",
            "-conf",
            configuration().getPath(),
            "--by",
            "k",
            small.toString(),
            big.toString());

    assertThat(run.code()).as("%s", run.said()).isEqualTo(1);
    assertThat(run.said())
        .contains("/hail/small: 1 of 1 block indexed by k, 0 had it")
        .contains("/hail/big: 0 of 1 block indexed by k, 0 had it")
        .contains("/hail/big: 1 block not indexed: block " + blocks(big).get(0).id())
        .contains("HAIL_OPTS=-Xmx4g");
    assertThat(blocks(big)).allMatch(block -> block.pseudo().isEmpty());
    dropIndexOfSmall();
  }

  private static List<HailBlock> blocks(Path path) throws IOException {
    return HailFile.open(fixture.cluster().configuration(), path).blocks();
  }

  private static void dropIndexOfSmall() throws Exception {
    assertThat(blocks(small)).allMatch(block -> block.pseudo().size() == 1);
    SmallProcess run =
        run(
            HailCli.class,
            "index",
            "drop",
            "-conf",
            configuration().getPath(),
            "--by",
            "k",
            small.toString());
    assertThat(run.code()).as("%s", run.said()).isZero();
    Waiting.until("it is gone", () -> KeptReplicas.of(fixture.cluster()).isEmpty());
  }

  private static BlockNeed need(Path path) throws IOException {
    byte[] preamble = new byte[72];
    try (var in = CallerMark.marked(() -> fixture.cluster().fileSystem().open(path))) {
      in.readFully(0, preamble);
    }
    return BlockNeed.of(preamble);
  }

  private static SmallProcess run(Class<?> main, String... arguments) throws Exception {
    return SmallProcess.run(folder, HEAP, main, arguments);
  }
}
