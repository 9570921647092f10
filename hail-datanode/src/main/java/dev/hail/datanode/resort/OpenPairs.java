// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.resort;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Readers open the checksums and the data of a replica one after the other. This class keeps them
 * from getting checksums of one order and data of another. A swap of the two files happens only
 * while no thread is between its first and its last step on the block; threads that begin meanwhile
 * wait.
 *
 * <p>Hadoop's readers take these steps, each in one thread: look up the replica, open its
 * checksums, open its data (block sender, volume scanner); or open the checksums, then perhaps the
 * data (file checksum); or open the data, then the checksums (short-circuit reads, cache). A thread
 * that stops halfway is waited for a few seconds. If it goes on after a swap, its last step fails
 * with a {@link FileNotFoundException}, which HDFS takes for a race and never for damage.
 *
 * <p>Thread-safe, and never called back under a lock of its own. A swap runs under Hadoop's dataset
 * lock, a reader may wait for it under the read lock of the block pool.
 */
public final class OpenPairs {
  /** No reader takes that long between its steps unless it gave up or its disk hangs. */
  private static final long STALE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long MOST_CLOSING_NANOS = TimeUnit.SECONDS.toNanos(5);

  private enum Step {
    REPLICA,
    CHECKSUMS,
    DATA
  }

  private record Key(String blockPoolId, long blockId) {}

  /**
   * A thread has begun with a replica and not ended.
   *
   * @param whole whether the thread may well have ended, since it opened checksums and then data.
   *     These are a pair, or checksums alone and the beginning of another pair
   * @param overrun whether a swap did not wait for it
   */
  private record Pair(Key key, Step last, long begun, boolean whole, boolean overrun) {
    boolean isOf(Key other) {
      return key.equals(other);
    }

    Pair withOverrun() {
      return new Pair(key, last, begun, whole, true);
    }
  }

  /** What one thread has begun; null if nothing. Compared by identity in the weak set. */
  private static final class Opening extends AtomicReference<Pair> {
    private static final long serialVersionUID = 1L;
  }

  /** Opens one of the files. */
  @FunctionalInterface
  public interface Open<T extends Closeable> {
    /** The open file, or null if there is none. */
    T open() throws IOException;
  }

  /** Changes the files of a replica. */
  @FunctionalInterface
  public interface Swap {
    void run() throws IOException;
  }

  private final long staleNanos;
  private final Set<Opening> openings =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  @SuppressWarnings("ThreadLocalUsage") // one per dataset, of which a process may have several
  private final ThreadLocal<Opening> own = ThreadLocal.withInitial(this::newOpening);

  private final Map<Key, CountDownLatch> swaps = new ConcurrentHashMap<>();
  private final Map<Key, Integer> holds = new ConcurrentHashMap<>();
  private volatile boolean closed;

  public OpenPairs() {
    this(STALE_NANOS);
  }

  /**
   * Pairs with another patience.
   *
   * @param staleNanos time after which a swap does not wait for a thread that stopped halfway
   */
  OpenPairs(long staleNanos) {
    this.staleNanos = staleNanos;
  }

  private Opening newOpening() {
    Opening opening = new Opening();
    openings.add(opening);
    return opening;
  }

  // ---- readers ----

  /** This thread looks up a replica, of which it may open checksums and data next. */
  public void replicaWanted(String blockPoolId, long blockId) {
    begin(new Key(blockPoolId, blockId), Step.REPLICA);
  }

  /**
   * Opens the checksums of a replica.
   *
   * @throws FileNotFoundException if the data, opened before, was replaced since
   */
  public <T extends Closeable> T checksums(String blockPoolId, long blockId, Open<T> open)
      throws IOException {
    Key key = new Key(blockPoolId, blockId);
    Pair begun = begun(key, Step.CHECKSUMS);
    T file = open.open();
    if (begun.last() == Step.DATA) {
      end(begun, begun.whole() ? whole(key, Step.CHECKSUMS) : null, file);
    }
    return file;
  }

  /**
   * Opens the data of a replica.
   *
   * @throws FileNotFoundException if the checksums, opened before, were replaced since
   */
  public <T extends Closeable> T data(String blockPoolId, long blockId, Open<T> open)
      throws IOException {
    Key key = new Key(blockPoolId, blockId);
    Pair begun = begun(key, Step.DATA);
    T file = open.open();
    if (begun.last() != Step.DATA) {
      end(begun, begun.last() == Step.CHECKSUMS ? whole(key, Step.DATA) : null, file);
    }
    return file;
  }

  private static Pair whole(Key key, Step last) {
    return new Pair(key, last, System.nanoTime(), true, false);
  }

  /** What this thread has begun on the block with another step, else a new beginning. */
  private Pair begun(Key key, Step step) {
    Pair begun = own.get().get();
    return begun != null && begun.isOf(key) && begun.last() != step ? begun : begin(key, step);
  }

  private Pair begin(Key key, Step step) {
    Opening opening = own.get();
    while (true) {
      Pair pair = new Pair(key, step, System.nanoTime(), false, false);
      opening.set(pair);
      // A swap that is not here yet sees the opening.
      CountDownLatch swap = swaps.get(key);
      if (swap == null) {
        return pair;
      }
      opening.set(null);
      awaitUninterruptibly(swap);
    }
  }

  private void end(Pair begun, Pair next, Closeable file) throws IOException {
    Opening opening = own.get();
    if (!begun.overrun() && opening.compareAndSet(begun, next)) {
      return;
    }
    opening.set(null);
    if (file != null) {
      file.close();
    }
    throw new FileNotFoundException(
        "The replica of block "
            + begun.key().blockId()
            + " in pool "
            + begun.key().blockPoolId()
            + " was sorted by another attribute while it was opened; open it again");
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    boolean interrupted = false;
    while (true) {
      try {
        latch.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Keeps the files of a replica as they are until closed, for a thread that copies both. */
  public Hold hold(String blockPoolId, long blockId) {
    Key key = new Key(blockPoolId, blockId);
    while (true) {
      holds.merge(key, 1, Integer::sum);
      CountDownLatch swap = swaps.get(key);
      if (swap == null) {
        return () -> release(key);
      }
      release(key);
      awaitUninterruptibly(swap);
    }
  }

  private void release(Key key) {
    holds.computeIfPresent(key, (k, count) -> count == 1 ? null : count - 1);
  }

  /** The files of a replica stay as they are until it is closed. */
  @FunctionalInterface
  public interface Hold extends AutoCloseable {
    @Override
    void close();
  }

  // ---- swaps ----

  /**
   * Runs a swap unless some thread is about to open the replica, without waiting.
   *
   * @return whether it ran
   */
  public boolean swap(String blockPoolId, long blockId, Swap swap) throws IOException {
    Key key = new Key(blockPoolId, blockId);
    CountDownLatch done = new CountDownLatch(1);
    if (swaps.putIfAbsent(key, done) != null) {
      return false;
    }
    try {
      if (closed || holds.containsKey(key) || isOpening(key)) {
        return false;
      }
      swap.run();
      return true;
    } finally {
      swaps.remove(key);
      done.countDown();
    }
  }

  private boolean isOpening(Key key) {
    List<Opening> all;
    synchronized (openings) {
      all = new ArrayList<>(openings);
    }
    long now = System.nanoTime();
    for (Opening opening : all) {
      Pair pair = opening.get();
      if (pair != null
          && pair.isOf(key)
          && !pair.overrun()
          && !(mayBeOverrun(pair, now) && opening.compareAndSet(pair, pair.withOverrun()))) {
        return true;
      }
    }
    return false;
  }

  private boolean mayBeOverrun(Pair pair, long now) {
    return pair.whole() || now - pair.begun() > staleNanos;
  }

  /** Waits for swaps that run, a few seconds at most, and allows no more. */
  public void close() {
    closed = true;
    long end = System.nanoTime() + MOST_CLOSING_NANOS;
    for (CountDownLatch swap : swaps.values()) {
      try {
        if (!swap.await(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS)) {
          return;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
