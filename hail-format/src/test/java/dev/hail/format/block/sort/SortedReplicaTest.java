// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.block.RandomTable;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.ColumnLayout;
import dev.hail.format.block.layout.Encoding;
import dev.hail.format.block.layout.LittleEndian;
import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.block.write.ColumnBuilder;
import dev.hail.format.schema.Schema;
import dev.hail.format.schema.TypeKind;
import dev.hail.testing.RightAnswer;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sorted replicas, byte by byte, against a sort and a copy without any haste. */
class SortedReplicaTest {
  private static final Schema SCHEMA =
      Schema.parse(
          "s STRING, t STRING, u STRING, f FLOAT, d DOUBLE, i INT, b BIGINT, y BOOLEAN,"
              + " m DECIMAL(30, 2), n INT");

  /** How values of one block are spread. */
  private enum Spread {
    EQUAL,
    FEW,
    ADDRESSES,
    SHARED_PREFIXES,
    ANY
  }

  @Test
  void values_ofAnySpread_sortLikeReference() throws IOException {
    int[] rowCounts = {0, 1, 2, 9, 63, 64, 65, 1_000, 1_537, 5_000};
    long seed = 0;
    for (Spread spread : Spread.values()) {
      for (int rows : rowCounts) {
        for (int nulls : new int[] {0, 3}) {
          check(++seed, spread, rows, nulls);
        }
      }
    }
  }

  @Test
  void hugeFields_sorted_sortLikeReference() throws IOException {
    BlockBuilder builder = new BlockBuilder(Schema.parse("s STRING, i INT"), BlockOptions.of(1));
    for (int row = 0; row < 6; row++) {
      byte[] value = new byte[20 << 20];
      Arrays.fill(value, (byte) 'x');
      value[value.length - 1] = (byte) ('a' + row * 5 % 3);
      builder.column(1).appendBytes(value, 0, value.length - row % 2);
      builder.column(2).appendLong(-row);
      builder.endRow();
    }
    byte[] block = builder.build();
    for (int attribute = 1; attribute <= 2; attribute++) {
      compare("attribute " + attribute, block, attribute);
    }
  }

  @Test
  void tooShortArray_forSortedReplica_isRefused() {
    byte[] block = RandomTable.of(new Random(5), 30).build(BlockOptions.of());
    assertThatThrownBy(() -> BlockSorter.sort(block, block.length, 1, new byte[block.length - 1]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(String.valueOf(block.length));
  }

  private static void check(long seed, Spread spread, int rows, int nulls) throws IOException {
    Random random = new Random(seed);
    BlockBuilder builder =
        new BlockBuilder(SCHEMA, BlockOptions.of(1, 4).withPartitionRows(1 + random.nextInt(90)));
    for (int row = 0; row < rows; row++) {
      for (int column = 1; column <= SCHEMA.size(); column++) {
        if (random.nextInt(10) < nulls) {
          builder.column(column).appendNull();
        } else {
          append(builder.column(column), column, spread, random);
        }
      }
      builder.endRow();
    }
    byte[] block = builder.build();
    for (int attribute = 1; attribute <= SCHEMA.size(); attribute++) {
      String label = "seed " + seed + ", " + spread + ", " + rows + " rows, attribute " + attribute;
      compare(label, block, attribute);
    }
  }

  private static void append(ColumnBuilder column, int position, Spread spread, Random random) {
    switch (position) {
      case 1, 2, 3 -> {
        byte[] value = string(spread, random);
        column.appendBytes(value, 0, value.length);
      }
      case 4, 5 -> column.appendDouble(number(spread, random));
      case 6 -> column.appendLong(integer(spread, random) % Integer.MAX_VALUE);
      case 7 -> column.appendLong(integer(spread, random));
      case 8 -> column.appendLong(integer(spread, random) & 1);
      case 9 -> column.appendDecimal(BigInteger.valueOf(integer(spread, random)).shiftLeft(31));
      default -> column.appendLong(integer(spread, random) % Byte.MAX_VALUE);
    }
  }

  private static byte[] string(Spread spread, Random random) {
    return switch (spread) {
      case EQUAL -> bytes("http://www.example.org/the-same-for-everybody");
      case FEW -> bytes(new String[] {"", "\0", "a", "a\0", "ab", "zzzzzzzzz"}[random.nextInt(6)]);
      case ADDRESSES ->
          bytes(random.nextInt(256) + "." + random.nextInt(256) + "." + random.nextInt(9) + ".7");
      case SHARED_PREFIXES -> bytes("x".repeat(8 * random.nextInt(12)) + random.nextInt(50));
      case ANY -> anyString(random);
    };
  }

  private static byte[] anyString(Random random) {
    byte[] value = new byte[random.nextInt(150)];
    for (int i = 0; i < value.length; i++) {
      value[i] = (byte) random.nextInt(128);
    }
    return value;
  }

  private static byte[] bytes(String value) {
    return value.getBytes(StandardCharsets.UTF_8);
  }

  private static long integer(Spread spread, Random random) {
    return switch (spread) {
      case EQUAL -> -7;
      case FEW -> random.nextInt(5) - 2;
      case ADDRESSES -> 1_000_000_000L + random.nextInt(100_000);
      case SHARED_PREFIXES -> (random.nextLong() >> 62) ^ random.nextInt(3);
      case ANY -> random.nextLong();
    };
  }

  private static double number(Spread spread, Random random) {
    double[] special = {
      0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Float.MIN_VALUE
    };
    return switch (spread) {
      case EQUAL -> 1.5;
      case FEW -> special[random.nextInt(special.length)];
      default -> (float) (random.nextInt(8) == 0 ? -0.0 : random.nextGaussian() * 1e3);
    };
  }

  private static void compare(String label, byte[] block, int attribute) throws IOException {
    BlockFront front = BlockFront.parse(block, block.length);
    byte[] sorted = new byte[block.length + 77];
    Arrays.fill(sorted, (byte) 0xa5);
    BlockSorter.sort(block, block.length, attribute, sorted);
    byte[] replica = Arrays.copyOf(sorted, block.length);
    BlockVerifier.verify(sorted, block.length);
    byte[] expected = Reference.sort(block, front, attribute);
    // The index is checked by the verifier, the front by its checksum.
    System.arraycopy(replica, 0, expected, 0, front.frontLength());
    RightAnswer.expect(
        Arrays.mismatch(replica, expected), at -> assertThat(at).as(label).isEqualTo(-1));
    assertThat(BlockFront.parse(replica, replica.length).sortAttribute()).isEqualTo(attribute);
  }

  /** One value at a time. */
  private static final class Reference {
    private final byte[] block;
    private final byte[] sorted;
    private final int[] order;

    private Reference(byte[] block, int[] order) {
      this.block = block;
      this.sorted = block.clone();
      this.order = order;
    }

    static byte[] sort(byte[] block, BlockFront front, int attribute) {
      Comparator<Integer> byAll = byColumn(block, front.column(attribute));
      for (boolean strings : new boolean[] {false, true}) {
        for (int i = 1; i <= front.schema().size(); i++) {
          if (strings == (front.schema().attribute(i).type().kind() == TypeKind.STRING)) {
            byAll = byAll.thenComparing(byColumn(block, front.column(i)));
          }
        }
      }
      int[] order =
          IntStream.range(0, front.rowCount()).boxed().sorted(byAll).mapToInt(row -> row).toArray();
      Reference reference = new Reference(block, order);
      for (int i = 1; i <= front.schema().size(); i++) {
        reference.copy(front.column(i));
      }
      return reference.sorted;
    }

    private static Comparator<Integer> byColumn(byte[] block, ColumnLayout column) {
      return (a, b) -> {
        boolean aNull = column.isNull(block, a);
        boolean bNull = column.isNull(block, b);
        return aNull || bNull ? Boolean.compare(bNull, aNull) : compare(block, column, a, b);
      };
    }

    private static int compare(byte[] block, ColumnLayout column, int a, int b) {
      int values = column.values();
      return switch (column.encoding()) {
        case BIT, INT8, INT16, INT32 ->
            Long.compare(column.integer(block, a), column.integer(block, b));
        case INT64 ->
            Long.compare(
                LittleEndian.getLong(block, values + 8 * a),
                LittleEndian.getLong(block, values + 8 * b));
        case FLOAT32 ->
            Float.compare(
                Float.intBitsToFloat(LittleEndian.getInt(block, values + 4 * a)),
                Float.intBitsToFloat(LittleEndian.getInt(block, values + 4 * b)));
        case FLOAT64 ->
            Double.compare(
                Double.longBitsToDouble(LittleEndian.getLong(block, values + 8 * a)),
                Double.longBitsToDouble(LittleEndian.getLong(block, values + 8 * b)));
        case DECIMAL128 -> {
          int upper =
              Long.compare(
                  LittleEndian.getLong(block, values + 16 * a + 8),
                  LittleEndian.getLong(block, values + 16 * b + 8));
          yield upper != 0
              ? upper
              : Long.compareUnsigned(
                  LittleEndian.getLong(block, values + 16 * a),
                  LittleEndian.getLong(block, values + 16 * b));
        }
        case UTF8, DICTIONARY8, DICTIONARY16, DICTIONARY32 ->
            Arrays.compareUnsigned(string(block, column, a), string(block, column, b));
      };
    }

    private static byte[] string(byte[] block, ColumnLayout column, int row) {
      return Arrays.copyOfRange(
          block, column.stringBegin(block, row), column.stringEnd(block, row));
    }

    private void copy(ColumnLayout column) {
      if (column.validity() != 0) {
        copyBits(column.validity());
      }
      int width = column.codec().width();
      if (column.encoding() == Encoding.BIT) {
        copyBits(column.values());
      } else if (column.encoding() == Encoding.UTF8) {
        copyStrings(column);
      } else {
        for (int row = 0; row < order.length; row++) {
          for (int i = 0; i < width; i++) {
            sorted[column.values() + row * width + i] =
                block[column.values() + order[row] * width + i];
          }
        }
      }
    }

    private void copyBits(int at) {
      for (int row = 0; row < order.length; row++) {
        int bit = (block[at + order[row] / 8] >> (order[row] % 8)) & 1;
        int shift = row % 8;
        sorted[at + row / 8] = (byte) ((sorted[at + row / 8] & ~(1 << shift)) | (bit << shift));
      }
    }

    private void copyStrings(ColumnLayout column) {
      int out = 0;
      for (int row = 0; row < order.length; row++) {
        int begin = LittleEndian.getInt(block, column.values() + 4 * order[row]);
        int end = LittleEndian.getInt(block, column.values() + 4 * order[row] + 4);
        for (int i = begin; i < end; i++) {
          sorted[column.bytes() + out++] = block[column.bytes() + i];
        }
        LittleEndian.putInt(sorted, column.values() + 4 * row + 4, out);
      }
    }
  }
}
