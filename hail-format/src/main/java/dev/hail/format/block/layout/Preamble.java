// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * The first {@value #LENGTH} bytes of a block: lengths, and the four fields in which replicas
 * differ. No other class knows where each field is.
 *
 * @param version major format version, from 1
 * @param frontLength bytes from the start of the block to the end of its index region
 * @param blockLength bytes of the block
 * @param rowCount rows without bad records
 * @param sortAttribute position of the attribute that the replica is sorted by, 0 for none
 * @param indexOffset offset of the index region
 * @param indexCapacity bytes of the index region
 * @param indexLength bytes that the index uses, 0 if the replica is not sorted
 * @param contentHash order-independent hash of the block
 * @param descriptorLength bytes of the descriptor, which follows the preamble
 */
public record Preamble(
    int version,
    int frontLength,
    long blockLength,
    int rowCount,
    int sortAttribute,
    int indexOffset,
    int indexCapacity,
    int indexLength,
    long contentHash,
    int descriptorLength) {
  /** Bytes of a preamble. */
  public static final int LENGTH = 72;

  /** Newest major format version this release writes and reads. */
  public static final int MAJOR = 1;

  /** Most rows of a block. */
  public static final int MAX_ROWS = 1 << 27;

  private static final int MINOR = 0;
  private static final byte[] MAGIC = "ARROW1\0\0HAILBLK1".getBytes(StandardCharsets.ISO_8859_1);

  static final int VERSION_AT = 16;
  static final int FRONT_LENGTH_AT = 20;
  static final int BLOCK_LENGTH_AT = 24;
  static final int ROW_COUNT_AT = 32;
  static final int SORT_ATTRIBUTE_AT = 36;
  static final int INDEX_OFFSET_AT = 40;
  static final int INDEX_CAPACITY_AT = 44;
  static final int INDEX_LENGTH_AT = 48;
  static final int FLAGS_AT = 52;
  static final int CONTENT_HASH_AT = 56;
  static final int DESCRIPTOR_LENGTH_AT = 64;
  static final int CRC_AT = 68;

  /**
   * The preamble of an unsorted replica that has no content hash yet.
   *
   * @param frontLength a multiple of 64
   */
  public static Preamble unsorted(
      int frontLength,
      long blockLength,
      int rowCount,
      int indexOffset,
      int indexCapacity,
      int descriptorLength) {
    return new Preamble(
        MAJOR,
        frontLength,
        blockLength,
        rowCount,
        0,
        indexOffset,
        indexCapacity,
        0,
        0,
        descriptorLength);
  }

  /** Whether the bytes begin a HAIL block of any version; false if fewer than 24 are given. */
  public static boolean isHail(byte[] bytes, int offset, int length) {
    return length >= BLOCK_LENGTH_AT
        && Arrays.equals(bytes, offset, offset + MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  /** The block length that the preamble at {@code offset} claims. Check it before trusting it. */
  public static long blockLength(byte[] bytes, int offset) {
    return LittleEndian.getLong(bytes, offset + BLOCK_LENGTH_AT);
  }

  /** The front length that a preamble claims, as an unsigned number. */
  static long frontLength(byte[] block) {
    return Integer.toUnsignedLong(LittleEndian.getInt(block, FRONT_LENGTH_AT));
  }

  /**
   * Reads a preamble and checks its numbers against each other. Callers can then allocate memory
   * for the rows: the block is long enough to hold them.
   *
   * @param bytes array that begins with a preamble
   * @param length number of bytes given, from 0
   * @throws CorruptBlockException if no block can have these numbers
   * @throws NewerFormatException if the block has a newer major version
   */
  public static Preamble read(byte[] bytes, int length)
      throws CorruptBlockException, NewerFormatException {
    int version = readVersion(bytes, length);
    ByteCursor cursor = new ByteCursor(bytes, FRONT_LENGTH_AT, LENGTH, "block preamble");
    int frontLength = cursor.u31();
    long blockLength = cursor.u63();
    int rowCount = cursor.u31();
    int sortAttribute = cursor.u31();
    int indexOffset = cursor.u31();
    int indexCapacity = cursor.u31();
    int indexLength = cursor.u31();
    int flags = cursor.u31();
    long contentHash = LittleEndian.getLong(bytes, cursor.take(Long.BYTES));
    int descriptorLength = cursor.u31();
    if (flags != 0) {
      throw cursor.damaged("unknown flags " + flags);
    }
    // Every row takes at least one bit; the end of a block takes its length and magic.
    if (blockLength > Capacity.MAX
        || rowCount > MAX_ROWS
        || (long) frontLength + BitCodec.length(rowCount) + BlockEnd.LENGTH > blockLength) {
      throw cursor.damaged(
          String.format(
              Locale.ROOT,
              "%d rows and a front of %d bytes in a block of %d bytes",
              rowCount,
              frontLength,
              blockLength));
    }
    if (frontLength < LENGTH
        || frontLength % Descriptor.ALIGNMENT != 0
        || descriptorLength > indexOffset - LENGTH
        || indexOffset > frontLength - indexCapacity
        || indexLength > indexCapacity) {
      throw cursor.damaged(
          String.format(
              Locale.ROOT,
              "descriptor of %d bytes, index of %d bytes at %d (capacity %d), front of %d bytes",
              descriptorLength,
              indexLength,
              indexOffset,
              indexCapacity,
              frontLength));
    }
    return new Preamble(
        version,
        frontLength,
        blockLength,
        rowCount,
        sortAttribute,
        indexOffset,
        indexCapacity,
        indexLength,
        contentHash,
        descriptorLength);
  }

  /**
   * The major version of a block.
   *
   * @param length number of bytes given, from 0
   * @throws CorruptBlockException if the bytes do not begin with a preamble
   * @throws NewerFormatException if the version is one that this release does not read
   */
  static int readVersion(byte[] bytes, int length)
      throws CorruptBlockException, NewerFormatException {
    if (length < LENGTH || !isHail(bytes, 0, length)) {
      throw new CorruptBlockException(
          String.format(
              Locale.ROOT,
              "no HAIL block: its first %d bytes are no preamble of %d bytes with the magic"
                  + " ARROW1, HAILBLK1",
              Math.min(length, LENGTH),
              LENGTH));
    }
    int major = LittleEndian.getShort(bytes, VERSION_AT) & 0xffff;
    if (major > MAJOR) {
      throw new NewerFormatException(major, MAJOR);
    }
    if (major == 0) {
      throw new CorruptBlockException("the block has the format version 0, which never was");
    }
    return major;
  }

  /**
   * Checks the checksum of a front.
   *
   * @param front bytes of the front, as many as its preamble says
   * @throws CorruptBlockException if the checksum differs
   */
  void checkChecksum(byte[] front) throws CorruptBlockException {
    int stored = LittleEndian.getInt(front, CRC_AT);
    int actual = checksum(front, frontLength);
    if (stored != actual) {
      throw new CorruptBlockException(
          String.format(
              Locale.ROOT,
              "the block front of %d bytes has the checksum %08x, not %08x as it says",
              frontLength,
              actual,
              stored));
    }
  }

  /** Writes all fields but the checksum, which {@link #seal} sets when the front is complete. */
  public void write(byte[] block) {
    System.arraycopy(MAGIC, 0, block, 0, MAGIC.length);
    LittleEndian.putShort(block, VERSION_AT, version);
    LittleEndian.putShort(block, VERSION_AT + 2, MINOR);
    LittleEndian.putInt(block, FRONT_LENGTH_AT, frontLength);
    LittleEndian.putLong(block, BLOCK_LENGTH_AT, blockLength);
    LittleEndian.putInt(block, ROW_COUNT_AT, rowCount);
    LittleEndian.putInt(block, SORT_ATTRIBUTE_AT, sortAttribute);
    LittleEndian.putInt(block, INDEX_OFFSET_AT, indexOffset);
    LittleEndian.putInt(block, INDEX_CAPACITY_AT, indexCapacity);
    LittleEndian.putInt(block, INDEX_LENGTH_AT, indexLength);
    LittleEndian.putInt(block, FLAGS_AT, 0);
    LittleEndian.putLong(block, CONTENT_HASH_AT, contentHash);
    LittleEndian.putInt(block, DESCRIPTOR_LENGTH_AT, descriptorLength);
  }

  /** Sets the content hash of a block whose preamble is written. */
  public static void putContentHash(byte[] block, long hash) {
    LittleEndian.putLong(block, CONTENT_HASH_AT, hash);
  }

  /** Sets the order and the index length of a replica whose preamble is written. */
  public static void putOrder(byte[] block, int sortAttribute, int indexLength) {
    LittleEndian.putInt(block, SORT_ATTRIBUTE_AT, sortAttribute);
    LittleEndian.putInt(block, INDEX_LENGTH_AT, indexLength);
  }

  /** Sets the checksum of a front that is otherwise complete. */
  public static void seal(byte[] block, int frontLength) {
    LittleEndian.putInt(block, CRC_AT, checksum(block, frontLength));
  }

  /** CRC-32C of a front whose checksum field counts as zero. */
  private static int checksum(byte[] block, int frontLength) {
    CRC32C crc = new CRC32C();
    crc.update(block, 0, CRC_AT);
    crc.update(new byte[Integer.BYTES], 0, Integer.BYTES);
    crc.update(block, LENGTH, frontLength - LENGTH);
    return (int) crc.getValue();
  }

  /** A copy of a block's preamble in which the fields that differ between replicas are zero. */
  static byte[] common(byte[] block) {
    byte[] common = Arrays.copyOf(block, LENGTH);
    putOrder(common, 0, 0);
    putContentHash(common, 0);
    LittleEndian.putInt(common, CRC_AT, 0);
    return common;
  }
}
