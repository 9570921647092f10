// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.peer;

import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.RowCutter;
import dev.hail.format.text.TextChunk;
import dev.hail.format.text.TextFormat;
import dev.hail.format.value.ValueParser;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleConsumer;

/**
 * Partitions a text by ranges of one attribute, as Spark does before it writes a sorted table:
 * files made of sorted parts are then globally sorted. The bounds come from a sample of the first
 * rows, which is representative if the rows are in random order. Fields must not be quoted. Not
 * thread-safe.
 */
final class RangePartitioner {
  private static final int CHUNK_BYTES = 4 << 20;
  private static final int WRITE_BYTES = 1 << 18;

  private final Schema schema;
  private final Attribute attribute;
  private final ValueParser values = new ValueParser();
  private int rowEnd;

  /**
   * @param schema attributes of the rows
   * @param attribute an INT or DATE attribute of them
   */
  RangePartitioner(Schema schema, Attribute attribute) {
    this.schema = schema;
    this.attribute = attribute;
  }

  /**
   * Writes the parts.
   *
   * @param partBytes desired size of a part
   * @param directory directory for the parts
   * @return the parts, smallest values first
   */
  List<Path> split(Path text, long partBytes, Path directory, DoubleConsumer progress)
      throws IOException {
    long size = Files.size(text);
    int count = (int) Math.max(1, (size + partBytes - 1) / partBytes);
    List<Path> parts = new ArrayList<>();
    OutputStream[] targets = new OutputStream[count];
    try (RowCutter rows =
        new RowCutter(Files.newInputStream(text), TextFormat.defaults(), schema, CHUNK_BYTES)) {
      for (int part = 0; part < count; part++) {
        parts.add(directory.resolve(String.format(Locale.ROOT, "part-%05d.csv", part)));
        targets[part] =
            new BufferedOutputStream(Files.newOutputStream(parts.get(part)), WRITE_BYTES);
      }
      TextChunk chunk = rows.next();
      long[] bounds = chunk == null ? new long[0] : bounds(chunk, count);
      for (; chunk != null; chunk = rows.next()) {
        scatter(chunk, bounds, targets);
        progress.accept((double) (chunk.offset() + chunk.length()) / size);
      }
    } finally {
      for (OutputStream target : targets) {
        if (target != null) {
          target.close();
        }
      }
    }
    return parts;
  }

  /** Returns the smallest value of each part but the first. */
  private long[] bounds(TextChunk sample, int parts) throws IOException {
    long[] keys = new long[1024];
    int count = 0;
    for (int row = 0; row < sample.length(); row = rowEnd) {
      if (count == keys.length) {
        keys = Arrays.copyOf(keys, 2 * count);
      }
      keys[count++] = key(sample, row);
    }
    Arrays.sort(keys, 0, count);
    long[] bounds = new long[parts - 1];
    for (int part = 1; part < parts; part++) {
      bounds[part - 1] = keys[(int) ((long) part * count / parts)];
    }
    return bounds;
  }

  private void scatter(TextChunk chunk, long[] bounds, OutputStream[] targets) throws IOException {
    for (int row = 0; row < chunk.length(); row = rowEnd) {
      long key = key(chunk, row);
      int part = 0;
      while (part < bounds.length && key >= bounds[part]) {
        part++;
      }
      targets[part].write(chunk.bytes(), row, rowEnd - row);
    }
  }

  /** Reads the attribute of a row and finds the end of the row. */
  private long key(TextChunk chunk, int row) throws IOException {
    byte[] bytes = chunk.bytes();
    int from = row;
    int field = 1;
    int at = row;
    int to = -1;
    for (; at < chunk.length() && bytes[at] != '\n'; at++) {
      if (bytes[at] == ',') {
        if (field == attribute.position()) {
          to = at;
        }
        field++;
        if (field == attribute.position()) {
          from = at + 1;
        }
      }
    }
    rowEnd = Math.min(chunk.length(), at + 1);
    int end = to < 0 ? at : to;
    boolean parsed =
        switch (attribute.type().kind()) {
          case INT -> values.parseInt(bytes, from, end);
          case DATE -> values.parseDate(bytes, from, end);
          default -> throw new UnsupportedType(attribute);
        };
    if (!parsed) {
      throw new IOException(
          "A row near byte "
              + (chunk.offset() + row)
              + " of the text has no valid "
              + attribute
              + ": "
              + values.problem());
    }
    return values.longValue();
  }
}
