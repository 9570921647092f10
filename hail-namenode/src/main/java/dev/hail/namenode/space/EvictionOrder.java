// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import dev.hail.namenode.space.Eviction.Evictable;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;

/**
 * Indexes in the order in which they make room, worth least first, without a look at all of them.
 * Not thread-safe.
 *
 * <p>All worths fall alike, by half in each half-life, so two indexes keep their order until one of
 * them is used. So each index has a key that time does not change. It is the binary logarithm of a
 * worth, plus the half-lives from 1970 until the index had this worth. Keys are rounded. Where they
 * are close to each other, the worths themselves decide. A worth that is so old that a double takes
 * it for 0, after about a thousand half-lives, keeps its place.
 *
 * <p>Three kinds of indexes have no key:
 *
 * <ul>
 *   <li>An index that is worth nothing stays so. These indexes come first.
 *   <li>An index that was used at a time still to come, as after the clock was set back, keeps its
 *       worth until then. Such indexes are few, and each walk looks at all of them.
 *   <li>An index that was used since the last question is among these until the next question.
 * </ul>
 */
final class EvictionOrder {
  /** Errors of keys by rounding: absolute, and as a share of the key. */
  private static final double ROUNDING = 1e-9;

  private static final double ROUNDING_SHARE = 1e-14;

  /** An index with what its worth follows from. */
  private static final class Entry extends WorthTree.Node {
    private final IndexUse use;
    private final long fileBytes;

    Entry(IndexId id, long bytes, IndexUse use, long fileBytes, double key) {
      super(id, bytes, key);
      this.use = use;
      this.fileBytes = fileBytes;
    }

    boolean isWorthless() {
      return key == Double.NEGATIVE_INFINITY;
    }
  }

  private static final Comparator<Entry> BY_ID =
      Comparator.<Entry>comparingLong(one -> one.id.fileId())
          .thenComparingInt(one -> one.id.attribute());

  private final long halfLifeMillis;
  private final Map<IndexId, Entry> entries = new HashMap<>();
  private final WorthTree tree = new WorthTree();
  private final TreeSet<Entry> worthless = new TreeSet<>(BY_ID);
  private long worthlessBytes;

  /** Indexes used at a time that no question has reached yet; linked, to be walked when few. */
  private final Set<Entry> ahead = new LinkedHashSet<>();

  /** Time of the last question; uses in the tree are not later. */
  private long reached = Long.MIN_VALUE;

  private long visited;

  /**
   * An order of nothing.
   *
   * @param halfLifeMillis time in which a worth falls by half, at least 1
   */
  EvictionOrder(long halfLifeMillis) {
    this.halfLifeMillis = halfLifeMillis;
  }

  /**
   * Adds an index, or changes what is known of it.
   *
   * @param use how it was used
   * @param fileBytes length of its file, 0 for a file that is gone
   */
  void put(IndexId id, long bytes, IndexUse use, long fileBytes) {
    Entry before = entries.get(id);
    if (before != null
        && before.bytes == bytes
        && before.fileBytes == fileBytes
        && before.use.equals(use)) {
      return;
    }
    remove(id);
    double key = key(use.benefit(fileBytes), use.atMillis());
    Entry entry = new Entry(id, bytes, use, fileBytes, key);
    entries.put(id, entry);
    if (entry.isWorthless()) {
      worthless.add(entry);
      worthlessBytes += bytes;
    } else if (use.atMillis() > reached) {
      ahead.add(entry);
    } else {
      tree.add(entry);
    }
  }

  /** How an index was used; null if it is not there. */
  IndexUse use(IndexId id) {
    Entry entry = entries.get(id);
    return entry == null ? null : entry.use;
  }

  /** Takes out all indexes. */
  void clear() {
    List.copyOf(entries.keySet()).forEach(this::remove);
  }

  /** Takes out an index, if it is there. */
  void remove(IndexId id) {
    Entry gone = entries.remove(id);
    if (gone == null) {
      return;
    }
    if (gone.isWorthless()) {
      worthless.remove(gone);
      worthlessBytes -= gone.bytes;
    } else if (gone.use.atMillis() > reached) {
      ahead.remove(gone);
    } else {
      tree.remove(gone);
    }
  }

  private double key(double benefit, long atMillis) {
    return Math.log(benefit) / Math.log(2) + atMillis / (double) halfLifeMillis;
  }

  /** How far keys may be apart although the worths are in the other order. */
  private double rounding(double key, long nowMillis) {
    double halfLives = nowMillis / (double) halfLifeMillis;
    return ROUNDING + ROUNDING_SHARE * Math.max(Math.abs(key), Math.abs(halfLives));
  }

  private double benefit(Entry entry, long nowMillis) {
    visited++;
    return entry.use.aged(nowMillis, halfLifeMillis).benefit(entry.fileBytes);
  }

  /** Gives keys to what was used in the meantime, or takes them if the clock was set back. */
  private void reach(long nowMillis) {
    if (nowMillis < reached) {
      // Rare, and each index is moved once only, however often the questions are.
      for (Entry entry : entries.values()) {
        if (!entry.isWorthless()
            && entry.use.atMillis() > nowMillis
            && entry.use.atMillis() <= reached) {
          tree.remove(entry);
          ahead.add(entry);
        }
      }
    } else {
      Iterator<Entry> waiting = ahead.iterator();
      while (waiting.hasNext()) {
        Entry entry = waiting.next();
        if (entry.use.atMillis() <= nowMillis) {
          waiting.remove();
          tree.add(entry);
        }
      }
    }
    reached = nowMillis;
  }

  /**
   * The indexes that may go for another one, in the order of {@link Eviction#LEAST_FIRST}. The walk
   * looks only at those it gives, and at few others; nothing may be put or removed meanwhile.
   *
   * @param benefit worth of the other one
   */
  Iterator<Evictable> mayGo(double benefit, long nowMillis) {
    reach(nowMillis);
    return new Walk(benefit, nowMillis);
  }

  /**
   * Bytes of all indexes that may go for another one.
   *
   * @param benefit worth of the other one
   */
  long bytesThatMayGo(double benefit, long nowMillis) {
    reach(nowMillis);
    if (benefit <= 0) {
      return 0;
    }
    long bytes = worthlessBytes;
    for (Entry entry : ahead) {
      bytes += Eviction.mayGo(benefit(entry, nowMillis), benefit) ? entry.bytes : 0;
    }
    double limit = key(benefit / Eviction.WORTH_THE_WORK, nowMillis);
    double rounding = rounding(limit, nowMillis);
    bytes += tree.bytesBelow(limit - rounding);
    Iterator<WorthTree.Node> close = tree.from(limit - rounding);
    while (close.hasNext()) {
      Entry entry = (Entry) close.next();
      if (entry.key > limit + rounding) {
        break;
      }
      bytes += Eviction.mayGo(benefit(entry, nowMillis), benefit) ? entry.bytes : 0;
    }
    return bytes;
  }

  /** Number of indexes whose worth was computed, one for each look. */
  long visited() {
    return visited;
  }

  private final class Walk implements Iterator<Evictable> {
    private final double added;
    private final long nowMillis;

    /** Indexes that the walk has looked at and not yet given. */
    private final PriorityQueue<Evictable> pending = new PriorityQueue<>(Eviction.LEAST_FIRST);

    private final Iterator<Entry> zeros = worthless.iterator();
    private final Iterator<WorthTree.Node> rest = tree.from(Double.NEGATIVE_INFINITY);
    private Evictable nextZero;
    private Entry nextOfRest;

    Walk(double added, long nowMillis) {
      this.added = added;
      this.nowMillis = nowMillis;
      ahead.forEach(this::look);
      advanceZeros();
      advanceRest();
    }

    private void look(Entry entry) {
      pending.add(new Evictable(entry.id, entry.bytes, benefit(entry, nowMillis)));
    }

    private void advanceRest() {
      nextOfRest = rest.hasNext() ? (Entry) rest.next() : null;
    }

    /**
     * Makes the next worthless index pending. They are in their order already, so one at a time
     * will do.
     */
    private void advanceZeros() {
      nextZero = null;
      if (zeros.hasNext()) {
        Entry zero = zeros.next();
        visited++;
        nextZero = new Evictable(zero.id, zero.bytes, 0);
        pending.add(nextZero);
      }
    }

    /** Makes the first of those pending the next of all. */
    private Evictable peek() {
      while (nextOfRest != null && mayBeNext(nextOfRest)) {
        look(nextOfRest);
        advanceRest();
      }
      return pending.peek();
    }

    private boolean mayBeNext(Entry entry) {
      Evictable first = pending.peek();
      if (first == null) {
        return true;
      }
      double key = key(first.benefit(), nowMillis);
      return entry.key <= key + rounding(key, nowMillis);
    }

    @Override
    public boolean hasNext() {
      Evictable next = peek();
      return next != null && Eviction.mayGo(next.benefit(), added);
    }

    @Override
    public Evictable next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      Evictable next = pending.poll();
      if (next.equals(nextZero)) {
        advanceZeros();
      }
      return next;
    }
  }
}
