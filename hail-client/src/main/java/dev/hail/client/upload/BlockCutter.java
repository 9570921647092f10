// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import dev.hail.client.PathException;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.RowCutter;
import dev.hail.format.text.TextChunk;
import dev.hail.format.text.TextFormat;
import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;

/**
 * Reads sources one after the other and gathers whole rows into the texts of blocks. Small sources
 * share a block.
 */
final class BlockCutter implements Closeable {
  /** Most bytes of text read at once. */
  static final long CHUNK_MAX = 8 << 20;

  private final Iterator<TextSource> sources;
  private final TextFormat format;
  private final Schema schema;
  private final boolean compareHeader;
  private final long blockBytes;
  private final long chunkBytes;
  private final TextSource.ByteCounter counter;
  private final ArrayPool memory;

  private RowCutter cutter;
  private String source;
  private boolean headerChecked;
  private int blocks;

  /**
   * @param compareHeader whether headers must name the attributes of the schema
   * @param blockBytes bytes of text per block
   * @param counter hears how many stored bytes are read
   * @param memory provides the arrays of texts
   */
  BlockCutter(
      List<TextSource> sources,
      TextFormat format,
      Schema schema,
      boolean compareHeader,
      long blockBytes,
      TextSource.ByteCounter counter,
      ArrayPool memory) {
    this.sources = sources.iterator();
    this.format = format;
    this.schema = schema;
    this.compareHeader = compareHeader;
    this.blockBytes = blockBytes;
    long chunksPerBlock = (blockBytes + CHUNK_MAX - 1) / CHUNK_MAX;
    this.chunkBytes = Math.max(1, blockBytes / chunksPerBlock);
    this.counter = counter;
    this.memory = memory;
  }

  /**
   * Returns the text of the next block.
   *
   * @return null after the last source
   * @throws PathException if a source cannot be read
   */
  BlockText next() throws IOException {
    BlockText text = new BlockText(blocks);
    while (text.length() == 0 || text.length() + chunkBytes <= blockBytes) {
      TextChunk chunk = nextChunk();
      if (chunk == null) {
        break;
      }
      text.add(source, chunk);
    }
    if (text.length() == 0) {
      return null;
    }
    blocks++;
    return text;
  }

  private TextChunk nextChunk() throws IOException {
    try {
      return read();
    } catch (PathException named) {
      throw named;
    } catch (IOException failure) {
      throw new PathException(
          source,
          "cannot be read: " + PathException.firstLine(failure),
          "Nothing was uploaded; repair it or leave it out.",
          failure);
    }
  }

  private TextChunk read() throws IOException {
    while (true) {
      if (cutter == null) {
        if (!sources.hasNext()) {
          return null;
        }
        TextSource next = sources.next();
        source = next.name();
        cutter = open(next);
        headerChecked = false;
      }
      TextChunk chunk = nextOfSource();
      if (chunk != null) {
        return chunk;
      }
      cutter.close();
      cutter = null;
    }
  }

  private RowCutter open(TextSource next) throws IOException {
    try {
      return new RowCutter(next.opener().open(counter), format, schema, chunkBytes, memory::take);
    } catch (PathException named) {
      throw named;
    } catch (IOException failure) {
      throw unreadable(failure);
    }
  }

  private TextChunk nextOfSource() throws IOException {
    TextChunk chunk;
    try {
      chunk = cutter.next();
    } catch (IOException failure) {
      throw unreadable(failure);
    }
    if (!headerChecked && cutter.header() != null) {
      headerChecked = true;
      if (compareHeader) {
        HeaderCheck.check(source, cutter.header(), schema);
      }
    }
    return chunk;
  }

  private PathException unreadable(IOException failure) {
    return new PathException(
        source,
        "cannot be read: " + PathException.firstLine(failure),
        "Check that it is whole; a suffix such as .gz means that it is compressed.",
        failure);
  }

  @Override
  public void close() throws IOException {
    if (cutter != null) {
      cutter.close();
    }
  }
}
