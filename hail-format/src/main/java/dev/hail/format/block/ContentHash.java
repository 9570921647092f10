// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import java.util.Arrays;

/**
 * The order-independent hash of a block: the sum of its rows' hashes, mixed with the hash of all
 * bytes that do not depend on the order of rows. Checks on the way that string offsets, dictionary
 * codes, NULL counts and bitmaps are consistent.
 */
final class ContentHash {
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final long ROW_SEED = 0x48A11B10C5EED001L;
  private static final long BYTES_SEED = 0x6A09E667F3BCC909L;
  private static final long NULL_MARK = 0xD1B54A32D192ED03L;

  /** Rows hashed at once; their hashes stay in the first-level cache. */
  private static final int CHUNK = 2048;

  private final byte[] block;
  private final Preamble preamble;
  private final int rowCount;
  private final Descriptor descriptor;
  private final long[] hashes = new long[CHUNK];

  private ContentHash(byte[] block, Preamble preamble, Descriptor descriptor) {
    this.block = block;
    this.preamble = preamble;
    this.rowCount = preamble.rowCount();
    this.descriptor = descriptor;
  }

  /**
   * Hashes a block.
   *
   * @param block bytes that begin with the block
   * @param preamble of this replica or of another one
   */
  static long of(byte[] block, Preamble preamble, Descriptor descriptor)
      throws CorruptBlockException {
    ContentHash hash = new ContentHash(block, preamble, descriptor);
    for (int i = 0; i < descriptor.columns().size(); i++) {
      ColumnLayout column = descriptor.columns().get(i);
      if (column.encoding().isDictionary()) {
        hash.checkDictionary(i, column);
      }
    }
    return finish(step(hash.ofStatics(), hash.ofRows()));
  }

  /** One round: a bijection of either argument. */
  private static long step(long hash, long value) {
    long mixed = (hash ^ value) * MULTIPLIER;
    return mixed ^ (mixed >>> 32);
  }

  private static long finish(long hash) {
    long h = hash;
    h = (h ^ (h >>> 33)) * 0xFF51AFD7ED558CCDL;
    h = (h ^ (h >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return h ^ (h >>> 33);
  }

  /** Hash of a string of bytes, eight at a time. */
  static long ofBytes(byte[] bytes, int begin, int end) {
    long hash = BYTES_SEED ^ (end - begin);
    int at = begin;
    for (; at + 8 <= end; at += 8) {
      hash = step(hash, LittleEndian.getLong(bytes, at));
    }
    if (at < end) {
      hash = step(hash, lastBytes(bytes, at, end));
    }
    return hash;
  }

  /** One to seven bytes as a number, zeros on top. */
  private static long lastBytes(byte[] bytes, int begin, int end) {
    if (begin + 8 <= bytes.length) {
      // What stands behind is cut off again: cheaper than a loop whose length nobody can foresee.
      return LittleEndian.getLong(bytes, begin) & (-1L >>> (64 - 8 * (end - begin)));
    }
    long last = 0;
    for (int at = begin, shift = 0; at < end; at++, shift += 8) {
      last |= (bytes[at] & 0xffL) << shift;
    }
    return last;
  }

  private void checkDictionary(int i, ColumnLayout column) throws CorruptBlockException {
    int previous = 0;
    int begin = LittleEndian.getInt(block, column.entryOffsets());
    if (begin != 0) {
      throw damaged(i, "has a dictionary that begins at " + begin);
    }
    for (int entry = 0; entry < column.entries(); entry++) {
      int end = LittleEndian.getInt(block, column.entryOffsets() + 4 * entry + 4);
      if (end < begin || end > column.entryBytesLength()) {
        throw damaged(i, "has a dictionary entry from " + begin + " to " + end);
      }
      if (entry > 0 && compare(column.entryBytes(), previous, begin, begin, end) >= 0) {
        throw damaged(i, "has a dictionary that is not sorted at entry " + entry);
      }
      previous = begin;
      begin = end;
    }
    if (begin != column.entryBytesLength()) {
      throw damaged(i, "has a dictionary that ends at " + begin);
    }
  }

  private int compare(int base, int begin, int end, int otherBegin, int otherEnd) {
    return Arrays.compareUnsigned(
        block, base + begin, base + end, block, base + otherBegin, base + otherEnd);
  }

  private long ofStatics() {
    long hash = ofBytes(Preamble.common(block), 0, Preamble.LENGTH);
    int descriptorEnd = Preamble.LENGTH + preamble.descriptorLength();
    hash = step(hash, ofBytes(block, Preamble.LENGTH, descriptorEnd));
    int at = preamble.frontLength();
    int[] extents = descriptor.rowExtents(rowCount);
    for (int i = 0; i < extents.length; i += 2) {
      hash = step(hash, ofBytes(block, at, extents[i]));
      at = extents[i + 1];
    }
    return step(hash, ofBytes(block, at, (int) preamble.blockLength()));
  }

  private long ofRows() throws CorruptBlockException {
    int[] nulls = new int[descriptor.columns().size()];
    long sum = 0;
    for (int begin = 0; begin < rowCount; begin += CHUNK) {
      int count = Math.min(CHUNK, rowCount - begin);
      Arrays.fill(hashes, ROW_SEED);
      for (int i = 0; i < nulls.length; i++) {
        ColumnLayout column = descriptor.columns().get(i);
        nulls[i] += markNulls(column, begin, count);
        addValues(i, column, begin, count);
      }
      for (int i = 0; i < count; i++) {
        sum += finish(hashes[i]);
      }
    }
    for (int i = 0; i < nulls.length; i++) {
      checkColumn(i, nulls[i]);
    }
    return sum;
  }

  private int markNulls(ColumnLayout column, int begin, int count) {
    if (column.validity() == 0) {
      return 0;
    }
    int nulls = 0;
    for (int i = 0; i < count; i++) {
      int row = begin + i;
      int valid = (block[column.validity() + (row >> 3)] >> (row & 7)) & 1;
      nulls += 1 - valid;
      hashes[i] ^= NULL_MARK & (valid - 1L);
    }
    return nulls;
  }

  private void addValues(int i, ColumnLayout column, int begin, int count)
      throws CorruptBlockException {
    int at = column.values() + begin * column.encoding().width;
    switch (column.encoding()) {
      case BIT -> addBits(column.values(), begin, count);
      case INT8 -> addBytes(at, count);
      case INT16 -> addShorts(at, count);
      case INT32, FLOAT32 -> addInts(at, count);
      case INT64, FLOAT64 -> addLongs(at, count);
      case DECIMAL128 -> addDecimals(at, count);
      case UTF8 -> addStrings(i, column, at, count);
      case DICTIONARY8 -> {
        checkCodes(i, column, begin, count);
        addBytes(at, count);
      }
      case DICTIONARY16 -> {
        checkCodes(i, column, begin, count);
        addShorts(at, count);
      }
      case DICTIONARY32 -> {
        checkCodes(i, column, begin, count);
        addInts(at, count);
      }
    }
  }

  private void addBits(int values, int begin, int count) {
    for (int i = 0; i < count; i++) {
      int row = begin + i;
      hashes[i] = step(hashes[i], (block[values + (row >> 3)] >> (row & 7)) & 1);
    }
  }

  private void addBytes(int at, int count) {
    for (int i = 0; i < count; i++) {
      hashes[i] = step(hashes[i], block[at + i]);
    }
  }

  private void addShorts(int at, int count) {
    for (int i = 0; i < count; i++) {
      hashes[i] = step(hashes[i], LittleEndian.getShort(block, at + 2 * i));
    }
  }

  private void addInts(int at, int count) {
    for (int i = 0; i < count; i++) {
      hashes[i] = step(hashes[i], LittleEndian.getInt(block, at + 4 * i));
    }
  }

  private void addLongs(int at, int count) {
    for (int i = 0; i < count; i++) {
      hashes[i] = step(hashes[i], LittleEndian.getLong(block, at + 8 * i));
    }
  }

  private void addDecimals(int at, int count) {
    for (int i = 0; i < count; i++) {
      long low = LittleEndian.getLong(block, at + 16 * i);
      hashes[i] = step(step(hashes[i], low), LittleEndian.getLong(block, at + 16 * i + 8));
    }
  }

  private void addStrings(int i, ColumnLayout column, int at, int count)
      throws CorruptBlockException {
    int begin = LittleEndian.getInt(block, at);
    for (int r = 0; r < count; r++) {
      int end = LittleEndian.getInt(block, at + 4 * r + 4);
      if (begin < 0 || end < begin || end > column.bytesLength()) {
        throw damaged(i, "has a string from " + begin + " to " + end);
      }
      long hash = ofBytes(block, column.bytes() + begin, column.bytes() + end);
      hashes[r] = step(hashes[r], hash);
      begin = end;
    }
  }

  private void checkCodes(int i, ColumnLayout column, int begin, int count)
      throws CorruptBlockException {
    for (int row = begin; row < begin + count; row++) {
      int code = column.integer(block, row);
      if (code < 0 || code >= column.entries()) {
        throw damaged(i, "has the code " + code + " of " + column.entries() + " at row " + row);
      }
    }
  }

  private void checkColumn(int i, int nulls) throws CorruptBlockException {
    ColumnLayout column = descriptor.columns().get(i);
    if (nulls != column.nullCount()) {
      throw damaged(i, "has " + nulls + " NULLs, its front says " + column.nullCount());
    }
    if (column.validity() != 0) {
      checkPadding(i, column.validity());
    }
    if (column.encoding() == Encoding.BIT) {
      checkPadding(i, column.values());
    }
    if (column.encoding() == Encoding.UTF8) {
      int first = LittleEndian.getInt(block, column.values());
      int last = LittleEndian.getInt(block, column.values() + 4 * rowCount);
      if (first != 0 || last != column.bytesLength()) {
        throw damaged(
            i, "has strings from " + first + " to " + last + ", not to " + column.bytesLength());
      }
    }
  }

  private void checkPadding(int i, int bitmap) throws CorruptBlockException {
    int used = rowCount & 7;
    if (used != 0 && (block[bitmap + (rowCount >> 3)] & 0xff) >> used != 0) {
      throw damaged(i, "has bits set behind its last row");
    }
  }

  private CorruptBlockException damaged(int i, String problem) {
    return new CorruptBlockException(
        "column " + descriptor.schema().attribute(i + 1).name() + " " + problem);
  }
}
