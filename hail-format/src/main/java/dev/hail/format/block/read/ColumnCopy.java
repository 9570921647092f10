// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import dev.hail.format.block.layout.BitCodec;
import dev.hail.format.block.layout.LittleEndian;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.TypeKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Copies a stretch of a batch's rows to buffers, column by column, in Arrow's layout. The codecs
 * have the loops over numbers and bits, this class has those over texts.
 */
final class ColumnCopy {
  /** Rows whose texts are looked up before the first of them is copied. */
  private static final int CHUNK = 256;

  /** Longest text that is copied word by word. A longer one is worth the call of a bulk copy. */
  private static final int WORDS = 64;

  private final ColumnVector column;
  private final int[] rows;
  private final int from;
  private final int count;

  /**
   * A stretch of a column.
   *
   * @param rows row numbers in the block, ascending; those from {@code from} on are copied
   */
  ColumnCopy(ColumnVector column, int[] rows, int from, int count) {
    this.column = column;
    this.rows = rows;
    this.from = from;
    this.count = count;
  }

  /** Copies the values of any type but STRING. */
  void values(ByteBuffer target) {
    TypeKind kind = column.attribute.type().kind();
    ByteBuffer room = room(target, bytes(kind), "values");
    if (count == 0) {
      return;
    }
    switch (kind) {
      case BOOLEAN -> column.copyBits(rows, from, count, room);
      case INT, DATE, FLOAT -> column.copyInts(rows, from, count, room);
      case BIGINT, TIMESTAMP, DOUBLE -> column.copyLongs(rows, from, count, room);
      case DECIMAL -> column.copyDecimals(rows, from, count, room);
      case STRING -> throw new IllegalStateException("texts have no values of fixed width");
    }
  }

  private long bytes(TypeKind kind) {
    return switch (kind) {
      case BOOLEAN -> BitCodec.length(count);
      case INT, DATE, FLOAT -> (long) count * Integer.BYTES;
      case BIGINT, TIMESTAMP, DOUBLE -> (long) count * Long.BYTES;
      case DECIMAL -> 2L * count * Long.BYTES;
      case STRING -> 0;
    };
  }

  /** Copies a bit for each row, 0 for NULL. Returns whether a row is NULL. */
  boolean validity(ByteBuffer target) {
    ByteBuffer room = room(target, BitCodec.length(count), "validity");
    return count > 0 && column.copyValidity(rows, from, count, room) < count;
  }

  /** Bytes of the texts. */
  long textBytes() {
    Texts texts = new Texts();
    long bytes = 0;
    for (int done = 0; done < count; done += CHUNK) {
      bytes += texts.find(done);
    }
    return bytes;
  }

  /** Copies texts and where they begin, with the end of the last. */
  void texts(ByteBuffer offsetTarget, ByteBuffer textTarget) {
    ByteBuffer offsets = room(offsetTarget, (count + 1L) * Integer.BYTES, "offsets");
    ByteBuffer target = textTarget.slice(0, textTarget.limit()).order(ByteOrder.LITTLE_ENDIAN);
    Texts texts = new Texts();
    offsets.putInt(0, 0);
    int end = 0;
    for (int done = 0; done < count; done += CHUNK) {
      if (texts.find(done) > target.limit() - end) {
        throw tooSmall(target.limit(), textBytes(), "texts");
      }
      end = texts.copy(done, offsets, target, end);
    }
  }

  /** The first bytes of a buffer, in the byte order of the machine, whatever its own state. */
  private ByteBuffer room(ByteBuffer target, long bytes, String what) {
    if (target.limit() < bytes) {
      throw tooSmall(target.limit(), bytes, what);
    }
    return target.slice(0, (int) bytes).order(ByteOrder.nativeOrder());
  }

  private IllegalArgumentException tooSmall(int limit, long bytes, String what) {
    Attribute attribute = column.attribute;
    return new IllegalArgumentException(
        "The buffer for the "
            + what
            + " of attribute "
            + attribute.name()
            + " (@"
            + attribute.position()
            + ") has "
            + limit
            + " bytes, "
            + count
            + " rows take "
            + bytes
            + "; pass a larger buffer, or copy fewer rows at once");
  }

  /** The texts of some rows: where they begin in the array of texts, and their bytes. */
  private final class Texts {
    private final byte[] source = column.stringBuffer();

    /** As {@link ColumnVector#findStrings} gives them. */
    private final long[] places = new long[CHUNK];

    /**
     * Finds the texts from a row of the stretch on, at most {@link #CHUNK}. Returns their bytes.
     */
    long find(int first) {
      int n = Math.min(CHUNK, count - first);
      column.findStrings(rows, from + first, n, places);
      long bytes = 0;
      for (int i = 0; i < n; i++) {
        bytes += (int) places[i];
      }
      return bytes;
    }

    /** Copies the texts found, of the same first row. Returns where they end. */
    int copy(int first, ByteBuffer offsets, ByteBuffer target, int at) {
      int n = Math.min(CHUNK, count - first);
      int end = at;
      int start = begin(0);
      boolean adjacent = true;
      for (int i = 0; i < n; i++) {
        adjacent &= begin(i) - start == end - at;
        end += (int) places[i];
        offsets.putInt((first + i + 1) * Integer.BYTES, end);
      }
      if (adjacent) {
        target.put(at, source, start, end - at);
        return end;
      }
      int to = at;
      for (int i = 0; i < n; i++) {
        copy(source, begin(i), target, to, (int) places[i]);
        to += (int) places[i];
      }
      return end;
    }

    private int begin(int i) {
      return (int) (places[i] >> Integer.SIZE);
    }

    /**
     * Copies one text. The last step repeats bytes of the one before, so that none goes too far.
     */
    private static void copy(byte[] source, int begin, ByteBuffer target, int at, int length) {
      if (length > WORDS) {
        target.put(at, source, begin, length);
      } else if (length >= Long.BYTES) {
        int last = length - Long.BYTES;
        for (int done = 0; done < last; done += Long.BYTES) {
          target.putLong(at + done, LittleEndian.getLong(source, begin + done));
        }
        target.putLong(at + last, LittleEndian.getLong(source, begin + last));
      } else if (length >= Integer.BYTES) {
        int last = length - Integer.BYTES;
        target.putInt(at, LittleEndian.getInt(source, begin));
        target.putInt(at + last, LittleEndian.getInt(source, begin + last));
      } else {
        for (int done = 0; done < length; done++) {
          target.put(at + done, source[begin + done]);
        }
      }
    }
  }
}
