// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.output;

import dev.hail.format.block.read.RowBatch;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.DelimitedRows;
import dev.hail.format.text.TextFormat;
import dev.hail.format.text.ValueFormat;
import java.nio.charset.StandardCharsets;

/**
 * Encodes rows as delimited text, one row per line. An upload with the same format reads it back.
 */
public final class DelimitedEncoder implements RowEncoder {
  private static final byte[] NOTHING = {};

  /** Expected bytes per row; the buffer then rarely has to grow. */
  private static final int ROW_BYTES = 64;

  private final Schema schema;
  private final TextFormat format;
  private final int[] positions;

  /**
   * Makes an encoder for rows of a schema.
   *
   * @param format how to write them; with {@link TextFormat#header()} names come first
   * @param positions attributes to write, from 1, in this order
   */
  public DelimitedEncoder(Schema schema, TextFormat format, int[] positions) {
    this.schema = schema;
    this.format = format;
    this.positions = positions.clone();
  }

  @Override
  public byte[] begin() {
    if (!format.header()) {
      return NOTHING;
    }
    StringBuilder text = new StringBuilder();
    new ValueFormat(schema).appendHeader(positions, format, text);
    return text.append('\n').toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public byte[] encode(RowBatch batch, int begin, int end) {
    DelimitedRows rows = new DelimitedRows(schema, format, positions, (end - begin) * ROW_BYTES);
    for (int row = begin; row < end; row++) {
      rows.append(batch, row);
    }
    return rows.toByteArray();
  }

  @Override
  public byte[] end() {
    return NOTHING;
  }
}
