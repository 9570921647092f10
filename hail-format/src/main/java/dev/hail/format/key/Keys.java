// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.key;

import dev.hail.format.schema.AttributeType;
import dev.hail.format.value.ValueText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Encodes non-null values as keys. For two values of one attribute, {@link
 * Arrays#compareUnsigned(byte[], byte[])} of their keys orders as SQL orders the values.
 *
 * <table>
 * <caption>Shapes</caption>
 * <tr><td>BOOLEAN, INT, BIGINT, DATE, TIMESTAMP</td><td>8 bytes, big endian, sign bit flipped</td></tr>
 * <tr><td>FLOAT, DOUBLE</td><td>8 bytes, big endian; sign bit flipped, negative numbers with all
 * bits flipped; one zero, one NaN, which is greatest</td></tr>
 * <tr><td>DECIMAL</td><td>16 bytes, big endian, of the unscaled value, sign bit flipped</td></tr>
 * <tr><td>STRING</td><td>the UTF-8 bytes</td></tr>
 * </table>
 */
public final class Keys {
  /** Bytes of a DECIMAL key. */
  public static final int DECIMAL_BYTES = 16;

  private Keys() {}

  /** Key of a BOOLEAN (0 or 1), INT, BIGINT, DATE (days) or TIMESTAMP (microseconds). */
  public static byte[] ofLong(long value) {
    return bigEndian(value ^ Long.MIN_VALUE);
  }

  /** Key of a DOUBLE, or of a FLOAT widened to double. */
  public static byte[] ofDouble(double value) {
    return bigEndian(sortableBits(value) ^ Long.MIN_VALUE);
  }

  /**
   * Maps a double to a long whose signed order is the SQL order of doubles: -0.0 equals 0.0, NaN
   * equals itself and is greatest.
   */
  public static long sortableBits(double value) {
    long bits = Double.doubleToLongBits(value + 0.0);
    return bits ^ ((bits >> 63) & Long.MAX_VALUE);
  }

  /**
   * Key of a DECIMAL.
   *
   * @param unscaled the value at its attribute's scale, within 128 bits
   * @throws IllegalArgumentException if it needs more than 128 bits
   */
  public static byte[] ofDecimal(BigInteger unscaled) {
    byte[] magnitude = unscaled.toByteArray();
    if (magnitude.length > DECIMAL_BYTES) {
      throw new IllegalArgumentException(
          "Unscaled decimal needs " + magnitude.length + " bytes, a key has " + DECIMAL_BYTES);
    }
    byte[] key = new byte[DECIMAL_BYTES];
    int pad = DECIMAL_BYTES - magnitude.length;
    Arrays.fill(key, 0, pad, (byte) (unscaled.signum() < 0 ? -1 : 0));
    System.arraycopy(magnitude, 0, key, pad, magnitude.length);
    key[0] ^= (byte) 0x80;
    return key;
  }

  /** Key of a STRING: a copy of its UTF-8 bytes. */
  public static byte[] ofString(byte[] utf8, int offset, int length) {
    return Arrays.copyOfRange(utf8, offset, offset + length);
  }

  /**
   * The value of a key made by {@link #ofLong(long)}.
   *
   * @throws IllegalArgumentException if the key does not have 8 bytes
   */
  public static long toLong(byte[] key) {
    return readBigEndian(key) ^ Long.MIN_VALUE;
  }

  /**
   * The value of a key made by {@link #ofDouble(double)}.
   *
   * @throws IllegalArgumentException if the key does not have 8 bytes
   */
  public static double toDouble(byte[] key) {
    long sortable = readBigEndian(key) ^ Long.MIN_VALUE;
    return Double.longBitsToDouble(sortable ^ ((sortable >> 63) & Long.MAX_VALUE));
  }

  /**
   * The value of a key made by {@link #ofDecimal(BigInteger)}.
   *
   * @throws IllegalArgumentException if the key does not have 16 bytes
   */
  public static BigInteger toDecimal(byte[] key) {
    requireLength(key, DECIMAL_BYTES);
    byte[] magnitude = key.clone();
    magnitude[0] ^= (byte) 0x80;
    return new BigInteger(magnitude);
  }

  /** The value of a key in readable form, without quotes, for messages and listings. */
  public static String render(AttributeType type, byte[] key) {
    StringBuilder text = new StringBuilder();
    switch (type.kind()) {
      case BOOLEAN -> ValueText.appendBoolean(text, toLong(key) != 0);
      case INT, BIGINT -> ValueText.appendLong(text, toLong(key));
      case FLOAT -> ValueText.appendFloat(text, (float) toDouble(key));
      case DOUBLE -> ValueText.appendDouble(text, toDouble(key));
      case DECIMAL -> ValueText.appendDecimal(text, new BigDecimal(toDecimal(key), type.scale()));
      case DATE -> ValueText.appendDate(text, toLong(key));
      case TIMESTAMP -> ValueText.appendTimestamp(text, toLong(key));
      case STRING -> text.append(new String(key, StandardCharsets.UTF_8));
    }
    return text.toString();
  }

  private static byte[] bigEndian(long bits) {
    byte[] key = new byte[Long.BYTES];
    for (int i = 0; i < Long.BYTES; i++) {
      key[i] = (byte) (bits >>> (56 - 8 * i));
    }
    return key;
  }

  private static long readBigEndian(byte[] key) {
    requireLength(key, Long.BYTES);
    long bits = 0;
    for (byte b : key) {
      bits = (bits << 8) | (b & 0xFF);
    }
    return bits;
  }

  private static void requireLength(byte[] key, int length) {
    if (key.length != length) {
      throw new IllegalArgumentException("Key has " + key.length + " bytes, expected " + length);
    }
  }
}
