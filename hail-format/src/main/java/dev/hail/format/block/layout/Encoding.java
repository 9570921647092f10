// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import dev.hail.format.schema.AttributeType;
import dev.hail.format.schema.TypeKind;
import java.util.EnumSet;
import java.util.Set;

/**
 * How the values of one column of one block are stored. Each encoding has the number that blocks
 * store and the codec for its values. The size of a column depends only on the multiset of its
 * values, never on their order.
 */
public enum Encoding {
  BIT(1, new BitCodec(), EnumSet.of(TypeKind.BOOLEAN)),
  INT8(2, new ByteCodec(), EnumSet.of(TypeKind.INT, TypeKind.BIGINT)),
  INT16(3, new ShortCodec(), EnumSet.of(TypeKind.INT, TypeKind.BIGINT)),
  INT32(4, new IntCodec(), EnumSet.of(TypeKind.INT, TypeKind.BIGINT, TypeKind.DATE)),
  INT64(5, new LongCodec(), EnumSet.of(TypeKind.BIGINT, TypeKind.TIMESTAMP)),
  FLOAT32(6, new FloatCodec(), EnumSet.of(TypeKind.FLOAT)),
  FLOAT64(7, new DoubleCodec(), EnumSet.of(TypeKind.DOUBLE)),
  DECIMAL128(8, new DecimalCodec(), EnumSet.of(TypeKind.DECIMAL)),
  UTF8(9, new Utf8Codec(), EnumSet.of(TypeKind.STRING)),
  DICTIONARY8(10, new ByteCodec()),
  DICTIONARY16(11, new ShortCodec()),
  DICTIONARY32(12, new IntCodec());

  private static final Encoding[] BY_ID = new Encoding[values().length + 1];

  static {
    for (Encoding e : values()) {
      BY_ID[e.id] = e;
    }
  }

  /** Number of the encoding in a block's descriptor. */
  final int id;

  @SuppressWarnings("ImmutableEnumChecker") // a codec has no state
  private final ColumnCodec codec;

  @SuppressWarnings("ImmutableEnumChecker") // nobody changes it
  private final Set<TypeKind> kinds;

  private final boolean dictionary;

  /** An encoding of plain values. */
  Encoding(int id, ColumnCodec codec, Set<TypeKind> kinds) {
    this.id = id;
    this.codec = codec;
    this.kinds = kinds;
    this.dictionary = false;
  }

  /** An encoding of strings as dictionary codes. */
  Encoding(int id, ColumnCodec codes) {
    this.id = id;
    this.codec = codes;
    this.kinds = EnumSet.of(TypeKind.STRING);
    this.dictionary = true;
  }

  /** The encoding of a number, or null if there is none. */
  static Encoding ofId(int id) {
    return id >= 0 && id < BY_ID.length ? BY_ID[id] : null;
  }

  /** The narrowest integer encoding that holds all values from {@code min} to {@code max}. */
  public static Encoding ofRange(long min, long max) {
    if (min >= Byte.MIN_VALUE && max <= Byte.MAX_VALUE) {
      return INT8;
    }
    if (min >= Short.MIN_VALUE && max <= Short.MAX_VALUE) {
      return INT16;
    }
    return min >= Integer.MIN_VALUE && max <= Integer.MAX_VALUE ? INT32 : INT64;
  }

  /** The narrowest codes for a dictionary of {@code entries} entries. Arrow's codes are signed. */
  public static Encoding ofDictionary(int entries) {
    if (entries <= 1 << 7) {
      return DICTIONARY8;
    }
    return entries <= 1 << 15 ? DICTIONARY16 : DICTIONARY32;
  }

  /** How the values, or the codes of a dictionary, are stored. */
  public ColumnCodec codec() {
    return codec;
  }

  public boolean isDictionary() {
    return dictionary;
  }

  /** Whether this encoding may store values of the type. */
  boolean fits(AttributeType type) {
    return kinds.contains(type.kind());
  }
}
