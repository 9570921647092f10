package dev.hail.format.block;

import java.util.Arrays;

/** The sorted distinct strings of a dictionary column, in memory. */
final class DictionaryEntries {
  private final byte[] bytes;
  private final int[] bounds;

  /**
   * Takes a dictionary's bytes and checks its offsets.
   *
   * @param bytes holds a part of the block, from the entries' offsets to the end of their bytes
   * @param at where that part begins
   */
  DictionaryEntries(byte[] bytes, int at, ColumnLayout layout, String attribute)
      throws CorruptBlockException {
    this.bytes = bytes;
    this.bounds = new int[layout.entries() + 1];
    int base = at + layout.entryBytes() - layout.entryOffsets();
    int previous = 0;
    for (int i = 0; i < bounds.length; i++) {
      int offset = LittleEndian.getInt(bytes, at + 4 * i);
      if (offset < previous || offset > layout.entryBytesLength()) {
        throw new CorruptBlockException(
            "entry "
                + i
                + " of the dictionary of attribute "
                + attribute
                + " begins at "
                + offset
                + " of "
                + layout.entryBytesLength()
                + " bytes");
      }
      bounds[i] = base + offset;
      previous = offset;
    }
  }

  byte[] bytes() {
    return bytes;
  }

  int begin(int code) {
    return bounds[code];
  }

  int end(int code) {
    return bounds[code + 1];
  }

  /** Code of the first entry that is at least the key, or above it. */
  int firstAbove(byte[] key, boolean orEqual) {
    int begin = 0;
    int end = bounds.length - 1;
    while (begin < end) {
      int middle = (begin + end) >>> 1;
      int order =
          Arrays.compareUnsigned(bytes, bounds[middle], bounds[middle + 1], key, 0, key.length);
      if (order > 0 || (order == 0 && orEqual)) {
        end = middle;
      } else {
        begin = middle + 1;
      }
    }
    return begin;
  }
}
