// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import dev.hail.format.schema.Schema;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;

/**
 * The front of a replica: all a reader needs to plan a read. One read at the start of the block
 * usually finds it. Immutable.
 */
public final class BlockFront {
  private static final int FIRST_READ = 64 << 10;

  private final Preamble preamble;
  private final Descriptor descriptor;
  private final SparseIndex index;

  private BlockFront(Preamble preamble, byte[] bytes, Schema expected, boolean withIndex)
      throws CorruptBlockException {
    this.preamble = preamble;
    ByteCursor cursor = new ByteCursor(bytes, Preamble.LENGTH, descriptorEnd(), "block descriptor");
    descriptor = Descriptor.read(cursor, expected);
    descriptor.check(rowCount(), frontLength(), blockLength());
    if (sortAttribute() > schema().size()) {
      throw new CorruptBlockException(
          String.format(
              Locale.ROOT,
              "block preamble damaged: sorted by attribute @%d of %d attributes",
              sortAttribute(),
              schema().size()));
    }
    index = sortAttribute() == 0 || !withIndex ? null : readIndex(bytes);
  }

  private SparseIndex readIndex(byte[] bytes) throws CorruptBlockException {
    ByteCursor cursor =
        new ByteCursor(bytes, indexOffset(), indexOffset() + indexLength(), "sparse index");
    SparseIndex read =
        SparseIndex.read(cursor, schema().attribute(sortAttribute()), rowCount(), partitionRows());
    int nulls = column(sortAttribute()).nullCount();
    if (read.nullCount() != nulls) {
      throw cursor.damaged(read.nullCount() + " NULLs, the column has " + nulls);
    }
    return read;
  }

  /**
   * Parses the front from the first bytes of a block.
   *
   * @param length number of bytes given, from 0
   * @throws CorruptBlockException if the front is damaged or longer than the bytes given
   * @throws NewerFormatException if the block has a newer major version
   */
  public static BlockFront parse(byte[] bytes, int length)
      throws CorruptBlockException, NewerFormatException {
    return parse(bytes, length, null, true);
  }

  /**
   * Parses the front without its index. Daemons use this, because they hold fronts of any user's
   * blocks and need no index. An index takes up to 16 MiB of memory even in a short front.
   *
   * @param length number of bytes given, from 0
   * @throws CorruptBlockException if the front is damaged or longer than the bytes given
   * @throws NewerFormatException if the block has a newer major version
   */
  public static BlockFront parseWithoutIndex(byte[] bytes, int length)
      throws CorruptBlockException, NewerFormatException {
    return parse(bytes, length, null, false);
  }

  /**
   * Parses the front.
   *
   * @param expected schema hint, reused if the block stores the same SQL; may be null
   * @param withIndex false leaves out the index and saves its memory
   */
  public static BlockFront parse(byte[] bytes, int length, Schema expected, boolean withIndex)
      throws CorruptBlockException, NewerFormatException {
    Preamble preamble = Preamble.read(bytes, length);
    if (preamble.frontLength() > length) {
      throw new CorruptBlockException(
          String.format(
              Locale.ROOT,
              "the block front claims %d bytes, %d are there",
              preamble.frontLength(),
              length));
    }
    preamble.checkChecksum(bytes);
    return new BlockFront(preamble, bytes, expected, withIndex);
  }

  /** Parses the front, without its index, of a block whose whole length is known. */
  public static BlockFront ofWhole(byte[] block, int length)
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

  /** Reads and parses the front of a source in one or two reads. */
  public static BlockFront read(BlockSource source) throws IOException {
    byte[] bytes = readBytes(source, FIRST_READ);
    return parse(bytes, bytes.length);
  }

  /** Reads a source's front in one or two reads and parses it like {@link #parseWithoutIndex}. */
  public static BlockFront readWithoutIndex(BlockSource source) throws IOException {
    byte[] bytes = readBytes(source, FIRST_READ);
    return parseWithoutIndex(bytes, bytes.length);
  }

  /**
   * Checks the last bytes of a whole block.
   *
   * @param block array that begins with the block
   */
  public void checkEnd(byte[] block) throws CorruptBlockException {
    BlockEnd.check(block, (int) blockLength(), descriptor.footerOffset());
  }

  /** The first bytes of a source, at least up to the end of its front. */
  public static byte[] readBytes(BlockSource source, int firstRead) throws IOException {
    long length = source.length();
    byte[] bytes = new byte[(int) Math.min(length, firstRead)];
    source.readFully(0, bytes, 0, bytes.length);
    Preamble.readVersion(bytes, bytes.length);
    checkWhole(Preamble.blockLength(bytes, 0), length);
    long front = Preamble.frontLength(bytes);
    if (front <= bytes.length || front > Math.min(length, Capacity.MAX)) {
      return bytes;
    }
    int read = bytes.length;
    bytes = Arrays.copyOf(bytes, (int) front);
    source.readFully(read, bytes, read, bytes.length - read);
    return bytes;
  }

  /** Major format version. */
  public int formatVersion() {
    return preamble.version();
  }

  public long blockLength() {
    return preamble.blockLength();
  }

  /** Bytes from the start of the block to the end of the index region. */
  public int frontLength() {
    return preamble.frontLength();
  }

  public int rowCount() {
    return preamble.rowCount();
  }

  /** Position of the attribute that this replica is sorted by, 0 for none. */
  public int sortAttribute() {
    return preamble.sortAttribute();
  }

  /** Bytes that the index uses of its region, 0 if the replica is not sorted. */
  public int indexLength() {
    return preamble.indexLength();
  }

  /** Index attributes: positions of the attributes that replicas are to be sorted by. A copy. */
  public int[] indexAttributes() {
    return descriptor.indexAttributes().stream().mapToInt(Integer::intValue).toArray();
  }

  public int partitionRows() {
    return descriptor.partitionRows();
  }

  /** Order-independent hash of all rows, equal on all replicas of a block. */
  public long contentHash() {
    return preamble.contentHash();
  }

  public Schema schema() {
    return descriptor.schema();
  }

  public int badRecordCount() {
    return descriptor.badRecords();
  }

  /** Bytes of the source text that this block was made from. */
  public long textBytes() {
    return descriptor.textBytes();
  }

  /** Line number of the first row in the source, from 1; 0 if unknown. */
  public long firstLine() {
    return descriptor.firstLine();
  }

  /** The index; null if the replica is not sorted, or if the front was parsed without its index. */
  public SparseIndex index() {
    return index;
  }

  public Preamble preamble() {
    return preamble;
  }

  public Descriptor descriptor() {
    return descriptor;
  }

  /** Bytes from the start of the block to the end of its descriptor. */
  public int descriptorEnd() {
    return Preamble.LENGTH + preamble.descriptorLength();
  }

  public int indexOffset() {
    return preamble.indexOffset();
  }

  public int indexCapacity() {
    return preamble.indexCapacity();
  }

  public ColumnLayout column(int position) {
    return descriptor.columns().get(position - 1);
  }
}
