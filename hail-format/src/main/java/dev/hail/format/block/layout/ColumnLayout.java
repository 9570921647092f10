// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

/**
 * Where the buffers of one column are in a block. Offsets and lengths are in bytes from the start
 * of the block; a buffer that the column lacks has 0.
 *
 * @param encoding how values are stored
 * @param nullCount rows whose value is NULL
 * @param validity offset of the validity bitmap; 0 if no row is NULL
 * @param values offset of the values, bits, dictionary codes or string offsets
 * @param bytes offset of the bytes of plain strings
 * @param bytesLength bytes of the plain strings
 * @param entries number of dictionary entries
 * @param entryOffsets offset of the dictionary's {@code entries + 1} string offsets
 * @param entryBytes offset of the bytes of the dictionary's strings
 * @param entryBytesLength bytes of the dictionary's strings
 */
public record ColumnLayout(
    Encoding encoding,
    int nullCount,
    int validity,
    int values,
    int bytes,
    int bytesLength,
    int entries,
    int entryOffsets,
    int entryBytes,
    int entryBytesLength) {

  /** Bytes of one layout in a descriptor. */
  static final int STORED = 4 + 9 * 4;

  /** How the values, or the codes of a dictionary, are stored. */
  public ColumnCodec codec() {
    return encoding.codec();
  }

  /** Whether a row's value is NULL. */
  public boolean isNull(byte[] block, int row) {
    return validity != 0 && BitCodec.bit(block, validity, row) == 0;
  }

  /** The value of an integer column, or the code of a dictionary column. */
  public long integer(byte[] block, int row) {
    return codec().integer(block, values, row);
  }

  /** The key of a row in a column of numbers. The row must not be NULL. */
  public byte[] key(byte[] block, int row) {
    return codec().key(block, values, row);
  }

  /** Where the string of a row begins. The block's strings and codes must have been checked. */
  public int stringBegin(byte[] block, int row) {
    return encoding.isDictionary()
        ? entryBytes + LittleEndian.getInt(block, entryOffset(block, row))
        : bytes + LittleEndian.getInt(block, values + 4 * row);
  }

  /** Where the string of a row ends. The block's strings and codes must have been checked. */
  public int stringEnd(byte[] block, int row) {
    return encoding.isDictionary()
        ? entryBytes + LittleEndian.getInt(block, entryOffset(block, row) + 4)
        : bytes + LittleEndian.getInt(block, values + 4 * row + 4);
  }

  private int entryOffset(byte[] block, int row) {
    return entryOffsets + 4 * (int) integer(block, row);
  }

  void write(ByteSink sink) {
    sink.u32(encoding.id);
    sink.u32(nullCount);
    sink.u32(validity);
    sink.u32(values);
    sink.u32(bytes);
    sink.u32(bytesLength);
    sink.u32(entries);
    sink.u32(entryOffsets);
    sink.u32(entryBytes);
    sink.u32(entryBytesLength);
  }

  static ColumnLayout read(ByteCursor cursor) throws CorruptBlockException {
    int id = cursor.u31();
    Encoding encoding = Encoding.ofId(id);
    if (encoding == null) {
      throw cursor.damaged("unknown encoding " + id);
    }
    return new ColumnLayout(
        encoding,
        cursor.u31(),
        cursor.u31(),
        cursor.u31(),
        cursor.u31(),
        cursor.u31(),
        cursor.u31(),
        cursor.u31(),
        cursor.u31(),
        cursor.u31());
  }
}
