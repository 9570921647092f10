// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.testing;

import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.AttributeType;
import dev.hail.format.schema.TypeKind;
import dev.hail.format.text.TextFormat;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Spoils good rows in every way a row can be bad. */
final class RandomBadRows {
  private static final byte[][] NOT_UTF8 = {
    {(byte) 0xFF},
    {(byte) 0xC0, (byte) 0x80},
    {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
    {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
    {'a', (byte) 0xE2, (byte) 0x82},
    {(byte) 0x80, 'b'},
  };

  private final List<RandomColumn> columns;
  private final TextFormat format;
  private final TextWriter writer;
  private final Random random;

  RandomBadRows(List<RandomColumn> columns, TextFormat format, TextWriter writer, Random random) {
    this.columns = columns;
    this.format = format;
    this.writer = writer;
    this.random = random;
  }

  /** Writes a bad row made from a good one. */
  BadRow write(String[] good) {
    List<String> kinds = new ArrayList<>(List.of("too many fields"));
    if (columns.size() > 1) {
      kinds.add("too few fields");
      kinds.add("empty line");
    }
    if (column(false) >= 0) {
      kinds.addAll(List.of("wrong value", "wrong value", "wrong value"));
    }
    if (column(true) >= 0) {
      kinds.add("not UTF-8");
    }
    if (format.quoting()) {
      kinds.add("text after quote");
    }
    if (format.maxRowBytes() < TextFormat.DEFAULT_MAX_ROW_BYTES) {
      kinds.add("too long");
    }
    String kind = kinds.get(random.nextInt(kinds.size()));
    byte[] content =
        switch (kind) {
          case "too many fields" -> writer.content(Arrays.copyOf(onOneLine(good), good.length + 1));
          case "too few fields" ->
              writer.content(Arrays.copyOf(onOneLine(good), 1 + random.nextInt(good.length - 1)));
          case "empty line" -> new byte[0];
          case "wrong value" -> wrongValue(good);
          case "not UTF-8" -> notUtf8(good);
          case "text after quote" -> textAfterQuote(onOneLine(good));
          default -> tooLong();
        };
    long line = writer.line();
    writer.row(content);
    int kept = Math.min(content.length, format.maxRowBytes());
    return new BadRow(line, kind, Arrays.copyOf(content, kept));
  }

  /** Writes a row whose quote is never closed; nothing may follow it. */
  BadRow writeUnclosed() {
    byte[] content = "\"never closed".getBytes(StandardCharsets.US_ASCII);
    long line = writer.line();
    writer.row(content);
    return new BadRow(line, "unclosed quote", content);
  }

  /** A row with the wrong fields ends with its first line, so that has to be all of it. */
  private static String[] onOneLine(String[] row) {
    String[] line = row.clone();
    for (int i = 0; i < line.length; i++) {
      line[i] = line[i] == null ? null : line[i].replace('\r', ' ').replace('\n', ' ');
    }
    return line;
  }

  private int column(boolean string) {
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      if ((columns.get(i).attribute().type().kind() == TypeKind.STRING) == string) {
        found.add(i);
      }
    }
    return found.isEmpty() ? -1 : found.get(random.nextInt(found.size()));
  }

  private byte[] wrongValue(String[] good) {
    int column = column(false);
    String[] row = good.clone();
    String wrong;
    do {
      wrong = wrong(columns.get(column).attribute());
    } while (wrong.equals(format.nullToken()));
    row[column] = wrong;
    return writer.content(row);
  }

  private String wrong(Attribute attribute) {
    AttributeType type = attribute.type();
    String digits = "9".repeat(type.precision() - type.scale());
    return switch (type.kind()) {
      case BOOLEAN -> pick("yes", "2", "tru", "TRUE!");
      case INT -> pick("2147483648", "-2147483649", "1.5", "x", "1e3", "--1", "+", "1 2");
      case BIGINT -> pick("9223372036854775808", "-9223372036854775809", "1.0", "12a", "-");
      case FLOAT -> pick("1e39", "1.2.3", "0x1p3", "1d", "1f", ".", "e5", "1e", "nano");
      case DOUBLE -> pick("1e309", "-1e400", "1.2.3", "0x1p3", "2d", "1e+", "infinit");
      case DECIMAL ->
          pick("1" + digits + "0", "0." + "0".repeat(type.scale()) + "1", "1e0", "..1", "one");
      case DATE -> pick("2021-02-30", "2021-1-1", "0000-01-01", "10000-01-01", "2021-13-01", "-");
      case TIMESTAMP ->
          pick("2021-01-01 24-00-00", "2021-01-01", "2021-02-29 00-00-00", "2021-01-01 10-11");
      case STRING -> throw new IllegalArgumentException("Every text is a STRING");
    };
  }

  private byte[] notUtf8(String[] good) {
    int column = column(true);
    ByteArrayOutputStream row = new ByteArrayOutputStream();
    for (int i = 0; i < good.length; i++) {
      if (i > 0) {
        row.write(format.delimiter());
      }
      row.writeBytes(
          i == column
              ? NOT_UTF8[random.nextInt(NOT_UTF8.length)]
              : writer.content(new String[] {good[i]}));
    }
    return row.toByteArray();
  }

  private byte[] textAfterQuote(String[] good) {
    ByteArrayOutputStream row = new ByteArrayOutputStream();
    for (int i = 0; i < good.length; i++) {
      if (i > 0) {
        row.write(format.delimiter());
      }
      row.writeBytes(
          i == 0
              ? "\"1\"x".getBytes(StandardCharsets.US_ASCII)
              : writer.content(new String[] {good[i]}));
    }
    return row.toByteArray();
  }

  private byte[] tooLong() {
    byte[] content = new byte[format.maxRowBytes() + 1 + random.nextInt(3_000)];
    Arrays.fill(content, (byte) 'x');
    return content;
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
