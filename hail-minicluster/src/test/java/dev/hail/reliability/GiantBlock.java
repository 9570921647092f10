// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * An unsorted HAIL block of very many rows in few bytes, written byte by byte from the format's
 * document, as any user could. The block is made while it is written and never in memory as a
 * whole. Its Arrow metadata is left out: no HAIL code reads it.
 */
final class GiantBlock {
  private static final int PREAMBLE = 72;
  private static final int PARTITION_ROWS = 1024;
  private static final int ALIGNMENT = 64;
  private static final byte[] ARROW = "ARROW1".getBytes(StandardCharsets.ISO_8859_1);

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final long ROW_SEED = 0x48A11B10C5EED001L;
  private static final long BYTES_SEED = 0x6A09E667F3BCC909L;

  /** What every column of a block holds. */
  enum Kind {
    /** One column, true in every third row. */
    BOOLEANS("b BOOLEAN", 1, 1),
    /** One column of plain strings, all empty. */
    EMPTY_STRINGS("s STRING", 9, 1),
    /** Two columns, the two lowest bytes of the row's number. */
    BYTE_PAIRS("x INT, y INT", 2, 2);

    final String schema;
    private final int encoding;
    private final int columns;

    Kind(String schema, int encoding, int columns) {
      this.schema = schema;
      this.encoding = encoding;
      this.columns = columns;
    }

    /** The value of a row, from 0, in a column, from 0; 0 for an empty string. */
    int value(int row, int column) {
      return switch (this) {
        case BOOLEANS -> row % 3 == 0 ? 1 : 0;
        case EMPTY_STRINGS -> 0;
        case BYTE_PAIRS -> (byte) (row >> (8 * column));
      };
    }

    private long valuesLength(int rows) {
      return switch (this) {
        case BOOLEANS -> (rows + 7L) / 8;
        case EMPTY_STRINGS -> 4L * (rows + 1L);
        case BYTE_PAIRS -> rows;
      };
    }

    private byte valueByte(long at, int column, int rows) {
      return switch (this) {
        case BOOLEANS -> {
          int bits = 0;
          for (int i = 0; i < 8 && 8 * at + i < rows; i++) {
            bits |= value((int) (8 * at + i), column) << i;
          }
          yield (byte) bits;
        }
        case EMPTY_STRINGS -> 0;
        case BYTE_PAIRS -> (byte) value((int) at, column);
      };
    }
  }

  private final Kind kind;
  private final int rows;
  private final byte[] front;
  private final long[] values;
  private final long footerOffset;

  /**
   * A block, index on its first column.
   *
   * @param rows at most 134,217,728
   */
  GiantBlock(Kind kind, int rows) {
    this.kind = kind;
    this.rows = rows;
    int partitions = (rows + PARTITION_ROWS - 1) / PARTITION_ROWS;
    int indexCapacity = Math.max(16, 10 + 10 * partitions);
    values = new long[kind.columns];
    int descriptorLength = descriptor(0).length;
    int indexOffset = (PREAMBLE + descriptorLength + 7) / 8 * 8;
    int frontLength = (int) aligned(indexOffset + (long) indexCapacity);
    long end = frontLength;
    for (int i = 0; i < kind.columns; i++) {
      values[i] = aligned(end);
      end = values[i] + kind.valuesLength(rows);
    }
    footerOffset = aligned(end);
    byte[] descriptor = descriptor((int) footerOffset);
    front = new byte[frontLength];
    ByteBuffer bytes = littleEndian(front);
    bytes.put(ARROW).put((byte) 0).put((byte) 0);
    bytes.put("HAILBLK1".getBytes(StandardCharsets.ISO_8859_1));
    bytes.putShort((short) 1).putShort((short) 0);
    bytes.putInt(frontLength).putLong(length()).putInt(rows).putInt(0);
    bytes.putInt(indexOffset).putInt(indexCapacity).putInt(0).putInt(0);
    bytes.putLong(0).putInt(descriptor.length).putInt(0).put(descriptor);
    long statics = step(ofBytes(front, 0, PREAMBLE), ofBytes(descriptor, 0, descriptor.length));
    bytes.putLong(56, contentHash(statics));
    CRC32C crc = new CRC32C();
    crc.update(front);
    bytes.putInt(68, (int) crc.getValue());
  }

  /** Length in bytes. */
  long length() {
    return footerOffset + Integer.BYTES + ARROW.length;
  }

  void write(OutputStream out) throws IOException {
    out.write(front);
    long at = front.length;
    byte[] chunk = new byte[1 << 16];
    for (int column = 0; column < kind.columns; column++) {
      at = pad(out, at, values[column]);
      long left = kind.valuesLength(rows);
      for (long done = 0; done < left; done += chunk.length) {
        int count = (int) Math.min(chunk.length, left - done);
        for (int i = 0; i < count; i++) {
          chunk[i] = kind.valueByte(done + i, column, rows);
        }
        out.write(chunk, 0, count);
      }
      at += left;
    }
    pad(out, at, footerOffset);
    out.write(end());
  }

  private static long pad(OutputStream out, long from, long to) throws IOException {
    out.write(new byte[(int) (to - from)]);
    return to;
  }

  /** The length of the empty Arrow footer, and the magic. */
  private static byte[] end() {
    byte[] end = new byte[Integer.BYTES + ARROW.length];
    littleEndian(end).putInt(0).put(ARROW);
    return end;
  }

  private byte[] descriptor(int footer) {
    byte[] schema = kind.schema.getBytes(StandardCharsets.UTF_8);
    byte[] descriptor = new byte[40 + schema.length + 12 + 40 * kind.columns];
    ByteBuffer bytes = littleEndian(descriptor);
    bytes.putInt(PARTITION_ROWS).putLong(0).putLong(0).putInt(0).putInt(footer).putInt(0);
    bytes.putInt(footer).putInt(schema.length).put(schema);
    bytes.putInt(1).putInt(1).putInt(kind.columns);
    for (int i = 0; i < kind.columns; i++) {
      bytes.putInt(kind.encoding).putInt(0).putInt(0).putInt((int) values[i]);
      // Strings that are all empty have a buffer of no bytes where the next buffer begins.
      bytes.putInt(kind == Kind.EMPTY_STRINGS ? footer : 0).putInt(0);
      bytes.putInt(0).putInt(0).putInt(0).putInt(0);
    }
    return descriptor;
  }

  private long contentHash(long statics) {
    long hash = statics;
    long at = front.length;
    for (int i = 0; i < kind.columns; i++) {
      hash = step(hash, zeros(values[i] - at));
      at = values[i] + kind.valuesLength(rows);
      if (kind == Kind.EMPTY_STRINGS) {
        hash = step(hash, zeros(footerOffset - at));
        at = footerOffset;
      }
    }
    byte[] rest = new byte[(int) (length() - at)];
    System.arraycopy(end(), 0, rest, rest.length - end().length, end().length);
    return finish(step(step(hash, ofBytes(rest, 0, rest.length)), sumOfRows()));
  }

  private long sumOfRows() {
    long sum = 0;
    for (int row = 0; row < rows; row++) {
      long hash = ROW_SEED;
      for (int column = 0; column < kind.columns; column++) {
        // The hash of a string of no bytes is the seed.
        hash = step(hash, kind == Kind.EMPTY_STRINGS ? BYTES_SEED : kind.value(row, column));
      }
      sum += finish(hash);
    }
    return sum;
  }

  private static long zeros(long count) {
    return ofBytes(new byte[(int) count], 0, (int) count);
  }

  private static long step(long hash, long value) {
    long mixed = (hash ^ value) * MULTIPLIER;
    return mixed ^ (mixed >>> 32);
  }

  private static long finish(long hash) {
    long h = (hash ^ (hash >>> 33)) * 0xFF51AFD7ED558CCDL;
    h = (h ^ (h >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return h ^ (h >>> 33);
  }

  private static long ofBytes(byte[] bytes, int begin, int end) {
    ByteBuffer from = ByteBuffer.wrap(bytes, begin, end - begin).order(ByteOrder.LITTLE_ENDIAN);
    long hash = BYTES_SEED ^ (end - begin);
    while (from.remaining() >= Long.BYTES) {
      hash = step(hash, from.getLong());
    }
    if (from.hasRemaining()) {
      long last = 0;
      for (int shift = 0; from.hasRemaining(); shift += 8) {
        last |= (from.get() & 0xffL) << shift;
      }
      hash = step(hash, last);
    }
    return hash;
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static long aligned(long offset) {
    return (offset + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }
}
