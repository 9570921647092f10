// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.write;

import dev.hail.format.block.layout.Capacity;
import dev.hail.format.block.layout.ColumnLayout;
import dev.hail.format.block.layout.Encoding;
import dev.hail.format.block.layout.LittleEndian;
import dev.hail.format.block.sort.IndexEncoder;
import dev.hail.format.schema.Attribute;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * STRING values, stored as codes of a dictionary if few are distinct, otherwise as plain strings. A
 * column starts with a dictionary, so that it keeps each string once. It switches to plain strings
 * when the dictionary is found not to pay.
 */
final class StringColumn extends ColumnBuffer {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Free bytes after the last string, so that whole words can be copied. */
  private static final int SLACK = 2 * Long.BYTES;

  private final Dictionary dictionary = new Dictionary();

  /** Ids of the rows' strings while the column has a dictionary. */
  private int[] ids = new int[1024];

  private boolean plain;
  private byte[] bytes = new byte[0];
  private int[] ends = new int[0];

  /** Bytes of the longest plain string; -1 if that string may have been discarded. */
  private int longest;

  private boolean coded;

  StringColumn(Attribute attribute) {
    super(attribute);
  }

  @Override
  public void appendBytes(byte[] source, int offset, int length) {
    settle();
    if (plain) {
      reserve(1, length);
      int begin = plainBytes();
      System.arraycopy(source, offset, bytes, begin, length);
      longest = longest < 0 ? longest : Math.max(longest, length);
      ends[count++] = begin + length;
    } else {
      reserveIds(1);
      ids[count] = dictionary.add(source, offset, offset + length, count);
      count++;
    }
  }

  @Override
  public void appendStrings(byte[] source, int[] starts, int[] stops, int begin, int end) {
    settle();
    if (plain) {
      appendPlain(source, starts, stops, begin, end);
      return;
    }
    reserveIds(end - begin);
    for (int i = begin; i < end; i++) {
      ids[count] = dictionary.add(source, starts[i], stops[i], count);
      count++;
    }
  }

  private void appendPlain(byte[] source, int[] starts, int[] stops, int begin, int end) {
    long total = 0;
    int most = longest;
    for (int i = begin; i < end; i++) {
      total += stops[i] - starts[i];
      most = Math.max(most, stops[i] - starts[i]);
    }
    longest = longest < 0 ? longest : most;
    reserve(end - begin, total);
    int at = plainBytes();
    int row = count;
    for (int i = begin; i < end; i++) {
      int from = starts[i];
      int length = stops[i] - from;
      if (from + length <= source.length - SLACK) {
        copyWords(source, from, bytes, at, length);
      } else {
        System.arraycopy(source, from, bytes, at, length);
      }
      at += length;
      ends[row++] = at;
    }
    count = row;
  }

  /** Copies a string and up to 15 bytes after it. */
  private static void copyWords(byte[] source, int from, byte[] target, int to, int length) {
    LONG.set(target, to, (long) LONG.get(source, from));
    LONG.set(target, to + 8, (long) LONG.get(source, from + 8));
    for (int i = 16; i < length; i += 16) {
      LONG.set(target, to + i, (long) LONG.get(source, from + i));
      LONG.set(target, to + i + 8, (long) LONG.get(source, from + i + 8));
    }
  }

  @Override
  void appendZero() {
    settle();
    if (plain) {
      reserve(1, 0);
      int end = plainBytes();
      ends[count++] = end;
    } else {
      reserveIds(1);
      dictionary.addNull(count);
      ids[count++] = Dictionary.NULL_ID;
    }
  }

  /** Abandons the dictionary if rows that were ended have shown that it does not pay. */
  private void settle() {
    if (!plain && dictionary.isRefused(count)) {
      longest = dictionary.longest();
      expand();
      plain = true;
    }
  }

  private void expand() {
    reserve(0, 0);
    dictionary.expand(ids, count, bytes, ends);
  }

  private void reserveIds(int rows) {
    if (rows > ids.length - count) {
      ids = Arrays.copyOf(ids, Capacity.grown(ids.length, (long) count + rows));
    }
  }

  private void reserve(int rows, long length) {
    long wantedRows = (long) count + rows;
    if (wantedRows > ends.length) {
      ends = Arrays.copyOf(ends, Capacity.grown(ends.length, wantedRows));
    }
    long wantedBytes = (plain ? plainBytes() : dictionary.rowBytes()) + length + SLACK;
    if (wantedBytes > bytes.length) {
      bytes = Arrays.copyOf(bytes, Capacity.grown(bytes.length, wantedBytes));
    }
  }

  private int plainBytes() {
    return count == 0 ? 0 : ends[count - 1];
  }

  /** Bytes of all strings, once {@link #seal} has chosen plain strings. */
  int byteCount() {
    return plainBytes();
  }

  /** The dictionary, once {@link #seal} has chosen it. */
  Dictionary dictionary() {
    return dictionary;
  }

  @Override
  Encoding seal() {
    coded = !plain && dictionary.pays(count, nullCount());
    if (coded) {
      dictionary.sort();
      return Encoding.ofDictionary(dictionary.size());
    }
    if (!plain) {
      expand();
    }
    return Encoding.UTF8;
  }

  @Override
  void writeValues(byte[] block, ColumnLayout layout) {
    if (coded) {
      dictionary.write(block, layout, ids, count);
      return;
    }
    int at = layout.values();
    LittleEndian.putInt(block, at, 0);
    for (int i = 0; i < count; i++) {
      LittleEndian.putInt(block, at + 4 * i + 4, ends[i]);
    }
    System.arraycopy(bytes, 0, block, layout.bytes(), byteCount());
  }

  @Override
  long indexCapacity(int partitions) {
    if (!plain) {
      return IndexEncoder.capacityForStrings(partitions, dictionary.longest());
    }
    if (longest < 0) {
      int begin = 0;
      longest = 0;
      for (int i = 0; i < count; i++) {
        longest = Math.max(longest, ends[i] - begin);
        begin = ends[i];
      }
    }
    return IndexEncoder.capacityForStrings(partitions, longest);
  }

  @Override
  void truncate(int rows) {
    if (rows < count && plain) {
      longest = -1;
    }
    if (rows < count && !plain) {
      dictionary.truncate(ids, rows, count);
    }
    if (rows == 0) {
      plain = false;
      dictionary.clear();
    }
    super.truncate(rows);
  }

  @Override
  long valueMemory() {
    return bytes.length + 4L * (ends.length + ids.length) + dictionary.memoryBytes();
  }
}
