// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.key.Keys;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All ways to look at the values of a column agree, whatever the encoding. */
class ColumnCodecTest {
  private static final int ROWS = 100;

  /** Where the values begin, in an array that has something before and behind. */
  private static final int AT = 24;

  private final Random random = new Random(17);

  private static byte[] array(ColumnCodec codec) {
    byte[] array = new byte[AT + (int) codec.valuesLength(ROWS) + 8];
    Arrays.fill(array, (byte) 0x55);
    return array;
  }

  private static ColumnLayout layout(Encoding encoding) {
    return new ColumnLayout(encoding, 0, 0, AT, 0, 0, 0, 0, 0, 0);
  }

  @ParameterizedTest
  @EnumSource(
      value = Encoding.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"FLOAT32", "FLOAT64", "DECIMAL128", "UTF8"})
  void integers_areReadAsWritten(Encoding encoding) throws IOException {
    ColumnCodec codec = encoding.codec();
    int bits = codec == Encoding.BIT.codec() ? 1 : codec.width() * Byte.SIZE;
    long[] values = random.longs(ROWS).map(n -> bits == 1 ? n & 1 : n >> (64 - bits)).toArray();
    byte[] array = array(codec);
    codec.write(array, AT, 0, 64, values);
    codec.write(array, AT, 64, ROWS - 64, Arrays.copyOfRange(values, 64, ROWS));
    assertThat(array[AT - 1]).isEqualTo((byte) 0x55);
    assertThat(array[AT + (int) codec.valuesLength(ROWS)]).isEqualTo((byte) 0x55);
    assertThat(IntStream.range(0, ROWS).mapToLong(row -> codec.integer(array, AT, row)))
        .containsExactly(toObjects(values));
    long[] some = new long[50];
    codec.keyNumbers(array, AT, 7, 50, some);
    assertThat(some).isEqualTo(Arrays.copyOfRange(values, 7, 57));
    int[] rows = random.ints(60, 0, ROWS).toArray();
    codec.integers(array, AT, rows, 10, 50, some);
    for (int i = 0; i < 50; i++) {
      assertThat(some[i]).isEqualTo(values[rows[10 + i]]);
    }
    assertOrder(encoding, array);
    assertThat(codec.key(array, AT, 3)).isEqualTo(Keys.ofLong(values[3]));
    assertGathered(encoding, array);
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void floatingPointNumbers_areReadAsWritten(Encoding encoding) throws IOException {
    double[] special = {-0.0, 0.0, Double.NaN, Double.NEGATIVE_INFINITY, Double.MAX_VALUE, -1.5};
    double[] values =
        IntStream.range(0, ROWS)
            .mapToDouble(i -> i < special.length ? special[i] : (float) random.nextGaussian())
            .toArray();
    ColumnCodec codec = encoding.codec();
    byte[] array = array(codec);
    codec.write(array, AT, ROWS, values);
    long[] numbers = new long[ROWS];
    codec.keyNumbers(array, AT, 0, ROWS, numbers);
    for (int row = 0; row < ROWS; row++) {
      double stored = encoding == Encoding.FLOAT32 ? (float) values[row] : values[row];
      assertThat(codec.floating(array, AT, row)).isEqualTo(Double.valueOf(stored));
      assertThat(numbers[row]).isEqualTo(Keys.sortableBits(stored));
      assertThat(codec.key(array, AT, row)).isEqualTo(Keys.ofDouble(stored));
    }
    assertThat(codec.compare(array, AT, 0, 0, 1)).as("-0.0 before 0.0").isNegative();
    assertThat(codec.compareKeys(array, AT, 0, 1)).as("-0.0 equal to 0.0").isZero();
    assertOrder(encoding, array);
    assertGathered(encoding, array);
  }

  @Test
  void decimals_areReadAsWritten() throws IOException {
    ColumnCodec codec = Encoding.DECIMAL128.codec();
    long[] low = random.longs(ROWS).toArray();
    long[] high = random.longs(ROWS, -2, 2).toArray();
    byte[] array = array(codec);
    codec.write(array, AT, ROWS, low, high);
    for (int row = 0; row < ROWS; row++) {
      assertThat(codec.decimalLow(array, AT, row)).isEqualTo(low[row]);
      assertThat(codec.decimalHigh(array, AT, row)).isEqualTo(high[row]);
      int order = codec.compareKeys(array, AT, 0, row);
      int expected = Arrays.compareUnsigned(codec.key(array, AT, 0), codec.key(array, AT, row));
      assertThat(Integer.signum(order)).isEqualTo(Integer.signum(expected));
    }
    assertOrder(Encoding.DECIMAL128, array);
    assertGathered(Encoding.DECIMAL128, array);
  }

  @Test
  void valueThatAnEncodingCannotStore_isRefused() {
    byte[] array = new byte[64];
    assertThatThrownBy(() -> Encoding.UTF8.codec().integer(array, 0, 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Utf8Codec stores no integers");
    assertThatThrownBy(() -> Encoding.INT8.codec().floating(array, 0, 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("ByteCodec stores no floating point numbers");
  }

  /** Rows compare as their numbers do, part by part. */
  private void assertOrder(Encoding encoding, byte[] array) {
    ColumnCodec codec = encoding.codec();
    long[] numbered = random.longs(ROWS, 0, ROWS).map(row -> row | 1L << 40).toArray();
    long[] numbers = new long[ROWS];
    for (int part = 0; part < codec.sortParts(); part++) {
      codec.sortNumbers(array, AT, part, numbered, ROWS, 127, numbers);
      for (int i = 1; i < ROWS; i++) {
        int a = (int) numbered[i - 1] & 127;
        int b = (int) numbered[i] & 127;
        assertThat(Integer.signum(codec.compare(array, AT, part, a, b)))
            .as("%s, part %d, rows %d and %d", encoding, part, a, b)
            .isEqualTo(Long.compare(numbers[i - 1], numbers[i]));
      }
    }
  }

  /** A column in reverse is itself when it is reversed again. */
  private static void assertGathered(Encoding encoding, byte[] array) throws IOException {
    int[] reverse = IntStream.range(0, ROWS).map(row -> ROWS - 1 - row).toArray();
    byte[] once = array.clone();
    encoding.codec().gather(array, once, layout(encoding), reverse);
    assertThat(once).isNotEqualTo(array);
    byte[] twice = array.clone();
    encoding.codec().gather(once, twice, layout(encoding), reverse);
    int end = AT + (int) encoding.codec().valuesLength(ROWS);
    int whole = encoding == Encoding.BIT ? end - 1 : end;
    assertThat(Arrays.copyOf(twice, whole)).isEqualTo(Arrays.copyOf(array, whole));
  }

  private static Long[] toObjects(long[] values) {
    return Arrays.stream(values).boxed().toArray(Long[]::new);
  }
}
