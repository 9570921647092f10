// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.hail.format.block.layout.BlockEnd;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.ByteSink;
import dev.hail.format.block.layout.ColumnLayout;
import dev.hail.format.block.layout.ContentHash;
import dev.hail.format.block.layout.Descriptor;
import dev.hail.format.block.layout.Encoding;
import dev.hail.format.block.layout.Preamble;
import dev.hail.format.block.layout.SparseIndex;
import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.schema.Schema;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Blocks that no writer of HAIL's makes, with checksums as a writer with bad intent gives them. */
public final class ForgedBlocks {
  private ForgedBlocks() {}

  /**
   * A block of some forty bytes a row that says it is sorted by attribute 1, with an index of one
   * key a row, and that is to be sorted by attribute 2. The keys share a prefix that is stored
   * once, so that the index of 2,000 rows takes 16 MiB when it is read.
   */
  public static byte[] withIndexOfManyBytes(int rows) throws IOException {
    BlockBuilder builder =
        new BlockBuilder(Schema.parse("s STRING, n INT"), new BlockOptions(new int[] {2}, 1));
    byte[] value = "x".repeat(48).getBytes(US_ASCII);
    for (int row = 0; row < rows; row++) {
      builder.column(1).appendBytes(value, 0, value.length);
      builder.column(2).appendLong(row % 100);
      builder.endRow();
    }
    byte[] block = builder.build();
    Preamble preamble = Preamble.read(block, block.length);
    int capacity = preamble.indexCapacity();
    int prefix = Math.min(SparseIndex.MAX_KEY_BYTES / rows, capacity - 2 * rows - 10);
    ByteSink index = new ByteSink(capacity);
    index.varLong(0);
    index.varLong(prefix);
    index.put(new byte[prefix], 0, prefix);
    for (int row = 0; row < rows; row++) {
      index.varLong(0);
      index.varLong(0);
    }
    System.arraycopy(index.toArray(), 0, block, preamble.indexOffset(), index.length());
    Preamble.putOrder(block, 1, index.length());
    Preamble.seal(block, preamble.frontLength());
    return block;
  }

  /** A block without rows, of so many attributes that are all index attributes. */
  public static byte[] withIndexAttributes(int count) throws IOException {
    Schema schema =
        Schema.parse(
            IntStream.range(0, count)
                .mapToObj(i -> "A" + Integer.toString(i, 36).toUpperCase(Locale.ROOT) + " INT")
                .collect(Collectors.joining(",")));
    List<Integer> all = IntStream.rangeClosed(1, count).boxed().toList();
    int capacity = 64;
    int front = 0;
    byte[] descriptor = {};
    // The length of the descriptor does not depend on the offsets in it.
    for (int pass = 0; pass < 2; pass++) {
      front = (Preamble.LENGTH + descriptor.length + 63) / 64 * 64 + capacity;
      ColumnLayout empty = new ColumnLayout(Encoding.INT8, 0, 0, front, 0, 0, 0, 0, 0, 0);
      List<ColumnLayout> columns = IntStream.range(0, count).mapToObj(i -> empty).toList();
      descriptor = new Descriptor(schema, all, 1024, 0, 0, 0, front, 0, front, columns).toBytes();
    }
    byte[] block = new byte[front + BlockEnd.LENGTH];
    Preamble preamble =
        Preamble.unsorted(front, block.length, 0, front - capacity, capacity, descriptor.length);
    preamble.write(block);
    System.arraycopy(descriptor, 0, block, Preamble.LENGTH, descriptor.length);
    BlockEnd.write(block, block.length, 0);
    Preamble.seal(block, front);
    Descriptor parsed = BlockFront.parseWithoutIndex(block, block.length).descriptor();
    Preamble.putContentHash(block, ContentHash.of(block, preamble, parsed));
    Preamble.seal(block, front);
    return block;
  }
}
