// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.peer;

import dev.hail.client.Parallel;
import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.NumberKeys;
import dev.hail.format.block.layout.BlockSource;
import dev.hail.format.block.read.BlockReader;
import dev.hail.format.block.read.ReaderOptions;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.RowCutter;
import dev.hail.format.text.TextChunk;
import dev.hail.format.text.TextFormat;
import dev.hail.format.text.TextParser;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;

/**
 * Writes a text as files of another format, globally sorted by one attribute. It partitions the
 * text by ranges of the attribute, sorts each part in memory and writes it as one file. Parts are
 * written in parallel, with as many threads as {@code hail put} encodes with. HAIL's own code
 * parses and sorts the text, which is faster than a row-at-a-time engine.
 */
public final class PeerUpload {
  private static final long LARGEST_PART = 256L << 20;
  private static final long SMALLEST_PART = 1L << 20;

  /**
   * Parts that the heap must have room for: a part is held as columns, as a block, as a sorted
   * block and in the writer's buffers.
   */
  private static final int PARTS_PER_HEAP = 16;

  private static final int CHUNK_BYTES = 1 << 20;
  private static final ReaderOptions BATCHES = ReaderOptions.DEFAULT.withBatch(1 << 14, 4 << 20);

  /**
   * Share of partitioning, which reads and writes the text once, in the total time, for progress.
   */
  private static final double SHARE_OF_PARTITIONING = 0.15;

  private final Configuration configuration;
  private final PeerFormat format;
  private final Schema schema;
  private final Attribute sortAttribute;

  /**
   * @param configuration configuration of the target cluster; its replication and block size apply
   * @param sortAttribute name of an INT or DATE attribute
   */
  public PeerUpload(
      Configuration configuration, PeerFormat format, Schema schema, String sortAttribute) {
    this.configuration = configuration;
    this.format = format;
    this.schema = schema;
    this.sortAttribute = schema.attribute(sortAttribute);
  }

  /**
   * Writes the files.
   *
   * @param text comma-separated text without quotes and NULLs
   * @param target directory to create
   * @param scratch existing local directory for the parts, which are removed at the end
   */
  public void run(
      java.nio.file.Path text, Path target, java.nio.file.Path scratch, DoubleConsumer progress)
      throws IOException {
    java.nio.file.Path parts = Files.createTempDirectory(scratch, "parts-");
    try {
      List<java.nio.file.Path> texts =
          new RangePartitioner(schema, sortAttribute)
              .split(
                  text, partBytes(), parts, done -> progress.accept(SHARE_OF_PARTITIONING * done));
      AtomicInteger written = new AtomicInteger();
      int threads =
          NumberKeys.count(
              configuration, HailConfigKeys.PUT_THREADS, HailConfigKeys.PUT_THREADS_DEFAULT);
      Parallel.map(
          texts,
          threads,
          part -> {
            Path file = new Path(target, part.getFileName().toString().replace("csv", format.id()));
            write(part, file);
            double done = (double) written.incrementAndGet() / texts.size();
            progress.accept(SHARE_OF_PARTITIONING + (1 - SHARE_OF_PARTITIONING) * done);
            return file;
          });
    } finally {
      FileUtil.fullyDelete(parts.toFile());
    }
  }

  private static long partBytes() {
    long share = Runtime.getRuntime().maxMemory() / PARTS_PER_HEAP;
    return Math.max(SMALLEST_PART, Math.min(LARGEST_PART, share));
  }

  private void write(java.nio.file.Path text, Path file) throws IOException {
    byte[] sorted = sorted(text);
    try (BlockReader rows =
            BlockReader.open(BlockSource.of(sorted), new Predicate.True(), null, BATCHES);
        PeerWriter writer = format.writer(configuration, file, schema)) {
      RowBatch batch = new RowBatch();
      while (rows.next(batch)) {
        writer.write(batch);
      }
    }
  }

  private byte[] sorted(java.nio.file.Path text) throws IOException {
    TextFormat textFormat = TextFormat.defaults();
    TextParser parser = new TextParser(schema, textFormat);
    BlockBuilder builder = new BlockBuilder(schema, BlockOptions.of(sortAttribute.position()));
    try (RowCutter chunks =
        new RowCutter(Files.newInputStream(text), textFormat, schema, CHUNK_BYTES)) {
      for (TextChunk chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
        parser.parse(chunk, builder);
      }
    }
    if (builder.badRecordCount() > 0) {
      throw new IOException(
          text
              + " does not match the schema "
              + schema
              + "; bad rows: "
              + builder.badRecordCount());
    }
    byte[] block = builder.build();
    return BlockSorter.sort(block, block.length, sortAttribute.position());
  }
}
