// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Schema;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.SeekableReadChannel;
import org.apache.arrow.vector.util.ByteArrayReadableSeekableByteChannel;

/** Reads a block with Arrow's own Java library, in the shapes of {@link RandomTable}. */
public final class ArrowRows {
  private ArrowRows() {}

  public static List<List<Object>> read(byte[] block, Schema schema) throws IOException {
    List<List<Object>> rows = new ArrayList<>();
    try (BufferAllocator allocator = new RootAllocator();
        ArrowFileReader reader =
            new ArrowFileReader(
                new SeekableReadChannel(new ByteArrayReadableSeekableByteChannel(block)),
                allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        int begin = rows.size();
        for (int r = 0; r < root.getRowCount(); r++) {
          rows.add(new ArrayList<>());
        }
        for (Attribute attribute : schema.attributes()) {
          FieldVector vector = root.getVector(attribute.name());
          boolean coded = vector.getField().getDictionary() != null;
          ValueVector values =
              coded
                  ? DictionaryEncoder.decode(
                      vector, reader.lookup(vector.getField().getDictionary().getId()))
                  : vector;
          for (int r = 0; r < root.getRowCount(); r++) {
            rows.get(begin + r).add(value(values, r));
          }
          if (coded) {
            values.close();
          }
        }
      }
    }
    return rows;
  }

  private static Object value(ValueVector vector, int row) {
    if (vector.isNull(row)) {
      return null;
    }
    if (vector instanceof TimeStampMicroVector micros) {
      return micros.get(row);
    }
    Object value = vector.getObject(row);
    if (value instanceof Boolean b) {
      return b ? 1L : 0L;
    } else if (value instanceof BigDecimal d) {
      return d.unscaledValue();
    } else if (value instanceof Float || value instanceof Double) {
      return value;
    } else if (value instanceof Number n) {
      return n.longValue();
    }
    return value.toString();
  }
}
