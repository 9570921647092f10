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
import dev.hail.format.block.write.ColumnBuilder;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.AttributeType;
import dev.hail.format.schema.Schema;
import dev.hail.format.schema.TypeKind;
import dev.hail.format.text.RowCutter;
import dev.hail.format.text.TextFormat;
import dev.hail.testing.CanonicalRow;
import dev.hail.testing.LoadedText;
import dev.hail.testing.TestSeeds;
import dev.hail.testing.TextWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Text that is written reads back equal, whatever stands at its start and its end. */
class DelimitedEncoderTest {
  private static final byte[] MARK = "\uFEFF".getBytes(StandardCharsets.UTF_8);

  /** Values that a reader could take for something else, above all at an end of the text. */
  private static final List<String> AWKWARD =
      List.of(
          "\uFEFF",
          "\uFEFF1",
          "\uFEFF\uFEFFa",
          "\uFEFF\"a\"",
          "\uFEFF\"a\nb\",",
          "a\uFEFF",
          "\uFFFE",
          "",
          " ",
          "\t",
          "\r",
          "\n",
          "\r\n",
          "a\r",
          "a\n",
          "\na",
          "\ra",
          "\"",
          "\"\"",
          "\"a\"",
          "a\"",
          "\"\r\n",
          "\u001A",
          "a\u001A",
          "\u0000",
          "\u0085",
          "\u2028",
          "#",
          "\\",
          "\\N",
          "NULL",
          ",",
          ";a",
          "ä",
          "a");

  private static final List<String> NULL_TOKENS =
      List.of("", "", "NULL", "\\N", "\uFEFF", "\uFEFFn");

  @Test
  void rows_writtenAndReadBack_areSame() throws IOException {
    for (long seed : TestSeeds.of(4_000).toArray()) {
      new Case(seed).checkRoundTrip(TestSeeds.hint(seed));
    }
  }

  /** Random rows in a random format. */
  private static final class Case {
    private final Random random;
    private final TextFormat format;
    private final Schema schema;
    private final int[] positions;

    Case(long seed) {
      random = new Random(seed * 0x9E3779B97F4A7C15L);
      String delimiters = ",;|\t~\u0001 ";
      format =
          TextFormat.builder()
              .quoting(random.nextBoolean())
              .delimiter(delimiters.charAt(random.nextInt(delimiters.length())))
              .nullToken(pick(NULL_TOKENS))
              .header(random.nextBoolean())
              .build();
      List<Attribute> attributes = new ArrayList<>();
      int count = 1 + random.nextInt(3);
      for (int position = 1; position <= count; position++) {
        TypeKind kind = random.nextInt(4) == 0 ? TypeKind.BIGINT : TypeKind.STRING;
        attributes.add(new Attribute(position, name(position), AttributeType.of(kind)));
      }
      schema = Schema.of(attributes);
      positions = IntStream.rangeClosed(1, count).toArray();
    }

    private String name(int position) {
      while (true) {
        String name = pick(AWKWARD) + position;
        if (TextWriter.canWrite(name, format)) {
          return name;
        }
      }
    }

    private <T> T pick(List<T> from) {
      return from.get(random.nextInt(from.size()));
    }

    private byte[] block() {
      BlockBuilder builder = new BlockBuilder(schema, BlockOptions.of());
      for (int rows = random.nextInt(5); rows > 0; rows--) {
        for (Attribute attribute : schema.attributes()) {
          ColumnBuilder column = builder.column(attribute.position());
          String text = pick(AWKWARD);
          if (random.nextInt(4) == 0) {
            column.appendNull();
          } else if (attribute.type().kind() == TypeKind.BIGINT) {
            column.appendLong(random.nextInt(20) - 10);
          } else if (TextWriter.canWrite(text, format)) {
            byte[] value = text.getBytes(StandardCharsets.UTF_8);
            column.appendBytes(value, 0, value.length);
          } else {
            column.appendNull();
          }
        }
        builder.endRow();
      }
      return builder.build();
    }

    private byte[] write(byte[] block, List<String> rows) throws IOException {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      DelimitedEncoder encoder = new DelimitedEncoder(schema, format, positions);
      try (OutputStream out = new MarkedStart(text);
          BlockReader reader =
              BlockReader.open(
                  BlockSource.of(block), new Predicate.True(), null, ReaderOptions.DEFAULT)) {
        out.write(encoder.begin());
        RowBatch batch = new RowBatch();
        while (reader.next(batch)) {
          int cut = random.nextInt(batch.size() + 1);
          out.write(encoder.encode(batch, 0, cut));
          out.write(encoder.encode(batch, cut, batch.size()));
          rows.addAll(CanonicalRow.of(schema, batch, positions));
        }
        out.write(encoder.end());
      }
      return text.toByteArray();
    }

    void checkRoundTrip(String hint) throws IOException {
      List<String> rows = new ArrayList<>();
      byte[] text = write(block(), rows);
      String shown = hint + "; " + format + "; text " + new String(text, StandardCharsets.UTF_8);
      LoadedText expected = new LoadedText(rows, List.of());
      assertThat(LoadedText.of(schema, format, text, 1 + random.nextInt(40)))
          .as(shown)
          .isEqualTo(expected);
      if (format.header()) {
        assertThat(header(text)).as(shown).isEqualTo(names());
      }
      boolean marked = new String(text, StandardCharsets.UTF_8).startsWith("\uFEFF");
      if (!marked) {
        ByteArrayOutputStream withMark = new ByteArrayOutputStream();
        withMark.writeBytes(MARK);
        withMark.writeBytes(text);
        assertThat(LoadedText.of(schema, format, withMark.toByteArray(), 1 << 16))
            .as(shown)
            .isEqualTo(expected);
      }
    }

    private List<String> header(byte[] text) throws IOException {
      try (RowCutter cutter =
          new RowCutter(new ByteArrayInputStream(text), format, schema, 1 << 16)) {
        while (cutter.next() != null) {
          // The header is known once the first row is.
        }
        return cutter.header();
      }
    }

    private List<String> names() {
      return schema.attributes().stream().map(attribute -> attribute.name().strip()).toList();
    }
  }
}
