package dev.hail.namenode.offer;

import java.util.Map;
import java.util.TreeMap;

/**
 * How long the map tasks of a job take together, played through: each task begins on the slot that
 * is free first, in the order in which they are added. Equations 3.1 and 3.2 of the thesis count
 * whole waves instead, by which a file of a wave and a bit would never have time left for indexing;
 * parts of waves would overlook that a job lasts until its last slot is free. Times in seconds. Not
 * thread-safe.
 */
final class MapPhase {
  private final long slots;

  /** Number of slots that become free at each time. */
  private TreeMap<Double, Long> free = new TreeMap<>();

  /**
   * A phase without tasks.
   *
   * @param slots tasks that run at the same time, at least 1
   */
  MapPhase(long slots) {
    this.slots = slots;
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
      if (left >= slots && free.lastKey() - free.firstKey() <= seconds) {
        addRounds(left / slots, seconds);
        left %= slots;
      } else {
        left -= addToFirst(left, seconds);
      }
    }
    return this;
  }

  /** While no slot is a whole task behind another, each gets one task of every round. */
  private void addRounds(long rounds, double seconds) {
    TreeMap<Double, Long> later = new TreeMap<>();
    free.forEach((time, count) -> later.merge(time + rounds * seconds, count, Long::sum));
    free = later;
  }

  /** Gives tasks to the slots that are free first until others are; says how many tasks. */
  private long addToFirst(long most, double seconds) {
    Map.Entry<Double, Long> first = free.pollFirstEntry();
    double time = first.getKey();
    long count = Math.min(most, first.getValue());
    if (count < first.getValue()) {
      free.put(time, first.getValue() - count);
    }
    double untilNext = free.isEmpty() ? 0 : free.firstKey() - time;
    long each = Math.max(1, Math.min(most / count, (long) (untilNext / seconds)));
    free.merge(time + each * seconds, count, Long::sum);
    return each * count;
  }

  /** When the last task ends; 0 without tasks. */
  double seconds() {
    return free.lastKey();
  }
}
