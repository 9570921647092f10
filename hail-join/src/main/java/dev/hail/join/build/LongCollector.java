// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.build;

import dev.hail.format.block.read.RowBatch;
import dev.hail.format.key.KeyRange;
import dev.hail.format.key.KeyRanges;
import dev.hail.format.key.Keys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Integer keys: each of them as long as they are few. Then a bit for each of equal stretches of 2^k
 * values, as many as there are bits; k grows with the span of the keys.
 */
final class LongCollector extends KeyCollector {
  private static final int MOST_DISTINCT = 1 << 16;
  private static final int STRETCHES = 1 << 16;
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  /** Distinct keys, linear probing, at most half full; null when there are stretches. */
  private long[] slots = new long[1 << 10];

  /** Which slots hold a key. */
  private BitSet taken = new BitSet(slots.length);

  private int distinct;
  private long least = Long.MAX_VALUE;
  private long greatest = Long.MIN_VALUE;

  /** Null while there are slots. */
  private BitSet stretches;

  /** Values of a stretch are 2^shift; the first bit is the stretch with this number. */
  private int shift;

  private long first;

  LongCollector(int attribute) {
    super(attribute);
  }

  @Override
  void addValue(RowBatch batch, int row, int position) {
    add(batch.getLong(row, position));
  }

  void add(long key) {
    least = Math.min(least, key);
    greatest = Math.max(greatest, key);
    if (stretches == null) {
      addDistinct(key);
    } else {
      addStretch(key);
    }
  }

  private void addDistinct(long key) {
    int slot = slot(key);
    while (taken.get(slot)) {
      if (slots[slot] == key) {
        return;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    slots[slot] = key;
    taken.set(slot);
    distinct++;
    if (distinct > MOST_DISTINCT) {
      toStretches();
    } else if (2 * distinct > slots.length) {
      grow();
    }
  }

  private int slot(long key) {
    return (int) ((key * SPREAD) >>> (Long.SIZE - Integer.numberOfTrailingZeros(slots.length)));
  }

  private void grow() {
    long[] keys = distinctKeys();
    slots = new long[2 * slots.length];
    taken = new BitSet(slots.length);
    distinct = 0;
    for (long key : keys) {
      addDistinct(key);
    }
  }

  private long[] distinctKeys() {
    return taken.stream().mapToLong(slot -> slots[slot]).toArray();
  }

  private void toStretches() {
    long[] keys = distinctKeys();
    slots = null;
    taken = null;
    stretches = new BitSet(STRETCHES);
    shift = shiftFor(0);
    first = least >> shift;
    for (long key : keys) {
      stretches.set((int) ((key >> shift) - first));
    }
  }

  /** The least shift, from a given one, at which the stretches hold all keys. */
  private int shiftFor(int from) {
    int wanted = from;
    while (Long.compareUnsigned((greatest >> wanted) - (least >> wanted), STRETCHES) >= 0) {
      wanted++;
    }
    return wanted;
  }

  private void addStretch(long key) {
    long stretch = (key >> shift) - first;
    if (Long.compareUnsigned(stretch, STRETCHES) >= 0) {
      widen();
      stretch = (key >> shift) - first;
    }
    stretches.set((int) stretch);
  }

  private void widen() {
    int wider = shiftFor(shift);
    long newFirst = least >> wider;
    BitSet widened = new BitSet(STRETCHES);
    int by = wider - shift;
    stretches.stream()
        .forEach(stretch -> widened.set((int) (((first + stretch) >> by) - newFirst)));
    stretches = widened;
    shift = wider;
    first = newFirst;
  }

  @Override
  KeyRanges ranges() {
    List<long[]> runs = stretches == null ? runsOfKeys() : runsOfStretches();
    List<KeyRange> ranges = new ArrayList<>();
    for (long[] run : closed(runs)) {
      ranges.add(KeyRange.of(Keys.ofLong(run[0]), true, Keys.ofLong(run[1]), true));
    }
    return KeyRanges.of(ranges);
  }

  /** Runs of consecutive keys: the first and the last of each. */
  private List<long[]> runsOfKeys() {
    long[] keys = distinctKeys();
    Arrays.sort(keys);
    List<long[]> runs = new ArrayList<>();
    for (long key : keys) {
      long[] last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
      if (last != null && last[1] + 1 == key) {
        last[1] = key;
      } else {
        runs.add(new long[] {key, key});
      }
    }
    return runs;
  }

  private List<long[]> runsOfStretches() {
    List<long[]> runs = new ArrayList<>();
    for (int begin = stretches.nextSetBit(0); begin >= 0; ) {
      int end = stretches.nextClearBit(begin);
      long low = (first + begin) << shift;
      long high = ((first + end - 1) << shift) | ((1L << shift) - 1);
      runs.add(new long[] {Math.max(low, least), Math.min(high, greatest)});
      begin = stretches.nextSetBit(end);
    }
    return runs;
  }

  /** Closes the smallest gaps until there are few runs. */
  private static List<long[]> closed(List<long[]> runs) {
    int tooMany = runs.size() - MOST_RANGES;
    if (tooMany <= 0) {
      return runs;
    }
    long[] gaps = new long[runs.size() - 1];
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = gap(runs.get(i), runs.get(i + 1));
    }
    Arrays.sort(gaps);
    long largestClosed = gaps[tooMany - 1];
    List<long[]> closed = new ArrayList<>();
    for (long[] run : runs) {
      long[] last = closed.isEmpty() ? null : closed.get(closed.size() - 1);
      if (last != null && gap(last, run) <= largestClosed) {
        last[1] = run[1];
      } else {
        closed.add(run.clone());
      }
    }
    return closed;
  }

  /** Values between two runs; the largest long for more than that. */
  private static long gap(long[] lower, long[] upper) {
    long gap = upper[0] - lower[1];
    return gap < 0 ? Long.MAX_VALUE : gap;
  }
}
