// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.adaptive;

import dev.hail.client.pseudo.PseudoStep;
import dev.hail.conf.HailConfigKeys;
import dev.hail.format.block.BlockSorter;
import dev.hail.step.StepListener;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Indexes the blocks that a map task offers, while the task maps the next one (thesis, section
 * 3.5.2): a builder thread sorts a block and makes its sparse index, by the code that datanodes
 * use; a writer thread stores it. Queues before both are bounded, and a block that finds no room is
 * turned away: a later job will offer it again.
 *
 * <p>What fails here never fails the task. {@link #reserve} and {@link #offer} are for one thread.
 */
public final class AdaptiveIndexer implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(AdaptiveIndexer.class);
  private static final long PROGRESS_SECONDS = 1;

  /** A block in its new order. */
  @SuppressWarnings("ArrayRecordComponent") // handed from thread to thread, never compared
  private record Indexed(Offer offer, byte[] sorted) {}

  private final MemoryBudget memory;
  private final ReplicaStore store;
  private final Runnable progress;
  private final StepListener<PseudoStep> steps;
  private final BlockingQueue<Slot<Offer>> offered;
  private final BlockingQueue<Slot<Indexed>> indexed;
  private final Thread builder = new Thread(this::build, "hail-index-builder");
  private final Thread writer = new Thread(this::write, "hail-index-writer");
  private IndexingTotals totals = IndexingTotals.NONE;
  private boolean closed;

  /** What stands in a queue; one without content ends it. */
  private record Slot<T>(T content) {
    boolean isEnd() {
      return content == null;
    }
  }

  AdaptiveIndexer(
      MemoryBudget memory,
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
   * The indexer of a task.
   *
   * @param writerName what no other task attempt is called
   * @param progress called now and then while {@link #close} waits
   * @param steps hears of the steps that a task takes
   */
  public static AdaptiveIndexer of(
      Configuration conf, String writerName, Runnable progress, StepListener<PseudoStep> steps) {
    return new AdaptiveIndexer(
        MemoryBudget.of(conf),
        queueBlocks(conf),
        new HdfsReplicaStore(conf, writerName, steps),
        progress,
        steps);
  }

  /**
   * Refuses settings with which every task of a job would fail, before there are tasks.
   *
   * @throws IllegalArgumentException naming the key and its value
   */
  public static void check(Configuration conf) {
    MemoryBudget.of(conf);
    queueBlocks(conf);
  }

  private static int queueBlocks(Configuration conf) {
    String key = HailConfigKeys.ADAPTIVE_QUEUE_BLOCKS;
    int blocks = 0;
    try {
      blocks = conf.getInt(key, HailConfigKeys.ADAPTIVE_QUEUE_BLOCKS_DEFAULT);
    } catch (NumberFormatException notOne) {
      // As far out of range as 0 is.
    }
    if (blocks < 1) {
      throw new IllegalArgumentException(
          key + " must be a number from 1 on, it is `" + conf.getTrimmed(key) + "'");
    }
    return blocks;
  }

  /**
   * Asks for room for a block and its sorted copy, before it is read.
   *
   * @param length bytes of the block
   * @return whether there is; then {@link #offer} or {@link #giveBack} must follow
   */
  public boolean reserve(long length) {
    return memory.tryTake(2 * length);
  }

  /** Gives back the room of a block that is not offered after all. */
  public void giveBack(long length) {
    memory.release(2 * length);
  }

  /**
   * Offers a block for which there is room. Does not wait.
   *
   * @return whether it was taken; if not, its room is given back
   */
  public boolean offer(Offer offer) {
    if (offered.offer(new Slot<>(offer))) {
      return true;
    }
    giveBack(offer.bytes().length);
    return false;
  }

  private void build() {
    try {
      for (Slot<Offer> next = offered.take(); !next.isEnd(); next = offered.take()) {
        Offer offer = next.content();
        byte[] sorted = sort(offer);
        if (sorted != null && !hand(new Slot<>(new Indexed(offer, sorted)))) {
          failed(offer, new IllegalStateException("the index writer has ended"));
        }
      }
    } catch (InterruptedException e) {
      interrupted("builder");
    } finally {
      end();
    }
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
    LOG.info("The index {} was interrupted; what it had left is indexed by a later job", who);
  }

  private byte[] sort(Offer offer) {
    byte[] block = offer.bytes();
    long begin = System.nanoTime();
    try {
      steps.before(PseudoStep.SORT);
      byte[] sorted = BlockSorter.sort(block, block.length, offer.name().sortAttribute());
      steps.after(PseudoStep.SORT);
      add(new IndexingTotals(0, 0, 0, 0, System.nanoTime() - begin));
      return sorted;
    } catch (IOException | RuntimeException | Error e) {
      failed(offer, e);
      return null;
    }
  }

  private void write() {
    try {
      for (Slot<Indexed> next = indexed.take(); !next.isEnd(); next = indexed.take()) {
        store(next.content().offer(), next.content().sorted());
      }
    } catch (InterruptedException e) {
      interrupted("writer");
    }
  }

  private void store(Offer offer, byte[] sorted) {
    long begin = System.nanoTime();
    try {
      boolean published = store.store(offer, sorted);
      long nanos = System.nanoTime() - begin;
      add(
          published
              ? new IndexingTotals(1, 0, 0, sorted.length, nanos)
              : new IndexingTotals(0, 1, 0, 0, nanos));
      giveBack(sorted.length);
    } catch (IOException | RuntimeException | Error e) {
      failed(offer, e);
    }
  }

  private void failed(Offer offer, Throwable failure) {
    add(new IndexingTotals(0, 0, 1, 0, 0));
    giveBack(offer.bytes().length);
    LOG.warn("{} is not indexed; a later job may do it", offer, failure);
  }

  private synchronized void add(IndexingTotals more) {
    totals = totals.plus(more);
  }

  /** What became of the blocks so far; of all after {@link #close}. */
  public synchronized IndexingTotals totals() {
    return totals;
  }

  /** Waits until what was offered is stored or has failed. */
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
