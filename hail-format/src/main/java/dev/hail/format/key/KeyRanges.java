// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.key;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** A set of keys as ascending, disjoint ranges that do not touch. Immutable. */
public final class KeyRanges {
  private static final KeyRanges NONE = new KeyRanges(List.of());
  private static final KeyRanges ALL = new KeyRanges(List.of(KeyRange.all()));

  private final List<KeyRange> ranges;
  private final boolean allPoints;

  private KeyRanges(List<KeyRange> ranges) {
    this.ranges = ranges;
    boolean points = true;
    for (KeyRange range : ranges) {
      points &= range.isPoint();
    }
    this.allPoints = points;
  }

  /** Every key. */
  public static KeyRanges all() {
    return ALL;
  }

  /** No key. */
  public static KeyRanges none() {
    return NONE;
  }

  /** The union of ranges. They may overlap and come in any order. */
  public static KeyRanges of(KeyRange... ranges) {
    return of(Arrays.asList(ranges));
  }

  /** The union of ranges. They may overlap and come in any order. */
  public static KeyRanges of(Collection<KeyRange> ranges) {
    List<KeyRange> sorted = new ArrayList<>(ranges.size());
    for (KeyRange range : ranges) {
      if (!range.isEmpty()) {
        sorted.add(range);
      }
    }
    if (sorted.size() > 1) {
      sorted.sort(KeyRanges::compareLow);
    }
    return merged(sorted);
  }

  private static KeyRanges merged(List<KeyRange> sorted) {
    List<KeyRange> merged = new ArrayList<>(sorted.size());
    KeyRange current = null;
    for (KeyRange next : sorted) {
      if (current == null) {
        current = next;
      } else if (touches(current, next)) {
        KeyRange last = compareHigh(current, next) >= 0 ? current : next;
        current =
            KeyRange.shared(
                current.low(), current.lowInclusive(), last.high(), last.highInclusive());
      } else {
        merged.add(current);
        current = next;
      }
    }
    if (current == null) {
      return NONE;
    }
    merged.add(current);
    return new KeyRanges(List.copyOf(merged));
  }

  /** Keys in this set or in the other. */
  public KeyRanges union(KeyRanges other) {
    if (other.ranges.isEmpty()) {
      return this;
    }
    if (ranges.isEmpty()) {
      return other;
    }
    List<KeyRange> both = new ArrayList<>(ranges.size() + other.ranges.size());
    both.addAll(ranges);
    both.addAll(other.ranges);
    both.sort(KeyRanges::compareLow);
    return merged(both);
  }

  /** Keys in this set and in the other. */
  public KeyRanges intersect(KeyRanges other) {
    List<KeyRange> common = new ArrayList<>();
    int mine = 0;
    int theirs = 0;
    while (mine < ranges.size() && theirs < other.ranges.size()) {
      KeyRange a = ranges.get(mine);
      KeyRange b = other.ranges.get(theirs);
      KeyRange from = compareLow(a, b) >= 0 ? a : b;
      boolean mineEndsFirst = compareHigh(a, b) <= 0;
      KeyRange to = mineEndsFirst ? a : b;
      KeyRange overlap =
          KeyRange.shared(from.low(), from.lowInclusive(), to.high(), to.highInclusive());
      if (!overlap.isEmpty()) {
        common.add(overlap);
      }
      if (mineEndsFirst) {
        mine++;
      } else {
        theirs++;
      }
    }
    return common.isEmpty() ? NONE : new KeyRanges(List.copyOf(common));
  }

  /** Keys not in this set. */
  public KeyRanges complement() {
    List<KeyRange> gaps = new ArrayList<>(ranges.size() + 1);
    byte[] low = null;
    boolean lowInclusive = false;
    for (KeyRange range : ranges) {
      if (range.low() != null) {
        gaps.add(KeyRange.shared(low, lowInclusive, range.low(), !range.lowInclusive()));
      }
      if (range.high() == null) {
        return of(gaps);
      }
      low = range.high();
      lowInclusive = !range.highInclusive();
    }
    gaps.add(KeyRange.shared(low, lowInclusive, null, false));
    return of(gaps);
  }

  /** The ranges in ascending order. They are disjoint and not empty, and no two touch. */
  public List<KeyRange> ranges() {
    return ranges;
  }

  /** Whether the key is in the set; logarithmic in the number of ranges. */
  public boolean contains(byte[] key) {
    int from = 0;
    int to = ranges.size() - 1;
    while (from <= to) {
      int middle = (from + to) >>> 1;
      KeyRange range = ranges.get(middle);
      if (range.isAbove(key)) {
        to = middle - 1;
      } else if (range.isBelow(key)) {
        from = middle + 1;
      } else {
        return true;
      }
    }
    return false;
  }

  /** Whether every range is a single key; true for the empty set. */
  public boolean isAllPoints() {
    return allPoints;
  }

  /** Whether the set holds every key. */
  public boolean isAll() {
    return ranges.size() == 1 && ranges.get(0).low() == null && ranges.get(0).high() == null;
  }

  /** Whether the set holds no key. */
  public boolean isNone() {
    return ranges.isEmpty();
  }

  private static int compareLow(KeyRange a, KeyRange b) {
    if (a.low() == null || b.low() == null) {
      return Boolean.compare(a.low() != null, b.low() != null);
    }
    int order = Arrays.compareUnsigned(a.low(), b.low());
    return order != 0 ? order : Boolean.compare(!a.lowInclusive(), !b.lowInclusive());
  }

  private static int compareHigh(KeyRange a, KeyRange b) {
    if (a.high() == null || b.high() == null) {
      return Boolean.compare(a.high() == null, b.high() == null);
    }
    int order = Arrays.compareUnsigned(a.high(), b.high());
    return order != 0 ? order : Boolean.compare(a.highInclusive(), b.highInclusive());
  }

  private static boolean touches(KeyRange lower, KeyRange upper) {
    if (lower.high() == null || upper.low() == null) {
      return true;
    }
    int order = Arrays.compareUnsigned(lower.high(), upper.low());
    return order > 0 || (order == 0 && (lower.highInclusive() || upper.lowInclusive()));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyRanges that && ranges.equals(that.ranges);
  }

  @Override
  public int hashCode() {
    return ranges.hashCode();
  }

  @Override
  public String toString() {
    return ranges.toString();
  }
}
