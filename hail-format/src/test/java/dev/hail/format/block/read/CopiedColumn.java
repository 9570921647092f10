// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Rows of one attribute of a batch, copied, and compared with what the getters return. */
final class CopiedColumn {
  /** Bytes of each buffer that the copy must leave alone, and what they are. */
  private static final int SPARE = 24;

  private static final byte UNTOUCHED = 0x55;

  private final RowBatch batch;
  private final Attribute attribute;
  private final int position;
  private final int from;
  private final int count;

  CopiedColumn(RowBatch batch, Attribute attribute, int from, int count) {
    this.batch = batch;
    this.attribute = attribute;
    this.position = attribute.position();
    this.from = from;
    this.count = count;
  }

  void check(String label) {
    checkValidity(label);
    if (attribute.type().kind() == TypeKind.STRING) {
      checkTexts(label);
    } else {
      checkValues(label);
    }
  }

  /** A buffer with a strange position and byte order, which copies are to ignore. */
  private static ByteBuffer target(int bytes) {
    ByteBuffer target = ByteBuffer.allocateDirect(bytes + SPARE).order(ByteOrder.BIG_ENDIAN);
    for (int i = 0; i < target.capacity(); i++) {
      target.put(i, UNTOUCHED);
    }
    return target.limit(bytes).position(bytes / 2);
  }

  private static ByteBuffer filled(ByteBuffer target, String label) {
    int bytes = target.limit();
    assertThat(target.position()).as(label).isEqualTo(bytes / 2);
    target.clear();
    for (int i = bytes; i < target.capacity(); i++) {
      assertThat(target.get(i)).as(label).isEqualTo(UNTOUCHED);
    }
    return target.limit(bytes).order(ByteOrder.nativeOrder());
  }

  private void checkValidity(String label) {
    ByteBuffer target = target((count + 7) / 8);
    boolean hasNulls = batch.copyValidity(position, from, count, target);
    ByteBuffer bits = filled(target, label);
    boolean expected = false;
    for (int i = 0; i < count; i++) {
      boolean isNull = batch.isNull(from + i, position);
      expected |= isNull;
      assertThat(bit(bits, i)).as(label).isEqualTo(!isNull);
    }
    assertThat(hasNulls).as(label).isEqualTo(expected);
    checkLastBits(bits, label);
  }

  private static boolean bit(ByteBuffer bits, int i) {
    return (bits.get(i >> 3) >> (i & 7) & 1) == 1;
  }

  private void checkLastBits(ByteBuffer bits, String label) {
    for (int i = count; i < 8 * bits.limit(); i++) {
      assertThat(bit(bits, i)).as(label).isFalse();
    }
  }

  private void checkValues(String label) {
    TypeKind kind = attribute.type().kind();
    int bytes =
        switch (kind) {
          case BOOLEAN -> (count + 7) / 8;
          case INT, DATE, FLOAT -> 4 * count;
          case BIGINT, TIMESTAMP, DOUBLE -> 8 * count;
          case DECIMAL -> 16 * count;
          case STRING -> throw new AssertionError("no value of fixed width");
        };
    ByteBuffer target = target(bytes);
    batch.copyValues(position, from, count, target);
    ByteBuffer values = filled(target, label);
    for (int i = 0; i < count; i++) {
      assertThat(value(values, i)).as(label).isEqualTo(expected(from + i));
    }
    if (kind == TypeKind.BOOLEAN) {
      checkLastBits(values, label);
    }
  }

  private Object value(ByteBuffer values, int i) {
    return switch (attribute.type().kind()) {
      case BOOLEAN -> bit(values, i);
      case INT, DATE -> values.getInt(4 * i);
      case BIGINT, TIMESTAMP -> values.getLong(8 * i);
      case FLOAT -> values.getFloat(4 * i);
      case DOUBLE -> values.getDouble(8 * i);
      case DECIMAL -> decimal(values, 16 * i);
      case STRING -> throw new AssertionError("no value of fixed width");
    };
  }

  private BigDecimal decimal(ByteBuffer values, int at) {
    byte[] bigEndian = new byte[16];
    for (int i = 0; i < bigEndian.length; i++) {
      bigEndian[i] = values.get(at + bigEndian.length - 1 - i);
    }
    return new BigDecimal(new BigInteger(bigEndian), attribute.type().scale());
  }

  private Object expected(int row) {
    return switch (attribute.type().kind()) {
      case BOOLEAN -> batch.getBoolean(row, position);
      case INT -> batch.getInt(row, position);
      case DATE -> batch.getDateDays(row, position);
      case BIGINT -> batch.getLong(row, position);
      case TIMESTAMP -> batch.getTimestampMicros(row, position);
      case FLOAT -> batch.getFloat(row, position);
      case DOUBLE -> batch.getDouble(row, position);
      case DECIMAL -> {
        BigDecimal value = batch.getDecimal(row, position);
        yield value == null ? BigDecimal.ZERO.setScale(attribute.type().scale()) : value;
      }
      case STRING -> throw new AssertionError("no value of fixed width");
    };
  }

  private void checkTexts(String label) {
    ByteBuffer offsetTarget = target(4 * (count + 1));
    ByteBuffer textTarget = target((int) batch.textBytes(position, from, count));
    batch.copyTexts(position, from, count, offsetTarget, textTarget);
    ByteBuffer offsets = filled(offsetTarget, label);
    ByteBuffer texts = filled(textTarget, label);
    assertThat(offsets.getInt(0)).as(label).isZero();
    assertThat(offsets.getInt(4 * count)).as(label).isEqualTo(texts.limit());
    for (int i = 0; i < count; i++) {
      byte[] bytes = new byte[offsets.getInt(4 * i + 4) - offsets.getInt(4 * i)];
      texts.get(offsets.getInt(4 * i), bytes);
      String expected = batch.getString(from + i, position);
      assertThat(new String(bytes, StandardCharsets.UTF_8))
          .as(label)
          .isEqualTo(expected == null ? "" : expected);
    }
  }
}
