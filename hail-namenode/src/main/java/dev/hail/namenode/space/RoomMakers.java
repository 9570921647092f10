// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/**
 * The indexes that may make room for others. Under a limit over all files they are kept in the
 * order in which they do, as indexes, leases, files and uses change. Not thread-safe; whoever owns
 * it locks it.
 */
final class RoomMakers {
  private final UseAccounts accounts;
  private final LongFunction<FileSize> files;
  private final LongFunction<NavigableMap<Integer, Stock>> indexes;
  private final Predicate<IndexId> isLeased;

  /**
   * The indexes without a lease whose worth is known; null if no limit is over all files, so that
   * nobody asks.
   */
  private final EvictionOrder order;

  /**
   * Lengths of the files with indexes when somebody last looked; 0 for one that is gone. None
   * without a limit over all files.
   */
  private final Map<Long, Long> lengths = new HashMap<>();

  /**
   * Files with an index that is not in {@link #order} because nobody has read yet how much it was
   * used. Such an index makes no room: it may be the one of most use.
   */
  private final Set<Long> unread = new LinkedHashSet<>();

  /**
   * Files whose account changed since their indexes were put in order; guarded by itself. It is
   * linked, as a walk over a table that was large once takes its time though it is empty.
   */
  private final Set<Long> usedSince = new LinkedHashSet<>();

  /**
   * Indexes of which fewer replicas were found than the sums have, since their file or blocks went.
   * They make no room until sums are made anew.
   */
  private final Set<IndexId> overstated = new HashSet<>();

  /**
   * Bytes that are gone and perhaps still in the sums of indexes: nobody can tell of which index
   * they were. So many bytes of all that may go are no room until sums are made anew.
   */
  private long goneOfUnknown;

  /**
   * Without any index.
   *
   * @param ofAllFiles whether there is a limit over all files
   * @param accounts how useful indexes are
   * @param files sizes by the id of the inode; null for a file that is gone
   * @param indexes the indexes that a file has, by attribute
   * @param isLeased whether an index has a lease
   */
  RoomMakers(
      boolean ofAllFiles,
      UseAccounts accounts,
      LongFunction<FileSize> files,
      LongFunction<NavigableMap<Integer, Stock>> indexes,
      Predicate<IndexId> isLeased) {
    this.accounts = accounts;
    this.files = files;
    this.indexes = indexes;
    this.isLeased = isLeased;
    if (ofAllFiles) {
      this.order = new EvictionOrder(accounts.halfLifeMillis());
      accounts.onChange(this::noteUse);
    } else {
      this.order = null;
    }
  }

  // ---- what there is ----

  private void placeAll(long fileId) {
    indexes.apply(fileId).keySet().forEach(attribute -> place(fileId, attribute));
  }

  private void place(long fileId, int attribute) {
    place(new IndexId(fileId, attribute));
  }

  /** Puts an index where it belongs by what is known of it. */
  void place(IndexId id) {
    if (order == null) {
      return;
    }
    NavigableMap<Integer, Stock> ofFile = indexes.apply(id.fileId());
    if (ofFile.isEmpty()) {
      lengths.remove(id.fileId());
      unread.remove(id.fileId());
    }
    Stock index = ofFile.get(id.attribute());
    if (index == null || makesNoRoom(id)) {
      order.remove(id);
      return;
    }
    long length = lengthOf(id.fileId());
    IndexUse use = length == 0 ? IndexUse.NEVER : known(id);
    if (accounts.knows(id.fileId())) {
      unread.remove(id.fileId());
    }
    if (use == null) {
      unread.add(id.fileId());
    } else {
      order.put(id, index.bytes(), use, length);
    }
  }

  /** Whether an index makes no room, whatever it is worth. */
  private boolean makesNoRoom(IndexId id) {
    return isLeased.test(id) || isOverstated(id);
  }

  /** Puts those indexes where they belong of which there was more or less before a recount. */
  void recounted(
      Map<Long, ? extends Map<Integer, Stock>> before,
      Map<Long, ? extends Map<Integer, Stock>> after) {
    goneOfUnknown = 0;
    List<IndexId> rightAgain = List.copyOf(overstated);
    overstated.clear();
    rightAgain.forEach(this::place);
    if (order != null) {
      placeChanged(before, after);
      placeChanged(after, before);
    }
  }

  /** Puts those indexes of one count where they belong that take other space in another count. */
  private void placeChanged(
      Map<Long, ? extends Map<Integer, Stock>> one,
      Map<Long, ? extends Map<Integer, Stock>> another) {
    one.forEach(
        (fileId, ofFile) -> {
          Map<Integer, Stock> others = another.get(fileId);
          ofFile.forEach(
              (attribute, index) -> {
                Stock other = others == null ? null : others.get(attribute);
                if (other == null || other.bytes() != index.bytes()) {
                  place(fileId, attribute);
                }
              });
        });
  }

  /** Notes that fewer replicas of an index were found than the sums have. */
  void overstate(IndexId id) {
    overstated.add(id);
    place(id);
  }

  /** Whether fewer replicas of an index were found than the sums have. */
  boolean isOverstated(IndexId id) {
    return overstated.contains(id);
  }

  /** Notes that bytes are gone of which nobody can tell the index. */
  void goneOfUnknown(long bytes) {
    goneOfUnknown += bytes;
  }

  // ---- how long files are ----

  /** Those files at whose length nobody has looked yet; none without a limit over all files. */
  List<Long> unseen(Collection<Long> fileIds) {
    return order == null
        ? List.of()
        : fileIds.stream().filter(fileId -> !lengths.containsKey(fileId)).toList();
  }

  /** Notes how long files are that have indexes from now on. */
  void noteLengths(Map<Long, Long> lengthsOfNew) {
    lengthsOfNew.forEach(lengths::putIfAbsent);
  }

  /** Files with indexes; none without a limit over all files. */
  List<Long> seen() {
    return List.copyOf(lengths.keySet());
  }

  /**
   * How long a file was when somebody last looked. This looks itself only if the last replica of
   * the file went since {@link #unseen}.
   */
  private long lengthOf(long fileId) {
    return lengths.computeIfAbsent(fileId, file -> length(files.apply(file)));
  }

  /** Length of a file; 0 if it is gone. */
  static long length(FileSize size) {
    return size == null ? 0 : size.length();
  }

  /** Notes how long a file is now, which is part of what its indexes are worth. */
  void noteLength(long fileId, FileSize size) {
    Long before = lengths.get(fileId);
    if (before != null && before != length(size)) {
      lengths.put(fileId, length(size));
      placeAll(fileId);
    }
  }

  // ---- how much indexes are used ----

  /** How much an index was used; null if nobody has read that. */
  private IndexUse known(IndexId id) {
    IndexUse noted = accounts.noted(id);
    // An account may make room for others. What it said last stays true until somebody asks again.
    return noted == null ? order.use(id) : noted;
  }

  /** Forgets how much indexes were used, but for what the accounts say. */
  void forgetUses(Collection<Long> filesWithIndexes) {
    if (order != null) {
      order.clear();
      filesWithIndexes.forEach(this::placeAll);
    }
  }

  /** See {@link SpaceLedger#unread}. */
  List<Long> unread(int most) {
    return unread.stream().limit(most).toList();
  }

  /** See {@link SpaceLedger#read}. */
  void read(long fileId, Map<Integer, IndexUse> kept) {
    if (!unread.remove(fileId)) {
      return;
    }
    for (Map.Entry<Integer, Stock> index : indexes.apply(fileId).entrySet()) {
      IndexId id = new IndexId(fileId, index.getKey());
      if (known(id) == null && !makesNoRoom(id)) {
        IndexUse use = kept.getOrDefault(id.attribute(), IndexUse.NEVER);
        order.put(id, index.getValue().bytes(), use, lengthOf(fileId));
      }
    }
  }

  /** The accounts call this under their lock, so it must not wait for the lock of the owner. */
  private void noteUse(long fileId) {
    synchronized (usedSince) {
      usedSince.add(fileId);
    }
  }

  /** Puts those indexes where they belong that were used since the last call. */
  void placeUsed() {
    takeUsed().forEach(this::placeAll);
  }

  private List<Long> takeUsed() {
    synchronized (usedSince) {
      List<Long> taken = List.copyOf(usedSince);
      taken.forEach(usedSince::remove);
      return taken;
    }
  }

  // ---- what may go ----

  /**
   * The indexes of all files that may go for another one, worth least first. None without a limit
   * over all files.
   *
   * @param benefit worth of the other one
   */
  Iterator<Eviction.Evictable> mayGo(double benefit, long nowMillis) {
    return order == null ? Collections.emptyIterator() : order.mayGo(benefit, nowMillis);
  }

  /** Bytes of those indexes, as far as they are known to be there. */
  long bytesThatMayGo(double benefit, long nowMillis) {
    return order == null
        ? 0
        : Math.max(0, order.bytesThatMayGo(benefit, nowMillis) - goneOfUnknown);
  }
}
