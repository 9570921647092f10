// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HdfsPath;
import dev.hail.client.pseudo.BlockOrder;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.Preamble;
import dev.hail.format.block.sort.BlockNeed;
import dev.hail.format.block.sort.BlockVerifier;
import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.schema.Schema;
import dev.hail.minicluster.Waiting;
import dev.hail.step.PseudoStep;
import dev.hail.step.StepListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
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
    public boolean store(ChosenBlock chosen, byte[] sorted) throws IOException {
      blocks.add(sorted);
      return chosen.order().blockId() != 13;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @Test
  void offeredBlocks_indexed_areSortedAndGiveMemoryBack() throws Exception {
    IndexingMemory memory = new IndexingMemory(ROOMY);
    Kept kept = new Kept();
    AdaptiveIndexer indexer = new AdaptiveIndexer(memory, 8, kept, () -> {}, StepListener.none());
    byte[] block = block(1);
    for (int id : new int[] {1, 13, 2}) {
      assertThat(indexer.reserve(need(block))).isTrue();
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
    assertThat(totals)
        .isEqualTo(new IndexingTotals(2, 1, 0, 0, 0, 2L * block.length, totals.nanos()));
    assertThat(memory.taken()).isZero();
    assertThat(kept.closed).isTrue();
  }

  @Test
  void block_withoutMemory_isTurnedAway() throws Exception {
    byte[] block = block(2);
    IndexingMemory memory = new IndexingMemory(need(block).total() + need(block).arrayBytes() - 1);
    AdaptiveIndexer indexer =
        new AdaptiveIndexer(memory, 8, new Kept(), () -> {}, StepListener.none());
    assertThat(indexer.reserve(need(block))).isTrue();
    assertThat(indexer.reserve(need(block))).isFalse();
    indexer.giveBack(need(block));
    assertThat(indexer.reserve(need(block))).isTrue();
    indexer.giveBack(need(block));
    indexer.close();
    assertThat(memory.taken()).isZero();
  }

  @Test
  void memory_ofEachStage_isTakenAndNoMore() throws Exception {
    byte[] block = block(2);
    BlockNeed need = need(block);
    assertThat(need.total()).isGreaterThan(2L * block.length + 8L * ROWS);
    IndexingMemory memory = new IndexingMemory(need.total());
    CountDownLatch storing = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Kept slow =
        new Kept() {
          @Override
          public boolean store(ChosenBlock chosen, byte[] sorted) throws IOException {
            storing.countDown();
            await(goOn);
            return super.store(chosen, sorted);
          }
        };
    CountDownLatch sorting = new CountDownLatch(1);
    CountDownLatch sortOn = new CountDownLatch(1);
    StepListener<PseudoStep> steps = pausedSort(sorting, sortOn);
    AdaptiveIndexer indexer = new AdaptiveIndexer(memory, 8, slow, () -> {}, steps);
    assertThat(indexer.reserve(need)).isTrue();
    assertThat(memory.taken()).as("read").isEqualTo(need.arrayBytes());
    assertThat(indexer.offer(offer(1, block))).isTrue();
    await(sorting);
    assertThat(memory.taken()).as("sorted").isEqualTo(need.total());
    sortOn.countDown();
    await(storing);
    assertThat(memory.taken()).as("stored").isEqualTo(need.arrayBytes());
    goOn.countDown();
    indexer.close();
    assertThat(memory.taken()).isZero();

    AdaptiveIndexer tooSmall =
        new AdaptiveIndexer(
            new IndexingMemory(need.total() - 1), 8, slow, () -> {}, StepListener.none());
    assertThat(tooSmall.reserve(need)).isFalse();
    tooSmall.close();
  }

  @Test
  void nextBlock_whileOneIsSorted_isReadThoughTwoSortsDoNotFit() throws Exception {
    byte[] block = block(2);
    BlockNeed need = need(block);
    CountDownLatch sorting = new CountDownLatch(1);
    CountDownLatch reserved = new CountDownLatch(1);
    StepListener<PseudoStep> steps = pausedSort(sorting, reserved);
    IndexingMemory memory = new IndexingMemory(need.total() + need.arrayBytes());
    assertThat(memory.fits(need)).isTrue();
    assertThat(2 * need.total()).isGreaterThan(need.total() + need.arrayBytes());
    Kept kept = new Kept();
    AdaptiveIndexer indexer = new AdaptiveIndexer(memory, 8, kept, () -> {}, steps);
    assertThat(indexer.reserve(need)).isTrue();
    assertThat(indexer.offer(offer(1, block))).isTrue();
    await(sorting);
    assertThat(indexer.reserve(need)).as("while the first is sorted").isTrue();
    reserved.countDown();
    assertThat(indexer.offer(offer(2, block))).isTrue();
    indexer.close();
    assertThat(kept.blocks).hasSize(2);
    assertThat(memory.taken()).isZero();
  }

  /** Tells when a sort is about to begin, and lets it begin later. */
  private static StepListener<PseudoStep> pausedSort(CountDownLatch begins, CountDownLatch goOn) {
    return new StepListener<>() {
      @Override
      public void before(PseudoStep step) throws IOException {
        begins.countDown();
        await(goOn);
      }

      @Override
      public void after(PseudoStep step) {}
    };
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      if (!latch.await(5, TimeUnit.MINUTES)) {
        throw new IOException("Waited in vain");
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Test
  void storedBlock_whileTaskReadsOn_isHeldByNobody() throws Exception {
    List<WeakReference<byte[]>> stored = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch storing = new CountDownLatch(1);
    Kept forgetful =
        new Kept() {
          @Override
          public boolean store(ChosenBlock chosen, byte[] sorted) {
            stored.add(new WeakReference<>(sorted));
            storing.countDown();
            return true;
          }
        };
    AdaptiveIndexer indexer =
        new AdaptiveIndexer(new IndexingMemory(ROOMY), 8, forgetful, () -> {}, StepListener.none());
    assertThat(indexer.reserve(need(block(6)))).isTrue();
    WeakReference<byte[]> read = offerAndForget(indexer, block(6));
    await(storing);
    awaitCollected(read);
    awaitCollected(stored.get(0));
    indexer.close();
  }

  @Test
  void blockThatCannotBeSorted_whileTaskReadsOn_isHeldByNobody() throws Exception {
    byte[] block = block(6);
    BlockNeed need = need(block);
    AdaptiveIndexer indexer =
        new AdaptiveIndexer(
            new IndexingMemory(need.total()), 8, new Kept(), () -> {}, StepListener.none());
    assertThat(indexer.reserve(need)).isTrue();
    WeakReference<byte[]> torn = offerAndForget(indexer, Arrays.copyOf(block, block.length / 2));
    assertThat(indexer.reserve(need)).as("waits until the first block is given up").isTrue();
    assertThat(indexer.totals().failed()).isEqualTo(1);
    awaitCollected(torn);
    indexer.giveBack(need);
    indexer.close();
  }

  private static WeakReference<byte[]> offerAndForget(AdaptiveIndexer indexer, byte[] block) {
    assertThat(indexer.offer(offer(1, block))).isTrue();
    return new WeakReference<>(block);
  }

  private static void awaitCollected(WeakReference<byte[]> bytes) throws Exception {
    // A thread that has just given the block's memory back may be about to leave a method.
    Waiting.until(
        "nobody holds the bytes",
        () -> {
          System.gc();
          return bytes.get() == null;
        });
  }

  @Test
  void reservation_whileOthersAreIndexed_waitsForRoom() throws Exception {
    byte[] block = block(6);
    BlockNeed need = need(block);
    IndexingMemory memory = new IndexingMemory(need.total());
    CountDownLatch waiting = new CountDownLatch(1);
    Kept slow =
        new Kept() {
          @Override
          public boolean store(ChosenBlock chosen, byte[] sorted) throws IOException {
            await(waiting);
            return super.store(chosen, sorted);
          }
        };
    AdaptiveIndexer indexer =
        new AdaptiveIndexer(memory, 8, slow, waiting::countDown, StepListener.none());
    for (int id = 1; id <= 3; id++) {
      assertThat(indexer.reserve(need)).as("block %d", id).isTrue();
      assertThat(indexer.offer(offer(id, block))).isTrue();
    }
    indexer.close();
    assertThat(slow.blocks).hasSize(3);
    assertThat(memory.taken()).isZero();
  }

  @Test
  void offer_toFullQueue_waitsAndIsNotTurnedAway() throws Exception {
    IndexingMemory memory = new IndexingMemory(ROOMY);
    CountDownLatch waiting = new CountDownLatch(1);
    Kept slow =
        new Kept() {
          @Override
          public boolean store(ChosenBlock chosen, byte[] sorted) throws IOException {
            await(waiting);
            return super.store(chosen, sorted);
          }
        };
    AdaptiveIndexer indexer =
        new AdaptiveIndexer(memory, 1, slow, waiting::countDown, StepListener.none());
    byte[] block = block(3);
    // Four find room: written, waiting for that, in the builder's hands, and waiting for it.
    for (int id = 0; id < 8; id++) {
      assertThat(indexer.reserve(need(block))).isTrue();
      assertThat(indexer.offer(offer(id, block))).as("block %d", id).isTrue();
    }
    indexer.close();
    assertThat(indexer.totals().stored()).isEqualTo(8);
    assertThat(memory.taken()).isZero();
  }

  @Test
  void offer_fromInterruptedTask_doesNotWaitForQueue() throws Exception {
    IndexingMemory memory = new IndexingMemory(ROOMY);
    CountDownLatch goOn = new CountDownLatch(1);
    Kept slow =
        new Kept() {
          @Override
          public boolean store(ChosenBlock chosen, byte[] sorted) throws IOException {
            await(goOn);
            return super.store(chosen, sorted);
          }
        };
    AdaptiveIndexer indexer = new AdaptiveIndexer(memory, 1, slow, () -> {}, StepListener.none());
    byte[] block = block(3);
    int taken = 0;
    Thread.currentThread().interrupt();
    try {
      // What there is room for is taken, and no more than four blocks.
      while (indexer.reserve(need(block)) && indexer.offer(offer(taken, block))) {
        taken++;
      }
      assertThat(taken).isBetween(1, 4);
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      Thread.interrupted();
    }
    goOn.countDown();
    indexer.close();
    assertThat(indexer.totals().stored()).isEqualTo(taken);
    assertThat(memory.taken()).isZero();
  }

  @Test
  void block_thatCannotBeIndexed_costsNoOther() throws Exception {
    IndexingMemory memory = new IndexingMemory(ROOMY);
    Kept failing =
        new Kept() {
          @Override
          public boolean store(ChosenBlock chosen, byte[] sorted) throws IOException {
            if (chosen.order().blockId() == 5) {
              throw new IOException("Fault put in by a test");
            }
            return super.store(chosen, sorted);
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
      assertThat(indexer.reserve(offer.block().need())).isTrue();
      assertThat(indexer.offer(offer)).isTrue();
    }
    indexer.close();
    IndexingTotals totals = indexer.totals();
    assertThat(totals).isEqualTo(new IndexingTotals(1, 0, 3, 0, 0, block.length, totals.nanos()));
    assertThat(memory.taken()).isZero();
  }

  @Test
  void close_afterThreadDied_doesNotWaitForever() throws Exception {
    Kept deadly =
        new Kept() {
          @Override
          public boolean store(ChosenBlock chosen, byte[] sorted) {
            throw new LinkageError("Fault put in by a test");
          }
        };
    AdaptiveIndexer indexer =
        new AdaptiveIndexer(new IndexingMemory(ROOMY), 1, deadly, () -> {}, StepListener.none());
    byte[] block = block(5);
    for (int id = 0; id < 6; id++) {
      if (indexer.reserve(need(block))) {
        indexer.offer(offer(id, block));
      }
    }
    indexer.close();
    assertThat(indexer.totals().stored()).isZero();
    assertThat(deadly.closed).isTrue();
  }

  @Test
  void queue_withoutWaitingBlocks_takesNoMemory() throws Exception {
    IndexingMemory memory = new IndexingMemory(ROOMY);
    AdaptiveIndexer indexer =
        new AdaptiveIndexer(memory, Integer.MAX_VALUE, new Kept(), () -> {}, StepListener.none());
    byte[] block = block(4);
    assertThat(indexer.reserve(need(block))).isTrue();
    assertThat(indexer.offer(offer(1, block))).isTrue();
    indexer.close();
    assertThat(indexer.totals().stored()).isEqualTo(1);
  }

  private static Offer offer(long blockId, byte[] block) {
    HdfsPath file = new HdfsPath(new DistributedFileSystem(), new Path("/visits"));
    ChosenBlock chosen = new ChosenBlock(file, new BlockOrder(blockId, 1001, 2), need(block));
    return new Offer(chosen, block);
  }

  private static BlockNeed need(byte[] block) {
    try {
      return BlockNeed.of(Arrays.copyOf(block, Preamble.LENGTH));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
