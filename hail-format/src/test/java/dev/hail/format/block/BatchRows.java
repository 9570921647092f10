// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.format.block.read.BlockReader;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Schema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The rows of a reader as objects. */
public final class BatchRows {
  private BatchRows() {}

  /**
   * All rows that a reader finds, as values per attribute of the projection.
   *
   * @param projection positions of the attributes; null for all
   */
  public static List<List<Object>> read(BlockReader reader, Schema schema, int[] projection)
      throws IOException {
    List<List<Object>> rows = new ArrayList<>();
    RowBatch batch = new RowBatch();
    while (reader.next(batch)) {
      assertThat(batch.size()).isPositive();
      for (int r = 0; r < batch.size(); r++) {
        List<Object> row = new ArrayList<>();
        for (int i = 0; i < (projection == null ? schema.size() : projection.length); i++) {
          row.add(value(batch, r, schema.attribute(projection == null ? i + 1 : projection[i])));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  private static Object value(RowBatch batch, int row, Attribute attribute) {
    int position = attribute.position();
    if (batch.isNull(row, position)) {
      return null;
    }
    return switch (attribute.type().kind()) {
      case BOOLEAN -> batch.getBoolean(row, position) ? 1L : 0L;
      case INT, BIGINT, DATE, TIMESTAMP -> batch.getLong(row, position);
      case FLOAT -> batch.getFloat(row, position);
      case DOUBLE -> batch.getDouble(row, position);
      case DECIMAL -> batch.getDecimal(row, position).unscaledValue();
      case STRING -> {
        String text =
            new String(
                batch.stringBuffer(row, position),
                batch.stringOffset(row, position),
                batch.stringLength(row, position),
                StandardCharsets.UTF_8);
        assertThat(batch.getString(row, position)).isEqualTo(text);
        yield text;
      }
    };
  }
}
