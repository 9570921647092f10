// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.sort;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.format.block.layout.ByteSink;
import dev.hail.format.block.layout.LittleEndian;
import dev.hail.format.block.layout.StringTable;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StringSortTest {
  @Test
  void strings_sorted_areInStableOrderOfUnsignedBytes() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      byte[][] strings = new byte[random.nextInt(4000)][];
      byte[] alphabet = {0, 'a', (byte) 0xff};
      int letters = 1 + random.nextInt(alphabet.length);
      int longest = 1 + random.nextInt(40);
      for (int i = 0; i < strings.length; i++) {
        strings[i] = new byte[random.nextInt(longest)];
        for (int j = 0; j < strings[i].length; j++) {
          strings[i][j] = alphabet[random.nextInt(letters)];
        }
      }
      assertThat(sorted(strings)).as("seed %d", seed).isEqualTo(expected(strings));
    }
  }

  @Test
  void longEqualStringsAndPrefixes_sorted_areInOrder() {
    byte[][] strings = new byte[300][];
    for (int i = 0; i < strings.length; i++) {
      strings[i] = new byte[i % 3 == 0 ? 50_000 : 49_000 + i];
      Arrays.fill(strings[i], (byte) 'x');
      strings[i][strings[i].length - 1] = (byte) (i % 3 == 1 ? 'y' : 'x');
    }
    assertThat(sorted(strings)).isEqualTo(expected(strings));
  }

  @Test
  void strings_missedBySample_areSorted() {
    byte[][] strings = new byte[20_000][];
    Random random = new Random(1);
    for (int i = 0; i < strings.length; i++) {
      strings[i] =
          String.format(Locale.ROOT, "%07d", random.nextInt(10_000_000)).getBytes(US_ASCII);
    }
    for (int i = 1; i < strings.length; i += 997) {
      strings[i][i % 7] = (byte) i;
      strings[i + 1] = Arrays.copyOf(strings[i + 1], i % 5);
    }
    assertThat(sorted(strings)).isEqualTo(expected(strings));
  }

  private static int[] sorted(byte[][] strings) {
    byte[] offsets = new byte[4 * strings.length + 4];
    ByteSink bytes = new ByteSink(16);
    for (int i = 0; i < strings.length; i++) {
      bytes.put(strings[i], 0, strings[i].length);
      LittleEndian.putInt(offsets, 4 * i + 4, bytes.length());
    }
    int[] order = IntStream.range(0, strings.length).toArray();
    StringTable table = new StringTable(offsets, 0, bytes.toArray(), 0);
    BitSet begins = new BitSet();
    new StringSort(new SortMemory()).sort(table, order, 0, order.length, 0, begins);
    for (int i = 1; i < order.length; i++) {
      boolean differs = !Arrays.equals(strings[order[i - 1]], strings[order[i]]);
      assertThat(begins.get(i)).as("a string begins at %d", i).isEqualTo(differs);
    }
    return order;
  }

  private static int[] expected(byte[][] strings) {
    return IntStream.range(0, strings.length)
        .boxed()
        .sorted(Comparator.comparing(i -> strings[i], Arrays::compareUnsigned))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
