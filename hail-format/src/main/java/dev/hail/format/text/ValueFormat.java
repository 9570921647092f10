// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.text;

import dev.hail.format.block.read.RowBatch;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.AttributeType;
import dev.hail.format.schema.Schema;
import dev.hail.format.schema.TypeKind;
import dev.hail.format.value.ValueText;
import java.util.Locale;
import java.util.Objects;

/**
 * Writes rows of a block as text: plain values, delimited rows, or JSON objects. {@link TextParser}
 * reads delimited rows back to equal rows. Immutable.
 */
public final class ValueFormat {
  private final Schema schema;

  /** A format for rows of one schema. */
  public ValueFormat(Schema schema) {
    this.schema = Objects.requireNonNull(schema, "schema is null");
  }

  /**
   * Appends a value without quotes; appends nothing for NULL.
   *
   * @param position position of the attribute, from 1; the batch must have projected it
   */
  public void append(RowBatch batch, int row, int position, StringBuilder out) {
    if (batch.isNull(row, position)) {
      return;
    }
    AttributeType type = schema.attribute(position).type();
    switch (type.kind()) {
      case BOOLEAN -> ValueText.appendBoolean(out, batch.getBoolean(row, position));
      case INT -> ValueText.appendLong(out, batch.getInt(row, position));
      case BIGINT -> ValueText.appendLong(out, batch.getLong(row, position));
      case FLOAT -> ValueText.appendFloat(out, batch.getFloat(row, position));
      case DOUBLE -> ValueText.appendDouble(out, batch.getDouble(row, position));
      case DECIMAL -> ValueText.appendDecimal(out, batch.getDecimal(row, position));
      case DATE -> ValueText.appendDate(out, batch.getDateDays(row, position));
      case TIMESTAMP -> ValueText.appendTimestamp(out, batch.getTimestampMicros(row, position));
      case STRING -> out.append(batch.getString(row, position));
    }
  }

  /**
   * Appends attributes of a row as delimited text, without a line end. Quotes a value that would
   * otherwise be misread as NULL, a delimiter, a line end, a quote or a byte order mark. Without
   * quoting, a text that starts with such a mark needs a {@link ByteOrderMark} in front.
   *
   * @param positions attributes in output order, from 1
   * @throws IllegalArgumentException if a value needs quotes and the format has no quoting
   */
  public void appendDelimited(
      RowBatch batch, int row, int[] positions, TextFormat format, StringBuilder out) {
    for (int i = 0; i < positions.length; i++) {
      if (i > 0) {
        out.append((char) format.delimiter());
      }
      if (batch.isNull(row, positions[i])) {
        out.append(format.nullToken());
        continue;
      }
      int start = out.length();
      append(batch, row, positions[i], out);
      if (needsQuotes(out, start, format)) {
        quote(out, start, positions[i], format);
      }
    }
  }

  private static boolean needsQuotes(StringBuilder out, int start, TextFormat format) {
    int length = out.length() - start;
    String nullToken = format.nullToken();
    if (length == nullToken.length() && out.indexOf(nullToken, start) == start) {
      return true;
    }
    boolean misread = length > 0 && (out.charAt(start) == '"' || ByteOrderMark.starts(out, start));
    return (misread && format.quoting()) || holdsSeparator(out, start, format);
  }

  private static boolean holdsSeparator(StringBuilder out, int start, TextFormat format) {
    for (int i = start; i < out.length(); i++) {
      char c = out.charAt(i);
      if (c == format.delimiter() || c == '\n' || c == '\r') {
        return true;
      }
    }
    return false;
  }

  private void quote(StringBuilder out, int start, int position, TextFormat format) {
    String value = out.substring(start);
    if (!format.quoting()) {
      throw needsQuoting(schema.attribute(position));
    }
    out.setLength(start);
    out.append('"').append(value.replace("\"", "\"\"")).append('"');
  }

  static IllegalArgumentException needsQuoting(Attribute attribute) {
    return new IllegalArgumentException(
        "A value of attribute "
            + attribute
            + " is the null token or holds a delimiter or line end, which needs quoting: turn"
            + " quoting on or choose another delimiter and null token");
  }

  /**
   * Appends the names of attributes as a header row, without a line end.
   *
   * @throws IllegalArgumentException if a name holds a delimiter or line end and the format has no
   *     quoting
   */
  public void appendHeader(int[] positions, TextFormat format, StringBuilder out) {
    for (int i = 0; i < positions.length; i++) {
      if (i > 0) {
        out.append((char) format.delimiter());
      }
      int start = out.length();
      out.append(schema.attribute(positions[i]).name());
      if (format.quoting() && needsQuotes(out, start, format)) {
        quote(out, start, positions[i], format);
      } else if (holdsSeparator(out, start, format)) {
        throw new IllegalArgumentException(
            "The name of attribute "
                + schema.attribute(positions[i])
                + " holds a delimiter or line end, which needs quoting: turn quoting on, choose"
                + " another delimiter or write no header");
      }
    }
  }

  /**
   * Appends attributes of a row as one JSON object on one line. Numbers are JSON numbers, except
   * NaN and infinities, which are strings. Dates and timestamps are strings.
   *
   * @param positions attributes in output order, from 1
   */
  public void appendJson(RowBatch batch, int row, int[] positions, StringBuilder out) {
    out.append('{');
    for (int i = 0; i < positions.length; i++) {
      int position = positions[i];
      if (i > 0) {
        out.append(',');
      }
      appendJsonString(out, schema.attribute(position).name());
      out.append(':');
      if (batch.isNull(row, position)) {
        out.append("null");
      } else {
        appendJsonValue(batch, row, position, out);
      }
    }
    out.append('}');
  }

  private void appendJsonValue(RowBatch batch, int row, int position, StringBuilder out) {
    TypeKind kind = schema.attribute(position).type().kind();
    if (kind == TypeKind.STRING) {
      appendJsonString(out, batch.getString(row, position));
      return;
    }
    boolean quoted =
        switch (kind) {
          case DATE, TIMESTAMP -> true;
          case FLOAT, DOUBLE -> !Double.isFinite(batch.getDouble(row, position));
          case BOOLEAN, INT, BIGINT, DECIMAL, STRING -> false;
        };
    if (quoted) {
      out.append('"');
    }
    append(batch, row, position, out);
    if (quoted) {
      out.append('"');
    }
  }

  private static void appendJsonString(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ') {
            out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
