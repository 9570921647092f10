// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.format.key.KeyRange;
import dev.hail.format.key.KeyRanges;
import dev.hail.format.key.Keys;
import dev.hail.testing.TestSeeds;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class LongCollectorTest {
  private static KeyRanges collected(Iterable<Long> keys) {
    LongCollector collector = new LongCollector(1);
    keys.forEach(collector::add);
    return collector.ranges();
  }

  private static Set<Long> keys(int count, LongUnaryOperator key) {
    TreeSet<Long> keys = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      keys.add(key.applyAsLong(i));
    }
    return keys;
  }

  @Test
  void noKeys_areNoRange() {
    assertThat(collected(keys(0, i -> i)).isNone()).isTrue();
  }

  @Test
  void fewKeys_areExactRuns() {
    assertThat(collected(keys(10, i -> i / 5 * 100 + i % 5)))
        .isEqualTo(
            KeyRanges.of(
                KeyRange.of(Keys.ofLong(0), true, Keys.ofLong(4), true),
                KeyRange.of(Keys.ofLong(100), true, Keys.ofLong(104), true)));
  }

  @Test
  void extremeKeys_areHeldWithoutOverflow() {
    Set<Long> keys = keys(70_000, i -> i);
    keys.add(Long.MIN_VALUE);
    keys.add(Long.MAX_VALUE);
    KeyRanges ranges = collected(keys);
    assertThat(ranges.contains(Keys.ofLong(Long.MIN_VALUE))).isTrue();
    assertThat(ranges.contains(Keys.ofLong(Long.MAX_VALUE))).isTrue();
    assertThat(ranges.contains(Keys.ofLong(Long.MIN_VALUE / 2))).isFalse();
  }

  /** 5,000 keys far apart and one gap that is larger than all others. */
  @Test
  void manyRuns_areClosedAtTheirSmallestGaps() {
    KeyRanges ranges = collected(keys(5_000, i -> i * 10 + (i < 2_500 ? 0 : 1_000_000)));
    assertThat(ranges.ranges()).hasSizeLessThanOrEqualTo(KeyCollector.MOST_RANGES);
    assertThat(ranges.contains(Keys.ofLong(500_000))).isFalse();
  }

  @Test
  void randomKeys_inAnyOrder_areAllHeld() {
    for (long seed : TestSeeds.of(40).toArray()) {
      Random random = new Random(seed);
      int count = 1 << random.nextInt(19);
      int bits = 1 + random.nextInt(63);
      LongCollector collector = new LongCollector(1);
      TreeSet<Long> keys = new TreeSet<>();
      for (int i = 0; i < count; i++) {
        // The span grows while keys arrive.
        long key = random.nextLong() >> (64 - Math.max(1, bits * (i + 1L) / count));
        keys.add(key);
        collector.add(key);
      }
      KeyRanges ranges = collector.ranges();
      assertThat(ranges.ranges())
          .as(TestSeeds.hint(seed))
          .hasSizeLessThanOrEqualTo(KeyCollector.MOST_RANGES);
      assertThat(keys).as(TestSeeds.hint(seed)).allMatch(key -> ranges.contains(Keys.ofLong(key)));
      assertThat(ranges.ranges().get(0).low())
          .as(TestSeeds.hint(seed))
          .isEqualTo(Keys.ofLong(keys.first()));
      assertThat(ranges.ranges().get(ranges.ranges().size() - 1).high())
          .as(TestSeeds.hint(seed))
          .isEqualTo(Keys.ofLong(keys.last()));
    }
  }
}
