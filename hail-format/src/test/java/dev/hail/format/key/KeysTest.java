// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.schema.AttributeType;
import dev.hail.format.schema.TypeKind;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class KeysTest {
  private static <T> void assertSameOrder(
      List<T> values, Comparator<T> order, Function<T, byte[]> key) {
    for (T a : values) {
      for (T b : values) {
        int expected = Integer.signum(order.compare(a, b));
        int found = Integer.signum(Arrays.compareUnsigned(key.apply(a), key.apply(b)));
        assertThat(found).as("%s to %s", a, b).isEqualTo(expected);
      }
    }
  }

  @Test
  void longs_asKeys_keepTheirOrder() {
    List<Long> values = List.of(Long.MIN_VALUE, -256L, -1L, 0L, 1L, 255L, 256L, Long.MAX_VALUE);
    assertSameOrder(values, Comparator.naturalOrder(), Keys::ofLong);
    values.forEach(v -> assertThat(Keys.toLong(Keys.ofLong(v))).isEqualTo(v));
  }

  @Test
  void doubles_asKeys_keepTheirSqlOrder() {
    List<Double> values =
        List.of(
            Double.NEGATIVE_INFINITY,
            -Double.MAX_VALUE,
            -1.5,
            -Double.MIN_VALUE,
            0.0,
            Double.MIN_VALUE,
            Double.MIN_NORMAL,
            1.0,
            Double.MAX_VALUE,
            Double.POSITIVE_INFINITY,
            Double.NaN);
    assertSameOrder(values, Comparator.naturalOrder(), Keys::ofDouble);
    values.forEach(v -> assertThat(Keys.toDouble(Keys.ofDouble(v))).isEqualTo(v));
    assertThat(Keys.ofDouble(-0.0)).isEqualTo(Keys.ofDouble(0.0));
    assertThat(Keys.ofDouble(Double.longBitsToDouble(0xFFF8000000000001L)))
        .isEqualTo(Keys.ofDouble(Double.NaN));
  }

  @Test
  void decimals_asKeys_keepTheirOrder() {
    BigInteger limit = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);
    List<BigInteger> values =
        List.of(
            limit.negate(),
            BigInteger.valueOf(Long.MIN_VALUE).subtract(BigInteger.ONE),
            BigInteger.ONE.negate(),
            BigInteger.ZERO,
            BigInteger.valueOf(255),
            BigInteger.valueOf(Long.MAX_VALUE).add(BigInteger.ONE),
            limit);
    assertSameOrder(values, Comparator.naturalOrder(), Keys::ofDecimal);
    values.forEach(v -> assertThat(Keys.toDecimal(Keys.ofDecimal(v))).isEqualTo(v));
    assertThatThrownBy(() -> Keys.ofDecimal(BigInteger.ONE.shiftLeft(127)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void strings_asKeys_orderByCodePoint() {
    List<String> values = List.of("", "a", "aa", "b", "\u007f", "\u0080", "\uffff", "𝄞");
    Comparator<String> byCodePoint =
        (a, b) -> Arrays.compare(a.codePoints().toArray(), b.codePoints().toArray());
    assertSameOrder(values, byCodePoint, KeysTest::key);
  }

  private static byte[] key(String text) {
    byte[] padded = ("x" + text + "y").getBytes(StandardCharsets.UTF_8);
    return Keys.ofString(padded, 1, padded.length - 2);
  }

  @Test
  void keys_rendered_showTheirValues() {
    assertThat(Keys.render(AttributeType.of(TypeKind.BOOLEAN), Keys.ofLong(1))).isEqualTo("true");
    assertThat(Keys.render(AttributeType.of(TypeKind.FLOAT), Keys.ofDouble(0.1f))).isEqualTo("0.1");
    assertThat(Keys.render(AttributeType.decimal(5, 2), Keys.ofDecimal(BigInteger.valueOf(-7))))
        .isEqualTo("-0.07");
    assertThat(Keys.render(AttributeType.of(TypeKind.DATE), Keys.ofLong(-1)))
        .isEqualTo("1969-12-31");
    assertThat(Keys.render(AttributeType.of(TypeKind.TIMESTAMP), Keys.ofLong(-1)))
        .isEqualTo("1969-12-31 23:59:59.999999");
    assertThatThrownBy(() -> Keys.render(AttributeType.of(TypeKind.INT), new byte[3]))
        .hasMessage("Key has 3 bytes, expected 8");
  }
}
