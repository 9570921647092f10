// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.format.block.layout.BlockSource;
import dev.hail.format.block.read.BlockReader;
import dev.hail.format.block.read.ReaderOptions;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.TextChunk;
import dev.hail.format.text.TextParser;
import dev.hail.testing.CanonicalRow;
import dev.hail.testing.RandomCase;
import dev.hail.testing.TestSeeds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.junit.jupiter.api.Test;

/** Arrow's own reader reads the stream and finds the same rows. */
class ArrowEncoderTest {
  @Test
  void encodedRows_readByArrow_areSameRows() throws Exception {
    for (long seed : TestSeeds.of(40).toArray()) {
      RandomCase randomCase = RandomCase.of(seed);
      Schema schema = randomCase.schema();
      int[] positions = IntStream.rangeClosed(1, schema.size()).toArray();
      List<String> expected = new ArrayList<>();
      byte[] stream = encode(randomCase, positions, expected);
      assertThat(read(stream, schema)).as("%s", randomCase).isEqualTo(expected);
    }
  }

  private static byte[] encode(RandomCase randomCase, int[] positions, List<String> rows)
      throws IOException {
    Schema schema = randomCase.schema();
    BlockBuilder builder = new BlockBuilder(schema, BlockOptions.of());
    byte[] text = randomCase.goodText();
    int start = randomCase.textFormat().header() ? lineEnd(text) : 0;
    byte[] body = Arrays.copyOfRange(text, start, text.length);
    new TextParser(schema, randomCase.textFormat())
        .parse(new TextChunk(body, body.length, 1, 0), builder);
    ArrowEncoder encoder = new ArrowEncoder(schema, positions);
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    stream.writeBytes(encoder.begin());
    RowBatch batch = new RowBatch();
    try (BlockReader reader =
        BlockReader.open(
            BlockSource.of(builder.build()),
            new Predicate.True(),
            null,
            ReaderOptions.DEFAULT.withBatch(50, 1 << 20))) {
      while (reader.next(batch)) {
        stream.writeBytes(encoder.encode(batch, 0, batch.size()));
        rows.addAll(CanonicalRow.of(schema, batch, positions));
      }
    }
    stream.writeBytes(encoder.end());
    return stream.toByteArray();
  }

  private static int lineEnd(byte[] text) {
    int end = 0;
    while (text[end] != '\n') {
      end++;
    }
    return end + 1;
  }

  private static List<String> read(byte[] stream, Schema schema) throws IOException {
    List<String> rows = new ArrayList<>();
    try (RootAllocator allocator = new RootAllocator();
        ArrowStreamReader reader =
            new ArrowStreamReader(new ByteArrayInputStream(stream), allocator)) {
      while (reader.loadNextBatch()) {
        VectorSchemaRoot root = reader.getVectorSchemaRoot();
        for (int row = 0; row < root.getRowCount(); row++) {
          CanonicalRow canonical = new CanonicalRow();
          for (Attribute attribute : schema.attributes()) {
            add(canonical, root.getVector(attribute.position() - 1), row);
          }
          rows.add(canonical.toString());
        }
      }
    }
    return rows;
  }

  private static void add(CanonicalRow row, FieldVector vector, int index) {
    if (vector.isNull(index)) {
      row.addNull();
    } else if (vector instanceof BitVector bits) {
      row.add(bits.get(index) != 0);
    } else if (vector instanceof IntVector ints) {
      row.add((long) ints.get(index));
    } else if (vector instanceof BigIntVector longs) {
      row.add(longs.get(index));
    } else if (vector instanceof Float4Vector floats) {
      row.add(floats.get(index));
    } else if (vector instanceof Float8Vector doubles) {
      row.add(doubles.get(index));
    } else if (vector instanceof DecimalVector decimals) {
      BigDecimal value = decimals.getObject(index);
      row.add(value);
    } else if (vector instanceof DateDayVector days) {
      row.add(LocalDate.ofEpochDay(days.get(index)));
    } else if (vector instanceof TimeStampMicroVector micros) {
      row.addMicros(micros.get(index));
    } else if (vector instanceof VarCharVector strings) {
      row.add(strings.getObject(index).toString());
    } else {
      throw new IllegalStateException("Unexpected vector " + vector.getClass());
    }
  }
}
