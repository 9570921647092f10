// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.text;

import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.ColumnBuilder;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.AttributeType;
import dev.hail.format.schema.Schema;
import dev.hail.format.schema.TypeKind;
import dev.hail.format.value.Excerpt;
import dev.hail.format.value.Utf8;
import dev.hail.format.value.ValueParser;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Parses chunks of text into the columns of a block (thesis section 3.3.1). Works on bytes and
 * makes no objects per row or field. A row that does not match the schema becomes a bad record with
 * its line and the reason. Every line of the text thus ends up in a row or in a bad record. A line
 * whose quote is astray takes no other line with it, see {@link RowCutter}. Reusable by one thread.
 *
 * <p>STRING fields keep their spaces; other fields may be surrounded by spaces. A field of any type
 * is NULL if it is not quoted and equals the null token, whether or not the token could be read as
 * a value. A field that may be surrounded by spaces is compared both with and without them.
 */
public final class TextParser {
  private final Schema schema;
  private final TextFormat format;
  private final RowSplitter splitter;
  private final ValueParser values = new ValueParser();
  private final TypeKind[] kinds;
  private final int[] precisions;
  private final int[] scales;
  private final byte[] nullToken;
  private final ColumnBuilder[] columns;
  private final FieldIndex index;
  private final RegularRows regularRows;

  private byte[] unescaped = new byte[256];
  private BlockBuilder block;
  private boolean ascii;
  private boolean mayQuote;
  private long line;
  private String problem;

  /** A parser of rows in one schema and format. */
  public TextParser(Schema schema, TextFormat format) {
    this.schema = Objects.requireNonNull(schema, "schema is null");
    this.format = Objects.requireNonNull(format, "format is null");
    this.splitter = new RowSplitter(format, schema.size(), RowShape.of(schema));
    this.nullToken = format.nullToken().getBytes(StandardCharsets.UTF_8);
    this.kinds = new TypeKind[schema.size()];
    this.precisions = new int[schema.size()];
    this.scales = new int[schema.size()];
    this.columns = new ColumnBuilder[schema.size()];
    for (Attribute attribute : schema.attributes()) {
      AttributeType type = attribute.type();
      kinds[attribute.position() - 1] = type.kind();
      precisions[attribute.position() - 1] = type.precision();
      scales[attribute.position() - 1] = type.scale();
    }
    this.index = new FieldIndex(format, schema.size());
    this.regularRows =
        new RegularRows(
            kinds,
            precisions,
            scales,
            nullToken,
            (bytes, from, to, field) -> append(bytes, from, to, field, false),
            this::isUnusual);
  }

  /**
   * Appends the rows of a chunk to a block, and its bad rows to the block's bad records.
   *
   * @param into builder with this parser's schema
   * @throws IllegalArgumentException if the builder has another schema
   */
  public void parse(TextChunk chunk, BlockBuilder into) {
    bind(into);
    byte[] bytes = chunk.bytes();
    int length = chunk.length();
    if (chunk.defect() != null) {
      into.addBadRecord(chunk.firstLine(), chunk.defect(), bytes, 0, length);
      return;
    }
    ascii = !chunk.mayExceedAscii() || Utf8.firstNonAscii(bytes, 0, length) == length;
    mayQuote =
        format.quoting() && chunk.mayQuote() && LineBytes.indexOf(bytes, 0, length, '"') < length;
    line = chunk.firstLine();
    int rowStart = 0;
    while (rowStart < length) {
      rowStart = parseIndexed(bytes, rowStart, length);
    }
  }

  /**
   * Parses about as many rows as an index holds.
   *
   * @return start of the next row
   */
  private int parseIndexed(byte[] bytes, int from, int length) {
    int fields = columns.length;
    index.fill(bytes, from, length);
    int rowStart = from;
    int at = 0;
    do {
      int rows =
          index.regularRows(bytes, at, fields, RegularRows.MOST, format.maxRowBytes(), mayQuote);
      if (rows > 0) {
        addRegular(bytes, at, rows, length);
        at += rows * fields;
        rowStart = index.place(at) + 1;
      } else {
        rowStart = addAny(bytes, rowStart, length);
        at = index.numberOf(rowStart - 1, at);
      }
    } while (at + fields <= index.count() && index.place(at) == rowStart - 1);
    return rowStart;
  }

  private void addRegular(byte[] bytes, int at, int rows, int length) {
    if (regularRows.append(bytes, index, at, rows, columns)) {
      block.endRows(rows);
      line += rows;
      return;
    }
    block.abandonRow();
    int rowStart = index.place(at) + 1;
    for (int i = 0; i < rows; i++) {
      rowStart = addAny(bytes, rowStart, length);
    }
  }

  /**
   * Adds a row, good or bad.
   *
   * @return start of the next row
   */
  private int addAny(byte[] bytes, int rowStart, int length) {
    int next = splitter.split(bytes, rowStart, length, true, mayQuote);
    if (next < 0) {
      next = addDefect(bytes, rowStart, length, next);
      line++;
    } else {
      addRow(bytes, rowStart);
      line += mayQuote ? LineBytes.countLines(bytes, rowStart, next) : 1;
    }
    return next;
  }

  private boolean isUnusual(byte[] bytes, int from, int to) {
    return isNull(bytes, from, to) || (!ascii && !Utf8.isValid(bytes, from, to));
  }

  private void bind(BlockBuilder into) {
    if (into == block) {
      return;
    }
    if (!schema.equals(into.schema())) {
      throw new IllegalArgumentException(
          "The builder's schema (" + into.schema() + ") is not the parser's (" + schema + ")");
    }
    for (int i = 0; i < columns.length; i++) {
      columns[i] = into.column(i + 1);
    }
    block = into;
  }

  private int addDefect(byte[] bytes, int from, int to, int result) {
    int lineEnd = LineBytes.indexOf(bytes, from, to, '\n');
    int lineBytes = Defects.lineBytes(bytes, from, lineEnd);
    String reason =
        result == RowSplitter.RUNS_ON
            ? nameOf(splitter.fieldOverLines()) + Defects.RUNS_ON
            : Defects.tooLong(format.maxRowBytes(), lineBytes);
    block.addBadRecord(line, reason, bytes, from, Math.min(lineBytes, format.maxRowBytes()));
    return Math.min(to, lineEnd + 1);
  }

  private void addRow(byte[] bytes, int rowStart) {
    if (splitter.fieldCount() != columns.length || splitter.fieldWithTail() >= 0) {
      int length = splitter.contentEnd() - rowStart;
      block.addBadRecord(line, splittingProblem(), bytes, rowStart, length);
      return;
    }
    for (int field = 0; field < columns.length; field++) {
      if (!append(bytes, field)) {
        block.abandonRow();
        String reason = schema.attribute(field + 1) + ": " + problem;
        block.addBadRecord(line, reason, bytes, rowStart, splitter.contentEnd() - rowStart);
        return;
      }
    }
    block.endRow();
  }

  private String nameOf(int field) {
    return field < columns.length ? schema.attribute(field + 1) + ": " : "";
  }

  private String splittingProblem() {
    int field = splitter.fieldWithTail();
    if (field >= 0 && field < columns.length) {
      return nameOf(field) + "text follows the closing quote";
    }
    int count = splitter.fieldCount();
    return "the row has "
        + count
        + (count == 1 ? " field" : " fields")
        + ", the schema has "
        + columns.length;
  }

  private boolean append(byte[] bytes, int field) {
    int from = splitter.start(field);
    int to = splitter.end(field);
    byte form = splitter.form(field);
    if (form == RowSplitter.ESCAPED) {
      int length = unescape(bytes, from, to);
      return append(unescaped, 0, length, field, true);
    }
    return append(bytes, from, to, field, form == RowSplitter.QUOTED);
  }

  private boolean append(byte[] bytes, int start, int end, int field, boolean quoted) {
    int from = start;
    int to = end;
    TypeKind kind = kinds[field];
    if (kind != TypeKind.STRING) {
      while (from < to && bytes[from] == ' ') {
        from++;
      }
      while (from < to && bytes[to - 1] == ' ') {
        to--;
      }
    }
    ColumnBuilder column = columns[field];
    if (!quoted && (isNull(bytes, start, end) || isNull(bytes, from, to))) {
      column.appendNull();
      return true;
    }
    switch (kind) {
      case STRING -> {
        if (!ascii && !Utf8.isValid(bytes, from, to)) {
          problem = Excerpt.of(bytes, from, to) + " is not valid UTF-8";
          return false;
        }
        column.appendBytes(bytes, from, to - from);
        return true;
      }
      case FLOAT, DOUBLE -> {
        boolean parsed =
            kind == TypeKind.DOUBLE
                ? values.parseDouble(bytes, from, to)
                : values.parseFloat(bytes, from, to);
        if (parsed) {
          column.appendDouble(values.doubleValue());
          return true;
        }
      }
      case DECIMAL -> {
        if (values.parseDecimal(bytes, from, to, precisions[field], scales[field])) {
          appendDecimal(column);
          return true;
        }
      }
      case BOOLEAN, INT, BIGINT, DATE, TIMESTAMP -> {
        if (parseLong(bytes, from, to, kind)) {
          column.appendLong(values.longValue());
          return true;
        }
      }
    }
    problem = Excerpt.of(bytes, from, to) + " " + values.problem();
    return false;
  }

  private boolean parseLong(byte[] bytes, int from, int to, TypeKind kind) {
    return switch (kind) {
      case BOOLEAN -> values.parseBoolean(bytes, from, to);
      case INT -> values.parseInt(bytes, from, to);
      case BIGINT -> values.parseBigint(bytes, from, to);
      case DATE -> values.parseDate(bytes, from, to);
      case TIMESTAMP -> values.parseTimestamp(bytes, from, to);
      case FLOAT, DOUBLE, DECIMAL, STRING ->
          throw new IllegalArgumentException(kind + " is not held in a long");
    };
  }

  private void appendDecimal(ColumnBuilder column) {
    if (values.bigValue() != null) {
      column.appendDecimal(values.bigValue());
    } else {
      column.appendDecimal(values.longValue());
    }
  }

  private boolean isNull(byte[] bytes, int from, int to) {
    if (to - from != nullToken.length) {
      return false;
    }
    for (int i = 0; i < nullToken.length; i++) {
      if (bytes[from + i] != nullToken[i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Copies a quoted field into {@link #unescaped}, which a longer array may replace, and halves its
   * doubled quotes.
   *
   * @return length of the copy
   */
  private int unescape(byte[] bytes, int from, int to) {
    if (unescaped.length < to - from) {
      unescaped = new byte[Math.max(to - from, 2 * unescaped.length)];
    }
    int length = 0;
    for (int i = from; i < to; i++) {
      unescaped[length++] = bytes[i];
      if (bytes[i] == '"') {
        i++;
      }
    }
    return length;
  }
}
