// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import dev.hail.format.block.layout.ColumnLayout;
import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.block.layout.LittleEndian;
import java.util.Arrays;

/** The sorted distinct strings of a dictionary column, in memory. */
final class DictionaryEntries {
  /** Codes checked together. */
  private static final int CHUNK = 256;

  private final byte[] bytes;
  private final ColumnLayout layout;
  private final String attribute;

  /** Where the offsets of the entries begin; the next field says where their bytes do. */
  private final int offsets;

  private final int base;
  private final long[] codes = new long[CHUNK];
  private boolean checked;

  /**
   * Takes the bytes of a dictionary. Each use of an offset checks it.
   *
   * @param bytes array that holds the part of the block from the entries' offsets to the end of
   *     their bytes
   * @param at index in the array where that part begins
   */
  DictionaryEntries(byte[] bytes, int at, ColumnLayout layout, String attribute) {
    this.bytes = bytes;
    this.layout = layout;
    this.attribute = attribute;
    this.offsets = at;
    this.base = at + layout.entryBytes() - layout.entryOffsets();
  }

  /**
   * Checks that the codes of selected rows are entries, and that these lie within the dictionary.
   * Callers may then ask for them.
   *
   * @param rows row numbers of the column; the first {@code count} are checked
   */
  void check(ColumnVector column, int[] rows, int count) throws CorruptBlockException {
    if (!checked && count >= layout.entries()) {
      for (int code = 0; code < layout.entries(); code++) {
        checkEntry(code);
      }
      checked = true;
    }
    for (int from = 0; from < count; from += CHUNK) {
      int length = Math.min(CHUNK, count - from);
      column.integers(rows, from, length, codes);
      for (int i = 0; i < length; i++) {
        checkCode(codes[i], rows[from + i]);
      }
    }
  }

  private void checkCode(long code, int row) throws CorruptBlockException {
    if (code < 0 || code >= layout.entries()) {
      throw new CorruptBlockException(
          "row "
              + row
              + " has the code "
              + code
              + " of attribute "
              + attribute
              + ", whose dictionary has "
              + layout.entries()
              + " entries");
    }
    if (!checked) {
      checkEntry((int) code);
    }
  }

  private void checkEntry(int code) throws CorruptBlockException {
    int begin = offset(code);
    int end = offset(code + 1);
    if (begin < 0 || end < begin || end > layout.entryBytesLength()) {
      throw new CorruptBlockException(
          "entry "
              + code
              + " of the dictionary of attribute "
              + attribute
              + " is at "
              + begin
              + " to "
              + end
              + " of "
              + layout.entryBytesLength()
              + " bytes");
    }
  }

  private int offset(int code) {
    return LittleEndian.getInt(bytes, offsets + 4 * code);
  }

  byte[] bytes() {
    return bytes;
  }

  int begin(int code) {
    return base + offset(code);
  }

  int end(int code) {
    return base + offset(code + 1);
  }

  /** Code of the first entry above the key, or at least equal to it if {@code orEqual}. */
  int firstAbove(byte[] key, boolean orEqual) throws CorruptBlockException {
    int begin = 0;
    int end = layout.entries();
    while (begin < end) {
      int middle = (begin + end) >>> 1;
      checkEntry(middle);
      int order = Arrays.compareUnsigned(bytes, begin(middle), end(middle), key, 0, key.length);
      if (order > 0 || (order == 0 && orEqual)) {
        end = middle;
      } else {
        begin = middle + 1;
      }
    }
    return begin;
  }
}
