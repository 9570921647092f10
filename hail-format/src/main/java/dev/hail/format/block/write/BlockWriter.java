// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.write;

import dev.hail.format.block.layout.BitCodec;
import dev.hail.format.block.layout.BlockEnd;
import dev.hail.format.block.layout.ByteSink;
import dev.hail.format.block.layout.Capacity;
import dev.hail.format.block.layout.ColumnLayout;
import dev.hail.format.block.layout.ContentHash;
import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.block.layout.Descriptor;
import dev.hail.format.block.layout.Encoding;
import dev.hail.format.block.layout.LittleEndian;
import dev.hail.format.block.layout.Preamble;
import dev.hail.format.block.layout.SparseIndex;
import dev.hail.format.block.write.ArrowMetadata.BodyBuffer;
import dev.hail.format.block.write.ArrowMetadata.MessageBlock;
import dev.hail.format.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/** Lays out and writes one unsorted block from its columns. */
final class BlockWriter {
  /** The first four bytes of an encapsulated Arrow message, before the length of its metadata. */
  private static final int CONTINUATION = -1;

  private static final int MESSAGE_BEGIN = 8;

  private final Schema schema;
  private final BlockOptions options;
  private final List<ColumnBuffer> columns;
  private final int rowCount;
  private final List<Encoding> encodings = new ArrayList<>();

  /** Metadata of the messages in file order; the next fields say where each message begins. */
  private final List<byte[]> messages = new ArrayList<>();

  private final List<MessageBlock> messageBlocks = new ArrayList<>();

  /** Where the next part begins. */
  private long position;

  BlockWriter(Schema schema, BlockOptions options, List<ColumnBuffer> columns, int rowCount) {
    this.schema = schema;
    this.options = options;
    this.columns = columns;
    this.rowCount = rowCount;
  }

  /**
   * Makes the block.
   *
   * @param memory gives an array of at least the length asked for, with any content
   */
  BuiltBlock write(
      long textBytes,
      long firstLine,
      int badRecordCount,
      ByteSink badRecords,
      IntFunction<byte[]> memory) {
    long indexCapacity = 16;
    int partitions = SparseIndex.partitions(rowCount, options.partitionRows());
    if (partitions > SparseIndex.MAX_PARTITIONS) {
      throw new IllegalStateException(
          rowCount
              + " rows in partitions of "
              + options.partitionRows()
              + " make more than "
              + SparseIndex.MAX_PARTITIONS
              + " partitions; choose more rows per partition");
    }
    for (ColumnBuffer column : columns) {
      encodings.add(column.seal());
      indexCapacity = Math.max(indexCapacity, column.indexCapacity(partitions));
    }
    Descriptor form =
        descriptor(textBytes, firstLine, badRecordCount, 0, badRecords.length(), 0, emptyLayouts());
    int descriptorLength = form.toBytes().length;
    int indexOffset = (int) aligned(Preamble.LENGTH + (long) descriptorLength, 8);
    position = aligned(indexOffset + indexCapacity, Descriptor.ALIGNMENT);
    int frontLength = checked(position);

    addMessage(ArrowMetadata.schemaMessage(schema.attributes(), encodings), 0);
    List<int[]> dictionaries = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      dictionaries.add(addDictionary(i));
    }
    List<MessageBlock> dictionaryBlocks =
        List.copyOf(messageBlocks.subList(1, messageBlocks.size()));
    List<ColumnLayout> layouts = addRecordBatch(dictionaries);
    MessageBlock batchBlock = messageBlocks.get(messageBlocks.size() - 1);
    long endOfStream = position;
    long badOffset = aligned(endOfStream + MESSAGE_BEGIN, Descriptor.ALIGNMENT);
    long footerOffset = aligned(badOffset + badRecords.length(), 8);
    byte[] footer =
        ArrowMetadata.footer(schema.attributes(), encodings, dictionaryBlocks, batchBlock);
    int length = checked(footerOffset + footer.length + BlockEnd.LENGTH);

    Descriptor descriptor =
        descriptor(
            textBytes,
            firstLine,
            badRecordCount,
            (int) badOffset,
            badRecords.length(),
            (int) footerOffset,
            layouts);
    byte[] block = memory.apply(length);
    clearStatics(block, length, descriptor);
    for (int i = 0; i < messages.size(); i++) {
      writeMessage(block, messageBlocks.get(i), messages.get(i));
    }
    for (int i = 0; i < columns.size(); i++) {
      writeColumn(block, columns.get(i), layouts.get(i));
    }
    LittleEndian.putInt(block, (int) endOfStream, CONTINUATION);
    System.arraycopy(badRecords.array(), 0, block, (int) badOffset, badRecords.length());
    System.arraycopy(footer, 0, block, (int) footerOffset, footer.length);
    BlockEnd.write(block, length, footer.length);
    writeFront(
        block,
        Preamble.unsorted(
            frontLength, length, rowCount, indexOffset, (int) indexCapacity, descriptorLength),
        descriptor);
    return new BuiltBlock(block, length);
  }

  /** Zeroes everything that the columns will not overwrite. */
  private void clearStatics(byte[] block, int length, Descriptor descriptor) {
    int at = 0;
    int[] extents = descriptor.rowExtents(rowCount);
    for (int i = 0; i < extents.length; i += 2) {
      Arrays.fill(block, at, extents[i], (byte) 0);
      at = extents[i + 1];
    }
    Arrays.fill(block, at, length, (byte) 0);
  }

  private Descriptor descriptor(
      long textBytes,
      long firstLine,
      int badRecordCount,
      int badOffset,
      int badLength,
      int footerOffset,
      List<ColumnLayout> layouts) {
    List<Integer> indexAttributes = new ArrayList<>();
    for (int attribute : options.indexAttributes()) {
      indexAttributes.add(attribute);
    }
    return new Descriptor(
        schema,
        indexAttributes,
        options.partitionRows(),
        textBytes,
        firstLine,
        badRecordCount,
        badOffset,
        badLength,
        footerOffset,
        layouts);
  }

  private List<ColumnLayout> emptyLayouts() {
    List<ColumnLayout> layouts = new ArrayList<>();
    for (Encoding encoding : encodings) {
      layouts.add(new ColumnLayout(encoding, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    }
    return layouts;
  }

  /** Places a message and returns where its body begins. */
  private int addMessage(byte[] metadata, long bodyLength) {
    long metadataLength = aligned(MESSAGE_BEGIN + (long) metadata.length, Descriptor.ALIGNMENT);
    messages.add(metadata);
    messageBlocks.add(new MessageBlock(checked(position), (int) metadataLength, bodyLength));
    int body = checked(position + metadataLength);
    position = body + bodyLength;
    checked(position);
    return body;
  }

  /**
   * Places a dictionary.
   *
   * @return offsets of its string offsets and of its strings
   */
  private int[] addDictionary(int i) {
    if (!encodings.get(i).isDictionary()) {
      return new int[2];
    }
    Dictionary dictionary = ((StringColumn) columns.get(i)).dictionary();
    Body body = new Body();
    body.add(0);
    long offsets = body.add(4L * (dictionary.size() + 1L));
    long bytes = body.add(dictionary.byteCount());
    byte[] message =
        ArrowMetadata.dictionaryMessage(i + 1L, dictionary.size(), body.buffers, body.length);
    int begin = addMessage(message, body.length);
    return new int[] {checked(begin + offsets), checked(begin + bytes)};
  }

  private List<ColumnLayout> addRecordBatch(List<int[]> dictionaries) {
    Body body = new Body();
    List<Integer> nullCounts = new ArrayList<>();
    List<long[]> buffers = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      ColumnBuffer column = columns.get(i);
      nullCounts.add(column.nullCount());
      long validity = body.add(column.nullCount() == 0 ? 0 : BitCodec.length(rowCount));
      long values = body.add(encodings.get(i).codec().valuesLength(rowCount));
      long bytes = encodings.get(i).codec().hasBytes() ? body.add(byteCount(column)) : 0;
      buffers.add(new long[] {validity, values, bytes});
    }
    int begin =
        addMessage(
            ArrowMetadata.recordBatchMessage(rowCount, nullCounts, body.buffers, body.length),
            body.length);
    List<ColumnLayout> layouts = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      layouts.add(layout(i, begin, buffers.get(i), dictionaries.get(i)));
    }
    return layouts;
  }

  private ColumnLayout layout(int i, int body, long[] buffers, int[] dictionary) {
    ColumnBuffer column = columns.get(i);
    Encoding encoding = encodings.get(i);
    boolean plain = encoding.codec().hasBytes();
    Dictionary entries = encoding.isDictionary() ? ((StringColumn) column).dictionary() : null;
    return new ColumnLayout(
        encoding,
        column.nullCount(),
        column.nullCount() == 0 ? 0 : checked(body + buffers[0]),
        checked(body + buffers[1]),
        plain ? checked(body + buffers[2]) : 0,
        plain ? byteCount(column) : 0,
        entries == null ? 0 : entries.size(),
        dictionary[0],
        dictionary[1],
        entries == null ? 0 : entries.byteCount());
  }

  private static int byteCount(ColumnBuffer column) {
    return ((StringColumn) column).byteCount();
  }

  private static void writeMessage(byte[] block, MessageBlock at, byte[] metadata) {
    LittleEndian.putInt(block, at.offset(), CONTINUATION);
    LittleEndian.putInt(block, at.offset() + 4, at.metadataLength() - MESSAGE_BEGIN);
    System.arraycopy(metadata, 0, block, at.offset() + MESSAGE_BEGIN, metadata.length);
  }

  private static void writeColumn(byte[] block, ColumnBuffer column, ColumnLayout layout) {
    if (layout.validity() != 0) {
      column.writeValidity(block, layout.validity());
    }
    column.writeValues(block, layout);
  }

  private static void writeFront(byte[] block, Preamble preamble, Descriptor descriptor) {
    preamble.write(block);
    System.arraycopy(descriptor.toBytes(), 0, block, Preamble.LENGTH, preamble.descriptorLength());
    try {
      Preamble.putContentHash(block, ContentHash.of(block, preamble, descriptor));
    } catch (CorruptBlockException e) {
      throw new IllegalStateException("a block just built is damaged", e);
    }
    Preamble.seal(block, preamble.frontLength());
  }

  private static long aligned(long offset, int alignment) {
    return (offset + alignment - 1) / alignment * alignment;
  }

  private static int checked(long offset) {
    if (offset > Capacity.MAX) {
      throw new IllegalStateException(
          "a block would need " + offset + " bytes; cut the input into smaller blocks");
    }
    return (int) offset;
  }

  /** The buffers of one message's body, one after another. */
  private static final class Body {
    final List<BodyBuffer> buffers = new ArrayList<>();
    long length;

    /** Places a buffer and returns its offset in the body. */
    long add(long bytes) {
      long offset = length;
      buffers.add(new BodyBuffer(offset, bytes));
      length = aligned(offset + bytes, Descriptor.ALIGNMENT);
      return offset;
    }
  }
}
