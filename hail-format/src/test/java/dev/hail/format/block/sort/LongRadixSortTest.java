// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.sort;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongRadixSortTest {
  private static final int NUMBER_BITS = 17;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 30, 600, 5_000, 100_000})
  void values_ofAnyDistribution_areSorted(int count) {
    LongRadixSort sort = new LongRadixSort();
    Random random = new Random(count);
    List<LongSupplier> distributions =
        List.of(
            () -> 7,
            () -> random.nextInt(3),
            () -> random.nextInt(1 << 30),
            () -> random.nextLong() & ((1L << 46) - 1),
            // Nearly all agree in their upper bits, and few or many do in those below.
            () -> random.nextInt(1_000) == 0 ? 1L << 45 : random.nextInt(5) << 9,
            () -> random.nextInt(1_000) == 0 ? 1L << 45 : random.nextInt(1 << 20),
            () -> (long) Math.pow(2, 46 * random.nextDouble()));
    for (LongSupplier distribution : distributions) {
      long[] values = new long[count];
      for (int i = 0; i < count; i++) {
        values[i] = (distribution.getAsLong() << NUMBER_BITS) | i;
      }
      long[] expected = values.clone();
      Arrays.sort(expected);

      long[] sorted = sort.sort(values, new long[count], count, NUMBER_BITS, differing(values));

      assertThat(sorted).isEqualTo(expected);
    }
  }

  private static long differing(long[] values) {
    long differing = 0;
    for (long value : values) {
      differing |= value ^ values[0];
    }
    return (differing >>> NUMBER_BITS) << NUMBER_BITS;
  }
}
