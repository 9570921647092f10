package dev.hail.client.upload;

import dev.hail.format.block.BlockBuilder;
import dev.hail.format.block.BlockOptions;
import dev.hail.format.text.TextChunk;
import dev.hail.format.text.TextParser;

/** Parses the texts of blocks and encodes them. One per thread; memory is used again. */
final class BlockEncoder {
  private final TextParser parser;
  private final BlockBuilder builder;

  BlockEncoder(UploadRequest request) {
    int[] index = request.indexAttributes().stream().mapToInt(Integer::intValue).toArray();
    this.parser = new TextParser(request.schema(), request.format());
    this.builder = new BlockBuilder(request.schema(), BlockOptions.of(index));
  }

  EncodedBlock encode(BlockText text) {
    builder.reset();
    builder.source(text.length(), text.chunks().get(0).firstLine());
    for (TextChunk chunk : text.chunks()) {
      parser.parse(chunk, builder);
    }
    return new EncodedBlock(
        text.index(), builder.build(), builder.rowCount(), builder.badRecordCount(), text.length());
  }
}
