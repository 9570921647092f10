// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.read.FilePart;
import dev.hail.format.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which blocks of a split are located by one question. */
final class SplitPartTest {
  private static final Schema SCHEMA = Schema.parse("a INT");
  private static final long BLOCK = 1_000;

  private static SplitBlock block(String file, int index) {
    return new SplitBlock(
        new SplitFile("hdfs://nn/" + file, SCHEMA, List.of(), 0, ""),
        index,
        index,
        1_001,
        index * BLOCK,
        BLOCK,
        "",
        List.of(),
        List.of(),
        0,
        false);
  }

  private static List<SplitBlock> blocks(String file, int... indexes) {
    return IntStream.of(indexes).mapToObj(index -> block(file, index)).toList();
  }

  private static void assertPart(SplitPart part, int end, int firstBlock, int blocks) {
    assertThat(part.end()).isEqualTo(end);
    FilePart file = part.file();
    assertThat(file.firstBlock()).isEqualTo(firstBlock);
    assertThat(file.blocks()).isEqualTo(blocks);
    assertThat(file.offset()).isEqualTo(firstBlock * BLOCK);
    assertThat(file.length()).isEqualTo(blocks * BLOCK);
  }

  @Test
  void neighbouringBlocks_inAnyOrder_areOnePart() {
    assertPart(SplitPart.of(blocks("f", 7, 5, 9, 6), 0), 4, 5, 5);
    assertPart(SplitPart.of(blocks("f", 3), 0), 1, 3, 1);
  }

  @Test
  void distantBlocks_ofSplit_areLocatedSeparately() {
    List<SplitBlock> blocks = blocks("f", 0, 17, 35, 100_000, 99_983);
    assertPart(SplitPart.of(blocks, 0), 2, 0, 18);
    assertPart(SplitPart.of(blocks, 2), 3, 35, 1);
    assertPart(SplitPart.of(blocks, 3), 5, 99_983, 18);
  }

  @Test
  void blocks_ofTwoFiles_areDifferentParts() {
    List<SplitBlock> blocks = new ArrayList<>(blocks("f", 1, 2));
    blocks.addAll(blocks("g", 3));
    assertPart(SplitPart.of(blocks, 0), 2, 1, 2);
    assertPart(SplitPart.of(blocks, 2), 3, 3, 1);
    assertThat(SplitPart.of(blocks, 2).file().path()).hasToString("hdfs://nn/g");
  }

  @Test
  void partsOfRandomSplits_holdEachBlockAndFewOthers() {
    for (long seed = 0; seed < 1_000; seed++) {
      Random random = new Random(seed);
      List<SplitBlock> blocks = new ArrayList<>();
      int range = 1 << random.nextInt(1, 16);
      for (int i = random.nextInt(40); i >= 0; i--) {
        blocks.add(block("f" + random.nextInt(3) / 2, random.nextInt(range)));
      }
      long located = 0;
      for (int begin = 0; begin < blocks.size(); ) {
        SplitPart part = SplitPart.of(blocks, begin);
        FilePart file = part.file();
        assertThat(part.end()).as("seed %d", seed).isGreaterThan(begin);
        for (SplitBlock block : blocks.subList(begin, part.end())) {
          assertThat(block.path()).as("seed %d", seed).isEqualTo(file.path().toString());
          assertThat(block.index())
              .as("seed %d", seed)
              .isBetween(file.firstBlock(), file.firstBlock() + file.blocks() - 1);
        }
        located += file.blocks();
        begin = part.end();
      }
      assertThat(located)
          .as("seed %d", seed)
          .isLessThanOrEqualTo((SplitPart.MOST_BETWEEN + 1L) * blocks.size());
    }
  }
}
