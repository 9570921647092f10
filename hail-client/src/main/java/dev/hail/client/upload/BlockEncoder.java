// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.text.TextChunk;
import dev.hail.format.text.TextParser;

/** Parses the texts of blocks and encodes them. Each thread has one, which reuses its memory. */
final class BlockEncoder {
  private final TextParser parser;
  private final BlockBuilder builder;
  private final ArrayPool texts;
  private final ArrayPool blocks;

  /**
   * @param texts takes the arrays of texts back after parsing
   * @param blocks provides the arrays that blocks are written to
   */
  BlockEncoder(UploadRequest request, ArrayPool texts, ArrayPool blocks) {
    this.texts = texts;
    this.blocks = blocks;
    int[] index = request.indexAttributes().stream().mapToInt(Integer::intValue).toArray();
    this.parser = new TextParser(request.schema(), request.format());
    this.builder = new BlockBuilder(request.schema(), BlockOptions.of(index));
  }

  EncodedBlock encode(BlockText text) {
    builder.reset();
    builder.source(text.length(), text.chunks().get(0).firstLine());
    for (TextChunk chunk : text.chunks()) {
      parser.parse(chunk, builder);
      texts.give(chunk.bytes());
    }
    return new EncodedBlock(
        text.index(),
        builder.build(blocks::take),
        builder.rowCount(),
        builder.badRecordCount(),
        text.length());
  }
}
