package dev.hail.client.upload;

/** A HAIL block in memory, ready to be sent. */
final class EncodedBlock {
  private final int index;
  private final byte[] bytes;
  private final int rowCount;
  private final int badRecords;
  private final long textBytes;

  /**
   * @param index place in the file, from 0
   * @param bytes the block, nothing else
   */
  EncodedBlock(int index, byte[] bytes, int rowCount, int badRecords, long textBytes) {
    this.index = index;
    this.bytes = bytes;
    this.rowCount = rowCount;
    this.badRecords = badRecords;
    this.textBytes = textBytes;
  }

  int index() {
    return index;
  }

  /** The block itself, not a copy. */
  byte[] bytes() {
    return bytes;
  }

  int length() {
    return bytes.length;
  }

  int rowCount() {
    return rowCount;
  }

  int badRecords() {
    return badRecords;
  }

  long textBytes() {
    return textBytes;
  }
}
