// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.offer;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * How long the map tasks of a job take together. The phase is played through: in the order in which
 * tasks are added, each begins on the slot that is free first. Equations 3.1 and 3.2 of the thesis
 * count whole waves instead. With these, a file of a wave and a bit would never have time left for
 * indexing; parts of waves would overlook that a job lasts until its last slot is free. Times in
 * seconds. Not thread-safe.
 */
final class MapPhase {
  /** Number of slots that become free at each time. */
  private final NavigableMap<Double, Long> free = new TreeMap<>();

  /**
   * A phase without tasks.
   *
   * @param slots tasks that run at the same time, at least 1
   */
  MapPhase(long slots) {
    free.put(0.0, slots);
  }

  /**
   * Adds equal tasks, in a time that does not grow with their number.
   *
   * @param count how many, 0 or more
   * @param seconds time of each, 0 or more
   */
  MapPhase add(long count, double seconds) {
    long left = seconds > 0 ? count : 0;
    while (left > 0) {
      NavigableMap<Double, Long> near = free.headMap(free.firstKey() + seconds, true);
      long slotsOfRound = near.values().stream().mapToLong(Long::longValue).sum();
      long rounds = Math.min(left / slotsOfRound, roundsBeforeOthers(near.lastKey(), seconds));
      if (rounds > 0) {
        addRounds(near, rounds * seconds);
        left -= rounds * slotsOfRound;
      } else {
        left -= addToFirst(left, seconds);
      }
    }
    return this;
  }

  /**
   * Rounds in which only slots that are free by a given time get a task. Each gets one, since no
   * slot is a whole task behind another.
   */
  private long roundsBeforeOthers(double time, double seconds) {
    Double next = free.higherKey(time);
    return next == null ? Long.MAX_VALUE : (long) ((next - time) / seconds);
  }

  private void addRounds(NavigableMap<Double, Long> slotsOfRound, double seconds) {
    Map<Double, Long> before = new TreeMap<>(slotsOfRound);
    slotsOfRound.clear();
    before.forEach((time, count) -> free.merge(time + seconds, count, Long::sum));
  }

  /** Gives a task to each of the slots that are free first; says how many tasks. */
  private long addToFirst(long most, double seconds) {
    Map.Entry<Double, Long> first = free.pollFirstEntry();
    double time = first.getKey();
    long count = Math.min(most, first.getValue());
    if (count < first.getValue()) {
      free.put(time, first.getValue() - count);
    }
    free.merge(time + seconds, count, Long::sum);
    return count;
  }

  /** When the last task ends; 0 without tasks. */
  double seconds() {
    return free.lastKey();
  }
}
