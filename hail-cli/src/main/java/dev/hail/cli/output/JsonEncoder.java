// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.output;

import dev.hail.format.block.read.RowBatch;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.ValueFormat;
import java.nio.charset.StandardCharsets;

/** Encodes each row as one JSON object on a line of its own. */
public final class JsonEncoder implements RowEncoder {
  private static final byte[] NOTHING = {};

  private final ValueFormat values;
  private final int[] positions;

  /**
   * Makes an encoder for rows of a schema.
   *
   * @param positions attributes to write, from 1, in this order
   */
  public JsonEncoder(Schema schema, int[] positions) {
    this.values = new ValueFormat(schema);
    this.positions = positions.clone();
  }

  @Override
  public byte[] begin() {
    return NOTHING;
  }

  @Override
  public byte[] encode(RowBatch batch, int begin, int end) {
    StringBuilder text = new StringBuilder((end - begin) * 32);
    for (int row = begin; row < end; row++) {
      values.appendJson(batch, row, positions, text);
      text.append('\n');
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public byte[] end() {
    return NOTHING;
  }
}
