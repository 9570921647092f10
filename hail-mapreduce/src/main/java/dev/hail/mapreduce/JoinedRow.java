// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.format.block.read.RowBatch;
import dev.hail.format.key.Keys;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.TypeKind;
import dev.hail.join.StringFile;
import dev.hail.join.plan.JoinedSchema;
import dev.hail.join.plan.MatchKind;
import dev.hail.join.plan.PlannedJoin;
import dev.hail.join.probe.StarReader;
import dev.hail.nativejoin.StarRows;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.io.Text;

/** A joined row: a row of the input's batch, and columns of the star. */
final class JoinedRow implements RowValues {
  private static final int NO_COLUMN = -1;
  private static final int DECIMAL_BYTES = 2 * Long.BYTES;

  private final StarReader star;
  private final StarRows rows;
  private final BatchRow input = new BatchRow();
  private final int inputSize;

  /** By position behind the input's, from 0: the attribute, its column of the star, its strings. */
  private final Attribute[] attributes;

  private final int[] columns;
  private final StringFile[] strings;
  private final int[] stringColumns;

  /** By join: the column that is NULL without a match, for left joins. */
  private final int[] marks;

  private final List<PlannedJoin> joins;
  private int row;
  private byte[] text = new byte[64];

  /** A row of a star whose input has these attributes. */
  JoinedRow(StarReader star, JoinedSchema schema) {
    this.star = star;
    this.rows = star.rows();
    this.inputSize = schema.input().size();
    this.joins = star.plan().joins();
    int size = schema.schema().size() - inputSize;
    attributes = new Attribute[size];
    columns = new int[size];
    strings = new StringFile[size];
    stringColumns = new int[size];
    marks = new int[joins.size()];
    for (int i = 0; i < size; i++) {
      attributes[i] = schema.schema().attribute(inputSize + 1 + i);
      columns[i] = NO_COLUMN;
    }
    for (int join = 0; join < joins.size(); join++) {
      lay(schema, join);
    }
  }

  private void lay(JoinedSchema schema, int join) {
    List<Integer> outputs = joins.get(join).outputs();
    int column = star.firstColumn(join);
    int texts = 0;
    for (int output : outputs) {
      int i = schema.position(join, output) - inputSize - 1;
      columns[i] = column++;
      if (attributes[i].type().kind() == TypeKind.STRING) {
        strings[i] = star.strings(join);
        stringColumns[i] = texts++;
      }
    }
    marks[join] = joins.get(join).isMarked() ? column : NO_COLUMN;
  }

  void moveTo(RowBatch batch, int number) {
    row = number;
    input.moveTo(batch, star.rowOfBatch(number));
  }

  private boolean ofInput(int position) {
    return position <= inputSize;
  }

  private int column(int position) {
    return columns[position - inputSize - 1];
  }

  private Attribute attribute(int position) {
    return attributes[position - inputSize - 1];
  }

  @Override
  public boolean isMatched(int join) {
    if (marks[join] != NO_COLUMN) {
      return !rows.isNull(row, marks[join]);
    }
    MatchKind kind = joins.get(join).kind();
    return kind == MatchKind.INNER || kind == MatchKind.SEMI;
  }

  @Override
  public boolean isNull(int position) {
    return ofInput(position) ? input.isNull(position) : rows.isNull(row, column(position));
  }

  @Override
  public boolean booleanAt(int position) {
    return ofInput(position) ? input.booleanAt(position) : rows.getBoolean(row, column(position));
  }

  @Override
  public int intAt(int position) {
    return ofInput(position) ? input.intAt(position) : rows.getInt(row, column(position));
  }

  @Override
  public long longAt(int position) {
    if (ofInput(position)) {
      return input.longAt(position);
    }
    return attribute(position).type().kind() == TypeKind.INT
        ? rows.getInt(row, column(position))
        : rows.getLong(row, column(position));
  }

  @Override
  public float floatAt(int position) {
    return ofInput(position) ? input.floatAt(position) : rows.getFloat(row, column(position));
  }

  @Override
  public double doubleAt(int position) {
    if (ofInput(position)) {
      return input.doubleAt(position);
    }
    return attribute(position).type().kind() == TypeKind.FLOAT
        ? rows.getFloat(row, column(position))
        : rows.getDouble(row, column(position));
  }

  @Override
  public BigDecimal decimalAt(int position) {
    if (ofInput(position)) {
      return input.decimalAt(position);
    }
    if (attribute(position).type().kind() != TypeKind.DECIMAL) {
      return BigDecimal.valueOf(longAt(position));
    }
    int scale = attribute(position).type().scale();
    long low = rows.getDecimalLow(row, column(position));
    long high = rows.getDecimalHigh(row, column(position));
    if (high == (low >> (Long.SIZE - 1))) {
      return BigDecimal.valueOf(low, scale);
    }
    byte[] unscaled = ByteBuffer.allocate(DECIMAL_BYTES).putLong(high).putLong(low).array();
    return new BigDecimal(new BigInteger(unscaled), scale);
  }

  @Override
  public int daysAt(int position) {
    return ofInput(position) ? input.daysAt(position) : rows.getInt(row, column(position));
  }

  @Override
  public long microsAt(int position) {
    return ofInput(position) ? input.microsAt(position) : rows.getLong(row, column(position));
  }

  @Override
  public String stringAt(int position) {
    if (ofInput(position)) {
      return input.stringAt(position);
    }
    Attribute attribute = attribute(position);
    return switch (attribute.type().kind()) {
      case STRING -> {
        int length = copyText(position);
        yield new String(text, 0, length, StandardCharsets.UTF_8);
      }
      case BOOLEAN -> booleanAt(position) ? "true" : "false";
      case INT, BIGINT -> Long.toString(longAt(position));
      case FLOAT -> Float.toString(floatAt(position));
      case DOUBLE -> Double.toString(doubleAt(position));
      case DECIMAL -> decimalAt(position).toPlainString();
      case DATE -> Keys.render(attribute.type(), Keys.ofLong(daysAt(position)));
      case TIMESTAMP -> Keys.render(attribute.type(), Keys.ofLong(microsAt(position)));
    };
  }

  @Override
  public void textAt(int position, Text target) {
    if (ofInput(position)) {
      input.textAt(position, target);
    } else {
      int length = copyText(position);
      target.set(text, 0, length);
    }
  }

  /**
   * Copies a STRING of a build side into {@link #text}, which a longer array may replace, and
   * returns its length.
   */
  private int copyText(int position) {
    int i = position - inputSize - 1;
    int code = rows.getInt(row, columns[i]);
    int length = strings[i].length(stringColumns[i], code);
    if (length > text.length) {
      text = new byte[Math.max(length, 2 * text.length)];
    }
    strings[i].copy(stringColumns[i], code, text);
    return length;
  }
}
