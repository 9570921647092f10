// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HdfsPath;
import dev.hail.client.pseudo.PseudoName;
import dev.hail.format.block.BlockBuilder;
import dev.hail.format.block.BlockFront;
import dev.hail.format.block.BlockOptions;
import dev.hail.format.block.BlockVerifier;
import dev.hail.format.schema.Schema;
import dev.hail.step.StepListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Test;

final class AdaptiveIndexerTest {
  private static final int ROWS = 3_000;
  private static final long ROOMY = 1 << 30;

  /** Keeps what it is given. */
  private static class Kept implements ReplicaStore {
    final List<byte[]> blocks = Collections.synchronizedList(new ArrayList<>());
    boolean closed;

    @Override
    public boolean store(Offer offer, byte[] sorted) throws IOException {
      blocks.add(sorted);
      return offer.name().blockId() != 13;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @Test
  void sortsWhatItIsOfferedAndGivesTheMemoryBack() throws Exception {
    MemoryBudget memory = new MemoryBudget(ROOMY);
    Kept kept = new Kept();
    AdaptiveIndexer indexer = new AdaptiveIndexer(memory, 8, kept, () -> {}, StepListener.none());
    byte[] block = block(1);
    for (int id : new int[] {1, 13, 2}) {
      assertThat(indexer.reserve(block.length)).isTrue();
      assertThat(indexer.offer(offer(id, block))).isTrue();
    }
    indexer.close();

    assertThat(kept.blocks).hasSize(3);
    for (byte[] sorted : kept.blocks) {
      BlockVerifier.verify(sorted, sorted.length);
      BlockFront front = BlockFront.parse(sorted, sorted.length);
      assertThat(front.sortAttribute()).isEqualTo(2);
      assertThat(front.contentHash())
          .isEqualTo(BlockFront.parse(block, block.length).contentHash());
    }
    IndexingTotals totals = indexer.totals();
    assertThat(totals.nanos()).isPositive();
    assertThat(totals).isEqualTo(new IndexingTotals(2, 1, 0, 2L * block.length, totals.nanos()));
    assertThat(memory.taken()).isZero();
    assertThat(kept.closed).isTrue();
  }

  @Test
  void turnsAwayWhatDoesNotFitIntoMemory() throws Exception {
    byte[] block = block(2);
    MemoryBudget memory = new MemoryBudget(3L * block.length);
    AdaptiveIndexer indexer =
        new AdaptiveIndexer(memory, 8, new Kept(), () -> {}, StepListener.none());
    assertThat(indexer.reserve(block.length)).isTrue();
    assertThat(indexer.reserve(block.length)).isFalse();
    indexer.giveBack(block.length);
    assertThat(indexer.reserve(block.length)).isTrue();
    indexer.giveBack(block.length);
    indexer.close();
    assertThat(memory.taken()).isZero();
  }

  @Test
  void turnsAwayWhatDoesNotFitIntoTheQueueAndDoesNotWait() throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    MemoryBudget memory = new MemoryBudget(ROOMY);
    Kept slow =
        new Kept() {
          @Override
          public boolean store(Offer offer, byte[] sorted) throws IOException {
            try {
              goOn.await();
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
            return super.store(offer, sorted);
          }
        };
    AdaptiveIndexer indexer = new AdaptiveIndexer(memory, 1, slow, () -> {}, StepListener.none());
    byte[] block = block(3);
    // One is being written, one waits for that, one is in the builder's hands, one waits for it.
    int taken = 0;
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (taken < 4) {
      assertThat(System.nanoTime()).as("%d blocks were taken", taken).isLessThan(deadline);
      assertThat(indexer.reserve(block.length)).isTrue();
      if (indexer.offer(offer(taken, block))) {
        taken++;
      } else {
        Thread.onSpinWait();
      }
    }
    assertThat(indexer.reserve(block.length)).isTrue();
    assertThat(indexer.offer(offer(taken, block))).isFalse();
    goOn.countDown();
    indexer.close();
    assertThat(indexer.totals().published()).isEqualTo(taken);
    assertThat(memory.taken()).isZero();
  }

  @Test
  void aBlockThatCannotBeIndexedCostsNoOther() throws Exception {
    MemoryBudget memory = new MemoryBudget(ROOMY);
    Kept failing =
        new Kept() {
          @Override
          public boolean store(Offer offer, byte[] sorted) throws IOException {
            if (offer.name().blockId() == 5) {
              throw new IOException("Fault put in by a test");
            }
            return super.store(offer, sorted);
          }
        };
    AdaptiveIndexer indexer =
        new AdaptiveIndexer(memory, 8, failing, () -> {}, StepListener.none());
    byte[] block = block(4);
    byte[] damaged = block.clone();
    damaged[damaged.length / 2] ^= 1;
    byte[] torn = Arrays.copyOf(block, block.length / 2);
    for (Offer offer :
        List.of(offer(4, damaged), offer(5, block), offer(6, torn), offer(7, block))) {
      assertThat(indexer.reserve(offer.bytes().length)).isTrue();
      assertThat(indexer.offer(offer)).isTrue();
    }
    indexer.close();
    IndexingTotals totals = indexer.totals();
    assertThat(totals).isEqualTo(new IndexingTotals(1, 0, 3, block.length, totals.nanos()));
    assertThat(memory.taken()).isZero();
  }

  @Test
  void theEndOfAThreadIsNoReasonToWaitForever() throws Exception {
    Kept deadly =
        new Kept() {
          @Override
          public boolean store(Offer offer, byte[] sorted) {
            throw new LinkageError("Fault put in by a test");
          }
        };
    AdaptiveIndexer indexer =
        new AdaptiveIndexer(new MemoryBudget(ROOMY), 1, deadly, () -> {}, StepListener.none());
    byte[] block = block(5);
    for (int id = 0; id < 6; id++) {
      if (indexer.reserve(block.length)) {
        indexer.offer(offer(id, block));
      }
    }
    indexer.close();
    assertThat(indexer.totals().published()).isZero();
    assertThat(deadly.closed).isTrue();
  }

  @Test
  void aQueueTakesNoMemoryForBlocksThatDoNotWait() throws Exception {
    MemoryBudget memory = new MemoryBudget(ROOMY);
    AdaptiveIndexer indexer =
        new AdaptiveIndexer(memory, Integer.MAX_VALUE, new Kept(), () -> {}, StepListener.none());
    byte[] block = block(4);
    assertThat(indexer.reserve(block.length)).isTrue();
    assertThat(indexer.offer(offer(1, block))).isTrue();
    indexer.close();
    assertThat(indexer.totals().published()).isEqualTo(1);
  }

  private static Offer offer(long blockId, byte[] block) {
    HdfsPath file = new HdfsPath(new DistributedFileSystem(), new Path("/visits"));
    return new Offer(file, new PseudoName(blockId, 1001, 2), block);
  }

  private static byte[] block(long seed) {
    Random random = new Random(seed);
    BlockBuilder builder = new BlockBuilder(Schema.parse("name STRING, k INT"), BlockOptions.of(1));
    for (int row = 0; row < ROWS; row++) {
      byte[] name = ("name " + random.nextInt(ROWS)).getBytes(StandardCharsets.UTF_8);
      builder.column(1).appendBytes(name, 0, name.length);
      builder.column(2).appendLong(random.nextInt(ROWS));
      builder.endRow();
    }
    return builder.build();
  }
}
