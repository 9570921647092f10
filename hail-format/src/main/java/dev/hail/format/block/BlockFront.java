// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Schema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The front of a replica: all a reader needs to plan, found by one read at its begin. Immutable.
 */
public final class BlockFront {
  /** Bytes from the begin of a block to the end of its preamble. */
  public static final int PREAMBLE_END = 72;

  /** Newest major format version this release writes and reads. */
  public static final int MAJOR = 1;

  static final int MINOR = 0;

  /** Most rows of a block. */
  static final int MAX_ROWS = 1 << 27;

  static final byte[] MAGIC = "ARROW1\0\0HAILBLK1".getBytes(StandardCharsets.ISO_8859_1);
  static final byte[] ARROW_MAGIC = "ARROW1".getBytes(StandardCharsets.ISO_8859_1);

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

  private static final int FIRST_READ = 64 << 10;

  private final int version;
  private final int frontLength;
  private final long blockLength;
  private final int rowCount;
  private final int sortAttribute;
  private final int descriptorEnd;
  private final int indexOffset;
  private final int indexCapacity;
  private final int indexLength;
  private final long contentHash;
  private final Descriptor descriptor;
  private final SparseIndex index;

  private BlockFront(byte[] bytes, Schema expected, boolean withIndex)
      throws CorruptBlockException {
    ByteCursor cursor = new ByteCursor(bytes, VERSION_AT, PREAMBLE_END, "block preamble");
    version = cursor.u16();
    cursor.u16();
    frontLength = cursor.u31();
    blockLength = cursor.u63();
    rowCount = cursor.u31();
    sortAttribute = cursor.u31();
    indexOffset = cursor.u31();
    indexCapacity = cursor.u31();
    indexLength = cursor.u31();
    cursor.u31();
    contentHash = LittleEndian.getLong(bytes, CONTENT_HASH_AT);
    cursor.take(8);
    int descriptorLength = cursor.u31();
    descriptorEnd = PREAMBLE_END + descriptorLength;
    ByteCursor descriptorCursor =
        new ByteCursor(bytes, PREAMBLE_END, descriptorEnd, "block descriptor");
    descriptor = Descriptor.read(descriptorCursor, expected);
    descriptor.check(rowCount, frontLength, blockLength);
    if (sortAttribute > schema().size()) {
      throw cursor.damaged(
          "sorted by attribute @" + sortAttribute + " of " + schema().size() + " attributes");
    }
    index = sortAttribute == 0 || !withIndex ? null : readIndex(bytes);
  }

  private SparseIndex readIndex(byte[] bytes) throws CorruptBlockException {
    ByteCursor cursor =
        new ByteCursor(bytes, indexOffset, indexOffset + indexLength, "sparse index");
    SparseIndex read =
        SparseIndex.read(cursor, schema().attribute(sortAttribute), rowCount, partitionRows());
    int nulls = column(sortAttribute).nullCount();
    if (read.nullCount() != nulls) {
      throw cursor.damaged(read.nullCount() + " NULLs, the column has " + nulls);
    }
    return read;
  }

  /** Whether bytes begin a HAIL block, of whatever version; false if fewer than 24 are given. */
  public static boolean isHail(byte[] bytes, int offset, int length) {
    return length >= BLOCK_LENGTH_AT
        && Arrays.equals(bytes, offset, offset + MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  /**
   * The length of the block whose preamble (72 bytes) begins at the offset, as it says itself: to
   * be checked before it is trusted.
   */
  public static long blockLength(byte[] bytes, int offset) {
    return LittleEndian.getLong(bytes, offset + BLOCK_LENGTH_AT);
  }

  /**
   * The length of the front whose preamble begins at the offset, as it says itself, read as an
   * unsigned number.
   */
  public static long frontLength(byte[] bytes, int offset) {
    return Integer.toUnsignedLong(LittleEndian.getInt(bytes, offset + FRONT_LENGTH_AT));
  }

  /**
   * Parses the front from the first bytes of a block.
   *
   * @param length number of bytes given, from 0
   * @throws CorruptBlockException if it is damaged or longer than the bytes given
   * @throws NewerFormatException if it is of a newer major version
   */
  public static BlockFront parse(byte[] bytes, int length)
      throws CorruptBlockException, NewerFormatException {
    return parse(bytes, length, null, true);
  }

  /**
   * Parses the front but for the index, which takes up to 16 MiB of memory whatever the front's
   * length: for daemons, which hold fronts of anybody's blocks and need no index.
   *
   * @param length number of bytes given, from 0
   * @throws CorruptBlockException if it is damaged or longer than the bytes given
   * @throws NewerFormatException if it is of a newer major version
   */
  public static BlockFront parseWithoutIndex(byte[] bytes, int length)
      throws CorruptBlockException, NewerFormatException {
    return parse(bytes, length, null, false);
  }

  /**
   * Parses the front.
   *
   * @param expected what the schema probably is, which then need not be parsed; null if not known
   * @param withIndex false leaves the index out, which takes memory
   */
  static BlockFront parse(byte[] bytes, int length, Schema expected, boolean withIndex)
      throws CorruptBlockException, NewerFormatException {
    checkPreamble(bytes, length);
    long front = frontLength(bytes, 0);
    if (front > length) {
      throw new CorruptBlockException(
          "the block front claims " + front + " bytes, " + length + " are there");
    }
    int stored = LittleEndian.getInt(bytes, CRC_AT);
    int actual = checksum(bytes, (int) front);
    if (stored != actual) {
      throw new CorruptBlockException(
          String.format(
              "the block front of %d bytes has the checksum %08x, not %08x as it says",
              front, actual, stored));
    }
    return new BlockFront(bytes, expected, withIndex);
  }

  /**
   * Holds the numbers of a preamble against each other, so that nobody makes room for rows that the
   * block has no bytes for. Nothing is allocated.
   *
   * @param bytes begin with a preamble of 72 bytes
   * @param length number of bytes given, from 0
   * @throws CorruptBlockException if no block can be as it says
   * @throws NewerFormatException if it is of a newer major version
   */
  public static void checkPreamble(byte[] bytes, int length)
      throws CorruptBlockException, NewerFormatException {
    checkVersion(bytes, length);
    ByteCursor cursor = new ByteCursor(bytes, FRONT_LENGTH_AT, PREAMBLE_END, "block preamble");
    int front = cursor.u31();
    long block = cursor.u63();
    int rows = cursor.u31();
    cursor.u31();
    int indexOffset = cursor.u31();
    int indexCapacity = cursor.u31();
    int indexLength = cursor.u31();
    int flags = cursor.u31();
    cursor.take(Long.BYTES);
    int descriptorLength = cursor.u31();
    if (flags != 0) {
      throw cursor.damaged("unknown flags " + flags);
    }
    // Every row takes at least a bit, and the end of a block its length and magic.
    if (block > Capacity.MAX
        || rows > MAX_ROWS
        || front + Encoding.BIT.valuesLength(rows) + Descriptor.TAIL > block) {
      throw cursor.damaged(
          rows + " rows and a front of " + front + " bytes in a block of " + block + " bytes");
    }
    if (front < PREAMBLE_END
        || front % Descriptor.ALIGNMENT != 0
        || descriptorLength > indexOffset - PREAMBLE_END
        || indexOffset > front - indexCapacity
        || indexLength > indexCapacity) {
      throw cursor.damaged(
          String.format(
              "descriptor of %d bytes, index of %d bytes at %d (capacity %d), front of %d bytes",
              descriptorLength, indexLength, indexOffset, indexCapacity, front));
    }
  }

  /** Parses the front, but for the index, of a block whose whole length is known. */
  static BlockFront ofWhole(byte[] block, int length)
      throws CorruptBlockException, NewerFormatException {
    BlockFront front = parseWithoutIndex(block, length);
    checkWhole(front.blockLength(), length);
    return front;
  }

  private static void checkWhole(long claimed, long length) throws CorruptBlockException {
    if (claimed != length) {
      throw new CorruptBlockException(
          "the block is torn: "
              + length
              + " bytes are there, "
              + claimed
              + " is its length by its front");
    }
  }

  private static void checkVersion(byte[] bytes, int length)
      throws CorruptBlockException, NewerFormatException {
    if (length < PREAMBLE_END || !isHail(bytes, 0, length)) {
      throw new CorruptBlockException(
          "no HAIL block: its first "
              + Math.min(length, PREAMBLE_END)
              + " bytes are no preamble of 72 bytes with the magic ARROW1, HAILBLK1");
    }
    int major = LittleEndian.getShort(bytes, VERSION_AT) & 0xffff;
    if (major > MAJOR) {
      throw new NewerFormatException(major, MAJOR);
    }
    if (major == 0) {
      throw new CorruptBlockException("the block has the format version 0, which never was");
    }
  }

  /** Reads and parses the front of a source, by one or two reads. */
  public static BlockFront read(BlockSource source) throws IOException {
    byte[] bytes = readBytes(source, FIRST_READ);
    return parse(bytes, bytes.length);
  }

  /** Reads a source's front as {@link #parseWithoutIndex} does, by one or two reads. */
  public static BlockFront readWithoutIndex(BlockSource source) throws IOException {
    byte[] bytes = readBytes(source, FIRST_READ);
    return parseWithoutIndex(bytes, bytes.length);
  }

  /**
   * Checks the last bytes of a whole block: the length of Arrow's footer, and its magic.
   *
   * @param block begins with the block
   */
  void checkEnd(byte[] block) throws CorruptBlockException {
    int end = (int) blockLength;
    int tail = end - Descriptor.TAIL;
    int footerLength = LittleEndian.getInt(block, tail);
    int expected = tail - descriptor.footerOffset();
    if (footerLength != expected) {
      throw new CorruptBlockException(
          "the Arrow footer says " + footerLength + " bytes, there are " + expected);
    }
    if (!Arrays.equals(block, tail + 4, end, ARROW_MAGIC, 0, ARROW_MAGIC.length)) {
      throw new CorruptBlockException("the block does not end with Arrow's magic ARROW1");
    }
  }

  /** The first bytes of a source, at least to the end of its front. */
  static byte[] readBytes(BlockSource source, int firstRead) throws IOException {
    long length = source.length();
    byte[] bytes = new byte[(int) Math.min(length, firstRead)];
    source.readFully(0, bytes, 0, bytes.length);
    checkVersion(bytes, bytes.length);
    checkWhole(blockLength(bytes, 0), length);
    long front = frontLength(bytes, 0);
    if (front <= bytes.length || front > Math.min(length, Capacity.MAX)) {
      return bytes;
    }
    int read = bytes.length;
    bytes = Arrays.copyOf(bytes, (int) front);
    source.readFully(read, bytes, read, bytes.length - read);
    return bytes;
  }

  /** CRC-32C of a front with its checksum field taken as zero. */
  static int checksum(byte[] bytes, int front) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, CRC_AT);
    crc.update(new byte[4], 0, 4);
    crc.update(bytes, PREAMBLE_END, front - PREAMBLE_END);
    return (int) crc.getValue();
  }

  /** Major format version. */
  public int formatVersion() {
    return version;
  }

  public long blockLength() {
    return blockLength;
  }

  /** Bytes from the begin of the block to the end of the index region. */
  public int frontLength() {
    return frontLength;
  }

  public int rowCount() {
    return rowCount;
  }

  /** Position of the attribute this replica is sorted by, 0 for none. */
  public int sortAttribute() {
    return sortAttribute;
  }

  /** Bytes the index uses of its region, 0 if the replica is not sorted. */
  public int indexLength() {
    return indexLength;
  }

  /** Positions of the attributes replicas are to be sorted by; a copy. */
  public int[] indexAttributes() {
    return descriptor.indexAttributes().stream().mapToInt(Integer::intValue).toArray();
  }

  public int partitionRows() {
    return descriptor.partitionRows();
  }

  /** Order-independent hash of all rows: equal on all replicas of a block. */
  public long contentHash() {
    return contentHash;
  }

  public Schema schema() {
    return descriptor.schema();
  }

  public int badRecordCount() {
    return descriptor.badRecords();
  }

  /** Bytes of source text this block was made from. */
  public long textBytes() {
    return descriptor.textBytes();
  }

  /** Line number in the source of the first row, from 1; 0 if unknown. */
  public long firstLine() {
    return descriptor.firstLine();
  }

  /** The index; null if the replica is not sorted, or the front was parsed without. */
  public SparseIndex index() {
    return index;
  }

  Descriptor descriptor() {
    return descriptor;
  }

  int descriptorEnd() {
    return descriptorEnd;
  }

  int indexOffset() {
    return indexOffset;
  }

  int indexCapacity() {
    return indexCapacity;
  }

  ColumnLayout column(int position) {
    return descriptor.columns().get(position - 1);
  }

  /** Several lines for people: sizes, order, encodings. */
  public String describe() {
    StringBuilder text = new StringBuilder(256);
    text.append(
        String.format(
            "HAIL block, format %d: %,d rows, %,d bad records, %,d bytes from %,d bytes of text%n",
            version, rowCount, badRecordCount(), blockLength, textBytes()));
    text.append(
        String.format(
            "front %,d bytes, index %,d of %,d bytes, content hash %016x%n",
            frontLength, indexLength, indexCapacity, contentHash));
    text.append(
        index == null
            ? "not sorted"
            : "sorted by "
                + label(sortAttribute)
                + ", "
                + index.partitions()
                + " partitions of "
                + partitionRows()
                + " rows");
    text.append(System.lineSeparator());
    for (Attribute attribute : schema().attributes()) {
      ColumnLayout c = column(attribute.position());
      text.append(
          String.format(
              "  %s %s: %s, %,d NULLs",
              label(attribute.position()), attribute.type().toSql(), c.encoding(), c.nullCount()));
      if (c.encoding().isDictionary()) {
        text.append(String.format(", %,d entries", c.entries()));
      }
      text.append(System.lineSeparator());
    }
    return text.toString();
  }

  private String label(int position) {
    return "@" + position + " " + schema().attribute(position).name();
  }
}
