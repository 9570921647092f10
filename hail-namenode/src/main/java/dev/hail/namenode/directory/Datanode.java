// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.directory;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/** What the directory keeps about one datanode, apart from its replicas. */
final class Datanode {
  static final int MAX_STORAGES = 4096;

  private final String uuid;
  private final Map<String, Storage> storages = new ConcurrentHashMap<>();

  /**
   * Reported and assigned replicas by list of index attributes, then by slot: see {@link #slot}.
   */
  private final Map<Integer, AtomicIntegerArray> orders = new ConcurrentHashMap<>();

  private final Map<Integer, AtomicLong> replicasByAttribute = new ConcurrentHashMap<>();
  private final AtomicLong replicas = new AtomicLong();
  private final AtomicLong fresh = new AtomicLong();

  private volatile byte round;
  private volatile boolean reporting;
  private volatile boolean reported;

  Datanode(String uuid) {
    this.uuid = uuid;
  }

  String uuid() {
    return uuid;
  }

  Map<String, Storage> storages() {
    return storages;
  }

  /** Number of the full report that replicas have to appear in, to be kept. */
  byte round() {
    return round;
  }

  /** Whether a full report was completed since the directory, or the datanode, began anew. */
  boolean reported() {
    return reported;
  }

  boolean reporting() {
    return reporting;
  }

  synchronized void beginReport() {
    round++;
    fresh.set(0);
    reporting = true;
  }

  /** Ends a full report; true if replicas are left that it did not name. */
  synchronized boolean endReport() {
    reporting = false;
    reported = true;
    return fresh.get() != replicas.get();
  }

  /** Forgets that the datanode ever reported. */
  synchronized void forget() {
    reporting = false;
    reported = false;
  }

  long replicas() {
    return replicas.get();
  }

  SortedMap<Integer, Long> replicasByAttribute() {
    SortedMap<Integer, Long> counts = new TreeMap<>();
    replicasByAttribute.forEach(
        (attribute, count) -> {
          if (count.get() != 0) {
            counts.put(attribute, count.get());
          }
        });
    return counts;
  }

  void replicaAdded(int attribute) {
    replicas.incrementAndGet();
    fresh.incrementAndGet();
    replicasByAttribute.computeIfAbsent(attribute, a -> new AtomicLong()).incrementAndGet();
  }

  void replicaRemoved(int attribute, byte itsRound) {
    replicas.decrementAndGet();
    if (itsRound == round) {
      fresh.decrementAndGet();
    }
    replicasByAttribute.computeIfAbsent(attribute, a -> new AtomicLong()).decrementAndGet();
  }

  /**
   * Counts a replica, or the assignment of one, in an order; {@code change} is 1 or -1. The counts
   * of a list go with its last replica, since its number may come to mean another list.
   */
  void countOrder(int list, int[] attributes, int attribute, int change) {
    int slot = slot(attributes, attribute);
    if (slot >= 0) {
      orders.compute(
          list,
          (number, known) -> {
            AtomicIntegerArray counts =
                known == null ? new AtomicIntegerArray(attributes.length) : known;
            counts.addAndGet(slot, change);
            return isZero(counts) ? null : counts;
          });
    }
  }

  private static boolean isZero(AtomicIntegerArray counts) {
    for (int i = 0; i < counts.length(); i++) {
      if (counts.get(i) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Replicas of a list, reported or assigned, that are sorted by the attribute of a slot. */
  int order(int list, int slot) {
    AtomicIntegerArray counts = orders.get(list);
    return counts == null ? 0 : counts.get(slot);
  }

  private static int slot(int[] attributes, int attribute) {
    for (int i = 0; i < attributes.length; i++) {
      if (attributes[i] == attribute) {
        return i;
      }
    }
    return -1;
  }
}
