// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.adaptive;

import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.NumberKeys;
import dev.hail.format.block.sort.BlockNeed;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.step.PseudoStep;
import dev.hail.step.StepListener;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Indexes the blocks that a map task offers, while the task maps the next one (thesis, section
 * 3.5.2): a builder thread sorts a block and makes its sparse index, by the code that datanodes
 * use; a writer thread stores it. Queues before both are bounded. In the thesis a full queue turns
 * blocks away, to save memory. Here memory is reserved before a block is read ({@link
 * IndexingMemory}), and the task waits for the queue. It was to index the block, and would wait for
 * as much at its end.
 *
 * <p>A failure here never fails the task. Only one thread may call {@link #reserve} and {@link
 * #offer}.
 */
public final class AdaptiveIndexer implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(AdaptiveIndexer.class);
  private static final long PROGRESS_SECONDS = 1;

  /** A block and its bytes in the new order; null bytes if it could not be sorted. */
  @SuppressWarnings("ArrayRecordComponent") // handed from thread to thread, never compared
  private record Indexed(ChosenBlock block, byte[] sorted) {}

  private final IndexingMemory memory;
  private final ReplicaStore store;
  private final Runnable progress;
  private final StepListener<PseudoStep> steps;
  private final BlockingQueue<Slot<Offer>> offered;
  private final BlockingQueue<Slot<Indexed>> indexed;
  private final Thread builder = new Thread(this::build, "hail-index-builder");
  private final Thread writer = new Thread(this::write, "hail-index-writer");

  /** Number of offered blocks that are neither stored nor given up. */
  private final AtomicInteger inHand = new AtomicInteger();

  private IndexingTotals totals = IndexingTotals.NONE;
  private boolean closed;

  /** An element of a queue; one without content ends the queue. */
  private record Slot<T>(T content) {
    boolean isEnd() {
      return content == null;
    }
  }

  AdaptiveIndexer(
      IndexingMemory memory,
      int queueBlocks,
      ReplicaStore store,
      Runnable progress,
      StepListener<PseudoStep> steps) {
    this.memory = memory;
    this.store = store;
    this.progress = progress;
    this.steps = steps;
    this.offered = new LinkedBlockingQueue<>(queueBlocks);
    this.indexed = new LinkedBlockingQueue<>(queueBlocks);
    builder.setDaemon(true);
    writer.setDaemon(true);
    writer.start();
    builder.start();
  }

  /**
   * Creates the indexer of a task.
   *
   * @param host name of the task's host as HDFS knows it; empty if unknown
   * @param progress called every few seconds while {@link #reserve}, {@link #offer} or {@link
   *     #close} waits
   * @param steps is told of each step of a task
   */
  public static AdaptiveIndexer of(
      Configuration conf, String host, Runnable progress, StepListener<PseudoStep> steps) {
    return new AdaptiveIndexer(
        IndexingMemory.ofTask(conf),
        queueBlocks(conf),
        new HdfsReplicaStore(conf, host, steps),
        progress,
        steps);
  }

  /**
   * Checks the settings before a job starts, because wrong ones would fail each of its tasks.
   *
   * @throws IllegalArgumentException if a setting is wrong; the message names the key and its value
   */
  public static void check(Configuration conf) {
    IndexingMemory.ofTask(conf);
    queueBlocks(conf);
  }

  private static int queueBlocks(Configuration conf) {
    return NumberKeys.count(
        conf, HailConfigKeys.ADAPTIVE_QUEUE_BLOCKS, HailConfigKeys.ADAPTIVE_QUEUE_BLOCKS_DEFAULT);
  }

  /** Returns whether a block fits into the memory budget at all. */
  public boolean fits(BlockNeed need) {
    return memory.fits(need);
  }

  /**
   * Asks for room for a block before it is read, so that there will be room to sort it. Waits for
   * blocks that were offered to make room: a task with fewer blocks would wait for them, too, at
   * its end.
   *
   * @return true if the memory is reserved; the caller must then call {@link #offer} or {@link
   *     #giveBack}
   */
  public boolean reserve(BlockNeed need) {
    try {
      while (inHand.get() > 0 && fits(need) && builder.isAlive()) {
        if (memory.takeBlock(need, TimeUnit.SECONDS.toMillis(PROGRESS_SECONDS))) {
          return true;
        }
        progress.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    return memory.takeBlock(need);
  }

  /** Releases the memory of a block that is not offered after all. */
  public void giveBack(BlockNeed need) {
    memory.giveBack(need);
  }

  /**
   * Offers a block whose memory is reserved. Waits for room in the queue.
   *
   * @return true if the block was taken. False if the builder has ended or the task was
   *     interrupted; the reserved memory is then released
   */
  public boolean offer(Offer offer) {
    inHand.incrementAndGet();
    if (queue(new Slot<>(offer))) {
      return true;
    }
    memory.giveBack(offer.block().need());
    inHand.decrementAndGet();
    return false;
  }

  private boolean queue(Slot<Offer> slot) {
    if (offered.offer(slot)) {
      return true;
    }
    try {
      while (builder.isAlive()) {
        if (offered.offer(slot, PROGRESS_SECONDS, TimeUnit.SECONDS)) {
          return true;
        }
        progress.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  private void build() {
    try {
      while (buildNext()) {
        // A frame that waited for the next block would keep the bytes of this one.
      }
    } catch (InterruptedException e) {
      interrupted("builder");
    } finally {
      end();
    }
  }

  /**
   * Sorts the next block and hands it to the writer. When this returns, the builder holds none of
   * its bytes.
   *
   * @return false if no further block comes
   */
  private boolean buildNext() throws InterruptedException {
    Indexed next = sortNext();
    if (next == null) {
      return false;
    }
    ChosenBlock block = next.block();
    if (next.sorted() == null) {
      memory.notSorted(block.need());
      inHand.decrementAndGet();
      return true;
    }
    memory.sorted(block.need());
    if (!hand(new Slot<>(next))) {
      stored(block);
      failed(block, new IllegalStateException("the index writer has ended"));
    }
    return true;
  }

  /**
   * Sorts the next block. When this returns, nothing here holds its bytes as they were read.
   *
   * @return null if no further block comes
   */
  private Indexed sortNext() throws InterruptedException {
    Slot<Offer> next = offered.take();
    return next.isEnd() ? null : sort(next.content());
  }

  /**
   * Hands a block to the writer, as soon as there is room; false if there is no writer any more.
   */
  private boolean hand(Slot<Indexed> slot) throws InterruptedException {
    while (writer.isAlive()) {
      if (indexed.offer(slot, PROGRESS_SECONDS, TimeUnit.SECONDS)) {
        return true;
      }
    }
    return false;
  }

  private void end() {
    try {
      hand(new Slot<>(null));
    } catch (InterruptedException e) {
      writer.interrupt();
      interrupted("builder");
    }
  }

  private static void interrupted(String who) {
    Thread.currentThread().interrupt();
    LOG.info("The index {} was interrupted; a later job may index the remaining blocks", who);
  }

  private Indexed sort(Offer offer) throws InterruptedException {
    ChosenBlock block = offer.block();
    awaitRoomToSort(block);
    long begin = System.nanoTime();
    try {
      steps.before(PseudoStep.SORT);
      byte[] sorted =
          BlockSorter.sort(offer.bytes(), offer.bytes().length, block.order().sortAttribute());
      steps.after(PseudoStep.SORT);
      add(IndexingTotals.took(0, System.nanoTime() - begin));
      return new Indexed(block, sorted);
    } catch (IOException | RuntimeException | Error e) {
      failed(block, e);
      return new Indexed(block, null);
    }
  }

  /** There will be room when the writer has stored what was sorted before. */
  private void awaitRoomToSort(ChosenBlock block) throws InterruptedException {
    while (!memory.takeSort(block.need(), TimeUnit.SECONDS.toMillis(PROGRESS_SECONDS))) {
      if (!writer.isAlive()) {
        throw new InterruptedException("The index writer has ended");
      }
    }
  }

  private void write() {
    try {
      for (ChosenBlock done = storeNext(); done != null; done = storeNext()) {
        stored(done);
      }
    } catch (InterruptedException e) {
      interrupted("writer");
    }
  }

  /**
   * Stores the next block, or gives it up. When this returns, nothing here holds its bytes.
   *
   * @return the block; null if no further block comes
   */
  private ChosenBlock storeNext() throws InterruptedException {
    Slot<Indexed> next = indexed.take();
    if (next.isEnd()) {
      return null;
    }
    store(next.content());
    return next.content().block();
  }

  private void store(Indexed indexedBlock) {
    ChosenBlock block = indexedBlock.block();
    byte[] sorted = indexedBlock.sorted();
    long begin = System.nanoTime();
    try {
      boolean stored = store.store(block, sorted);
      long nanos = System.nanoTime() - begin;
      add(stored ? IndexingTotals.stored(sorted.length, nanos) : IndexingTotals.took(1, nanos));
    } catch (IOException | RuntimeException | Error e) {
      failed(block, e);
    }
  }

  /** A sorted block is out of the hands of both threads, and with it the last of its memory. */
  private void stored(ChosenBlock block) {
    memory.stored(block.need());
    inHand.decrementAndGet();
  }

  private void failed(ChosenBlock block, Throwable failure) {
    add(IndexingTotals.failed(failure));
    LOG.warn("{} is not indexed; a later job may do it", block, failure);
  }

  private synchronized void add(IndexingTotals more) {
    totals = totals.plus(more);
  }

  /** Returns the outcome of the blocks done so far; after {@link #close}, of all blocks. */
  public synchronized IndexingTotals totals() {
    return totals;
  }

  /** Waits until every offered block is stored or has failed. */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      while (builder.isAlive()
          && !offered.offer(new Slot<>(null), PROGRESS_SECONDS, TimeUnit.SECONDS)) {
        progress.run();
      }
      join(builder);
      join(writer);
    } catch (InterruptedException e) {
      builder.interrupt();
      writer.interrupt();
      Thread.currentThread().interrupt();
      throw (InterruptedIOException)
          new InterruptedIOException("Interrupted while blocks were being indexed").initCause(e);
    } finally {
      store.close();
    }
  }

  private void join(Thread thread) throws InterruptedException {
    while (thread.isAlive()) {
      thread.join(TimeUnit.SECONDS.toMillis(PROGRESS_SECONDS));
      progress.run();
    }
  }
}
