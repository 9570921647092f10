// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import dev.hail.format.block.read.BadRecord;
import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.block.write.ColumnBuilder;
import dev.hail.format.key.Keys;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.AttributeType;
import dev.hail.format.schema.Schema;
import dev.hail.format.schema.TypeKind;
import dev.hail.testing.BufferSizedTexts;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Seeded rows of every type, with NULLs, duplicates and extremes. Values are Long (BOOLEAN, INT,
 * BIGINT, DATE, TIMESTAMP), Float, Double, BigInteger (unscaled DECIMAL) and String.
 */
public record RandomTable(Schema schema, List<List<Object>> rows, List<BadRecord> bad) {
  public static final String EVERY_TYPE =
      "b BOOLEAN, i INT, l BIGINT, f FLOAT, d DOUBLE, m DECIMAL(12,2), big DECIMAL(38,10), day DATE,"
          + " ts TIMESTAMP, s STRING, word STRING, url STRING";

  public static RandomTable of(Random random, int rowCount) {
    return of(Schema.parse(EVERY_TYPE), random, rowCount);
  }

  public static RandomTable of(Schema schema, Random random, int rowCount) {
    List<ColumnStyle> styles = new ArrayList<>();
    for (Attribute attribute : schema.attributes()) {
      styles.add(new ColumnStyle(attribute, random));
    }
    List<List<Object>> rows = new ArrayList<>();
    for (int r = 0; r < rowCount; r++) {
      List<Object> row = new ArrayList<>();
      for (ColumnStyle style : styles) {
        row.add(style.next(random));
      }
      rows.add(row);
    }
    List<BadRecord> bad = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      byte[] raw = new byte[random.nextInt(50)];
      random.nextBytes(raw);
      bad.add(new BadRecord(random.nextInt(1 << 20), "reason ü " + i, raw));
    }
    return new RandomTable(schema, rows, bad);
  }

  public byte[] build(BlockOptions options) {
    BlockBuilder builder = new BlockBuilder(schema, options);
    append(builder);
    return builder.build();
  }

  public void append(BlockBuilder builder) {
    for (int row = 0; row < rows.size(); row++) {
      appendValues(builder, row, schema.size());
      builder.endRow();
    }
    for (BadRecord record : bad) {
      builder.addBadRecord(record.line(), record.reason(), record.raw(), 0, record.raw().length);
    }
  }

  /** Appends the first values of a row. */
  public void appendValues(BlockBuilder builder, int row, int count) {
    for (int i = 0; i < count; i++) {
      append(builder.column(i + 1), rows.get(row).get(i));
    }
  }

  private static void append(ColumnBuilder column, Object value) {
    if (value == null) {
      column.appendNull();
    } else if (value instanceof Long v) {
      column.appendLong(v);
    } else if (value instanceof Float v) {
      column.appendDouble(v);
    } else if (value instanceof Double v) {
      column.appendDouble(v);
    } else if (value instanceof BigInteger v) {
      column.appendDecimal(v);
    } else {
      byte[] bytes = ("<" + value + ">").getBytes(StandardCharsets.UTF_8);
      column.appendBytes(bytes, 1, bytes.length - 2);
    }
  }

  /**
   * The rows as BlockSorter has to order them: by an attribute, then by the others, strings last.
   */
  public List<List<Object>> sortedBy(int position) {
    Comparator<List<Object>> order = by(position);
    for (boolean strings : new boolean[] {false, true}) {
      for (int other = 1; other <= schema.size(); other++) {
        if (strings == (schema.attribute(other).type().kind() == TypeKind.STRING)) {
          order = order.thenComparing(by(other));
        }
      }
    }
    List<List<Object>> sorted = new ArrayList<>(rows);
    sorted.sort(order);
    return sorted;
  }

  private static Comparator<List<Object>> by(int position) {
    return Comparator.comparing(
        row -> row.get(position - 1), Comparator.nullsFirst(RandomTable::compare));
  }

  /** Compares values of one attribute; -0.0 comes before 0.0, NaN last. */
  private static int compare(Object a, Object b) {
    if (a instanceof Long v) {
      return v.compareTo((Long) b);
    } else if (a instanceof Float v) {
      return v.compareTo((Float) b);
    } else if (a instanceof Double v) {
      return v.compareTo((Double) b);
    } else if (a instanceof BigInteger v) {
      return v.compareTo((BigInteger) b);
    }
    byte[] bytes = a.toString().getBytes(StandardCharsets.UTF_8);
    return Arrays.compareUnsigned(bytes, b.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** The same rows in a random order. */
  public RandomTable shuffled(Random random) {
    List<List<Object>> shuffled = new ArrayList<>(rows);
    Collections.shuffle(shuffled, random);
    return new RandomTable(schema, shuffled, bad);
  }

  /** The key of a value, or null. */
  public static byte[] key(Object value) {
    if (value == null) {
      return null;
    } else if (value instanceof Long v) {
      return Keys.ofLong(v);
    } else if (value instanceof Float v) {
      return Keys.ofDouble(v);
    } else if (value instanceof Double v) {
      return Keys.ofDouble(v);
    } else if (value instanceof BigInteger v) {
      return Keys.ofDecimal(v);
    }
    byte[] bytes = value.toString().getBytes(StandardCharsets.UTF_8);
    return Keys.ofString(bytes, 0, bytes.length);
  }

  /** How the values of one column are distributed. */
  private static final class ColumnStyle {
    private final AttributeType type;
    private final double nullShare;
    private final int distinct;
    private final int bits;
    private final String prefix;

    ColumnStyle(Attribute attribute, Random random) {
      type = attribute.type();
      double[] nullShares = {0, 0, 0.1, 0.9, 1};
      nullShare = nullShares[random.nextInt(nullShares.length)];
      int[] distincts = {1, 3, 40, 1000, Integer.MAX_VALUE, Integer.MAX_VALUE};
      distinct = distincts[random.nextInt(distincts.length)];
      bits = 1 + random.nextInt(64);
      prefix = random.nextBoolean() ? "" : "http://host/" + "x".repeat(random.nextInt(220));
    }

    Object next(Random random) {
      if (random.nextDouble() < nullShare) {
        return null;
      }
      Random source = distinct == Integer.MAX_VALUE ? random : new Random(random.nextInt(distinct));
      return switch (type.kind()) {
        case BOOLEAN -> (long) source.nextInt(2);
        case INT, DATE -> (long) (int) wide(source, Math.min(bits, 32));
        case BIGINT, TIMESTAMP -> wide(source, bits);
        case FLOAT -> (float) floating(source);
        case DOUBLE -> floating(source);
        case DECIMAL -> decimal(source);
        case STRING -> BufferSizedTexts.sometimesInsteadOf(prefix + text(source), random);
      };
    }

    private static long wide(Random random, int bits) {
      long value = random.nextLong() >> (64 - bits);
      return random.nextInt(200) == 0 ? (-1L << (bits - 1)) : value;
    }

    private static double floating(Random random) {
      double[] special = {
        0.0,
        -0.0,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Float.MAX_VALUE,
        Double.MIN_VALUE,
        1.5,
        -1.5
      };
      return random.nextInt(4) == 0
          ? special[random.nextInt(special.length)]
          : random.nextGaussian() * 1e6;
    }

    private BigInteger decimal(Random random) {
      BigInteger bound = BigInteger.TEN.pow(type.precision());
      BigInteger value = new BigInteger(1 + random.nextInt(127), random).mod(bound);
      return random.nextBoolean() ? value : value.negate();
    }

    private static String text(Random random) {
      String[] alphabet = {"a", "b", "\0", "é", "漢", "🚲", "z", "/"};
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(24); i > 0; i--) {
        text.append(alphabet[random.nextInt(alphabet.length)]);
      }
      return text.toString();
    }
  }
}
