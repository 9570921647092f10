// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.testing;

import dev.hail.format.block.layout.BlockSource;
import dev.hail.format.block.read.BadRecord;
import dev.hail.format.block.read.BlockReader;
import dev.hail.format.block.read.ReaderOptions;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.RowCutter;
import dev.hail.format.text.TextChunk;
import dev.hail.format.text.TextFormat;
import dev.hail.format.text.TextParser;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A text cut, parsed, built into one unsorted block and read back.
 *
 * @param rows all rows as {@link CanonicalRow} has them, in the order of the text
 * @param badRecords all bad records, in the order of the text
 */
public record LoadedText(List<String> rows, List<BadRecord> badRecords) {

  /** Loads a text cut into chunks of about {@code targetBytes}. */
  public static LoadedText of(Schema schema, TextFormat format, byte[] text, int targetBytes)
      throws IOException {
    byte[] block = block(schema, format, text, targetBytes, BlockOptions.of());
    int[] all = schema.attributes().stream().mapToInt(a -> a.position()).toArray();
    List<String> rows = new ArrayList<>();
    try (BlockReader reader =
        BlockReader.open(BlockSource.of(block), new Predicate.True(), all, ReaderOptions.DEFAULT)) {
      RowBatch batch = new RowBatch();
      while (reader.next(batch)) {
        rows.addAll(CanonicalRow.of(schema, batch, all));
      }
      return new LoadedText(rows, reader.badRecords());
    }
  }

  /** Makes the unsorted block of a text. */
  public static byte[] block(
      Schema schema, TextFormat format, byte[] text, int targetBytes, BlockOptions options)
      throws IOException {
    BlockBuilder builder = new BlockBuilder(schema, options);
    TextParser parser = new TextParser(schema, format);
    try (RowCutter cutter =
        new RowCutter(new ByteArrayInputStream(text), format, schema, targetBytes)) {
      for (TextChunk chunk = cutter.next(); chunk != null; chunk = cutter.next()) {
        parser.parse(chunk, builder);
      }
    }
    return builder.build();
  }
}
