// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import dev.hail.format.schema.AttributeType;
import dev.hail.format.schema.TypeKind;

/**
 * How the values of one column of one block are stored. The size of every encoding depends on the
 * multiset of values alone, never on their order.
 */
enum Encoding {
  BIT(1, 0),
  INT8(2, 1),
  INT16(3, 2),
  INT32(4, 4),
  INT64(5, 8),
  FLOAT32(6, 4),
  FLOAT64(7, 8),
  DECIMAL128(8, 16),
  UTF8(9, 4),
  DICTIONARY8(10, 1),
  DICTIONARY16(11, 2),
  DICTIONARY32(12, 4);

  private static final Encoding[] BY_ID = new Encoding[13];

  static {
    for (Encoding e : values()) {
      BY_ID[e.id] = e;
    }
  }

  /** Number of the encoding in a block's descriptor. */
  final int id;

  /** Bytes per value in the values buffer; 0 for bits; of UTF8 those of an offset. */
  final int width;

  Encoding(int id, int width) {
    this.id = id;
    this.width = width;
  }

  /** The encoding of a number, or null if there is none. */
  static Encoding ofId(int id) {
    return id >= 0 && id < BY_ID.length ? BY_ID[id] : null;
  }

  /** The narrowest integer encoding that holds a range. */
  static Encoding ofRange(long min, long max) {
    if (min >= Byte.MIN_VALUE && max <= Byte.MAX_VALUE) {
      return INT8;
    }
    if (min >= Short.MIN_VALUE && max <= Short.MAX_VALUE) {
      return INT16;
    }
    return min >= Integer.MIN_VALUE && max <= Integer.MAX_VALUE ? INT32 : INT64;
  }

  /** The narrowest code for a dictionary of so many entries; Arrow's codes are signed. */
  static Encoding ofDictionary(int entries) {
    if (entries <= 1 << 7) {
      return DICTIONARY8;
    }
    return entries <= 1 << 15 ? DICTIONARY16 : DICTIONARY32;
  }

  boolean isDictionary() {
    return this == DICTIONARY8 || this == DICTIONARY16 || this == DICTIONARY32;
  }

  /** Bytes of the values buffer for so many rows. */
  long valuesLength(int rows) {
    return switch (this) {
      case BIT -> (rows + 7L) >> 3;
      case UTF8 -> 4L * (rows + 1L);
      default -> (long) rows * width;
    };
  }

  /** Whether values of a type may be stored so. */
  boolean fits(AttributeType type) {
    TypeKind kind = type.kind();
    return switch (this) {
      case BIT -> kind == TypeKind.BOOLEAN;
      case INT8, INT16 -> kind == TypeKind.INT || kind == TypeKind.BIGINT;
      case INT32 -> kind == TypeKind.INT || kind == TypeKind.BIGINT || kind == TypeKind.DATE;
      case INT64 -> kind == TypeKind.BIGINT || kind == TypeKind.TIMESTAMP;
      case FLOAT32 -> kind == TypeKind.FLOAT;
      case FLOAT64 -> kind == TypeKind.DOUBLE;
      case DECIMAL128 -> kind == TypeKind.DECIMAL;
      case UTF8, DICTIONARY8, DICTIONARY16, DICTIONARY32 -> kind == TypeKind.STRING;
    };
  }
}
