package dev.hail.format.block;

/** Copies the columns of a block into another one in a new order of rows. */
final class RowGather {
  private final byte[] from;
  private final byte[] to;

  /** The old row of every new one. */
  private final int[] order;

  RowGather(byte[] from, byte[] to, int[] order) {
    this.from = from;
    this.to = to;
    this.order = order;
  }

  void column(ColumnLayout column) throws CorruptBlockException {
    if (column.validity() != 0) {
      bits(column.validity());
    }
    int values = column.values();
    switch (column.encoding()) {
      case BIT -> bits(values);
      case INT8, DICTIONARY8 -> bytes(values);
      case INT16, DICTIONARY16 -> shorts(values);
      case INT32, FLOAT32, DICTIONARY32 -> ints(values);
      case INT64, FLOAT64 -> longs(values);
      case DECIMAL128 -> decimals(values);
      case UTF8 -> strings(column);
    }
  }

  private void bits(int at) {
    int row = 0;
    for (int out = at; row < order.length; out++) {
      int bits = 0;
      int end = Math.min(row + 8, order.length);
      for (int shift = 0; row < end; row++, shift++) {
        int old = order[row];
        bits |= ((from[at + (old >> 3)] >> (old & 7)) & 1) << shift;
      }
      to[out] = (byte) bits;
    }
  }

  private void bytes(int at) {
    for (int row = 0; row < order.length; row++) {
      to[at + row] = from[at + order[row]];
    }
  }

  private void shorts(int at) {
    for (int row = 0; row < order.length; row++) {
      LittleEndian.putShort(to, at + 2 * row, LittleEndian.getShort(from, at + 2 * order[row]));
    }
  }

  private void ints(int at) {
    for (int row = 0; row < order.length; row++) {
      LittleEndian.putInt(to, at + 4 * row, LittleEndian.getInt(from, at + 4 * order[row]));
    }
  }

  private void longs(int at) {
    for (int row = 0; row < order.length; row++) {
      LittleEndian.putLong(to, at + 8 * row, LittleEndian.getLong(from, at + 8 * order[row]));
    }
  }

  private void decimals(int at) {
    for (int row = 0; row < order.length; row++) {
      int source = at + 16 * order[row];
      int target = at + 16 * row;
      LittleEndian.putLong(to, target, LittleEndian.getLong(from, source));
      LittleEndian.putLong(to, target + 8, LittleEndian.getLong(from, source + 8));
    }
  }

  private void strings(ColumnLayout column) throws CorruptBlockException {
    int offsets = column.values();
    int limit = column.bytesLength();
    int out = 0;
    LittleEndian.putInt(to, offsets, 0);
    for (int row = 0; row < order.length; row++) {
      int at = offsets + 4 * order[row];
      int begin = LittleEndian.getInt(from, at);
      int length = LittleEndian.getInt(from, at + 4) - begin;
      if (begin < 0 || length < 0 || begin > limit - length || length > limit - out) {
        throw new CorruptBlockException(
            "row "
                + order[row]
                + " has a string of "
                + length
                + " bytes at "
                + begin
                + " of "
                + limit
                + " bytes");
      }
      System.arraycopy(from, column.bytes() + begin, to, column.bytes() + out, length);
      out += length;
      LittleEndian.putInt(to, offsets + 4 * row + 4, out);
    }
  }
}
