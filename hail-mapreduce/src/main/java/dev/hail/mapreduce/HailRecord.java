// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.format.block.read.BadRecord;
import dev.hail.format.schema.Schema;
import dev.hail.format.schema.SchemaException;
import dev.hail.format.schema.TypeKind;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.apache.hadoop.io.Text;

/**
 * A row of a HAIL file as the map function sees it: the attributes the job projected, or a bad
 * record.
 *
 * <p>Attributes are addressed by name or by their position in the file's schema. Positions count
 * from 1 and do not depend on the projection. Attributes of a build side, see {@link HailJoin}, are
 * addressed as {@code join.attribute}. A getter throws IllegalArgumentException for an attribute
 * that the schema does not have, that was not projected, or that has another type. Getters of
 * primitive values throw {@link NullValueException} for NULL, the others return null.
 *
 * <p>A bad record is a line of the source text that does not match the schema. Every job receives
 * all bad records, whatever its filter. {@link #isBad()} is true for them; only the methods about
 * bad records then work, all others throw IllegalStateException.
 *
 * <p>Like all input values of Hadoop, the object is reused for the next row: keep a {@link #copy()}
 * to use a row beyond one call of the map function. A record is a view of the input and not a
 * Writable; a job emits the values it reads, for example with {@link #toText}.
 *
 * <p>Not thread safe.
 */
public final class HailRecord {

  private static final long MICROS_PER_SECOND = 1_000_000;

  private RecordLayout layout;
  private RowValues values;
  private BadRecord bad;

  HailRecord() {}

  HailRecord pointTo(RecordLayout newLayout, RowValues newValues) {
    this.layout = newLayout;
    this.values = newValues;
    this.bad = null;
    return this;
  }

  HailRecord pointTo(RecordLayout newLayout, BadRecord newBad) {
    this.layout = newLayout;
    this.values = null;
    this.bad = newBad;
    return this;
  }

  /**
   * Returns the schema of the row's file; the same object for all rows of a file in a task. In a
   * job with joins, the attributes of the build sides follow, named {@code join.attribute}.
   */
  public Schema schema() {
    return layout.schema();
  }

  /** Returns the positions of the projected attributes, from 1, in the order the job named them. */
  public int[] projection() {
    return layout.projection().clone();
  }

  /** Returns true for a line of the source text that does not match the schema. */
  public boolean isBad() {
    return bad != null;
  }

  /** Returns the line number of the bad record in the source text, from 1. */
  public long badLine() {
    return bad().line();
  }

  /** Returns why the line does not match the schema. */
  public String badReason() {
    return bad().reason();
  }

  /** Returns the bad record as in the source text, without line end. Callers must not change it. */
  public byte[] getRaw() {
    return bad().raw();
  }

  private BadRecord bad() {
    if (bad == null) {
      throw new IllegalStateException("This is not a bad record; ask isBad() first");
    }
    return bad;
  }

  /**
   * Returns the position of an attribute, from 1.
   *
   * @param nameOrAtN name in upper or lower case, or {@code @n}
   * @throws SchemaException if the schema has no such attribute
   */
  public int position(String nameOrAtN) {
    return layout.position(nameOrAtN);
  }

  /**
   * Returns true if the row has a match in the build side of a join. Rows of inner and semi joins
   * always have one, rows of anti and not-in joins never.
   *
   * @param join name of the join
   * @throws IllegalArgumentException if the job has no such join
   */
  public boolean isMatched(String join) {
    int number = layout.join(join);
    return row().isMatched(number);
  }

  /** Returns true if the attribute is NULL in this row. */
  public boolean isNull(int position) {
    layout.kind(position);
    return row().isNull(position);
  }

  public boolean isNull(String name) {
    return isNull(position(name));
  }

  /** Returns a BOOLEAN. */
  public boolean getBoolean(int position) {
    if (layout.kind(position) != TypeKind.BOOLEAN) {
      throw layout.wrongType(position, "getBoolean");
    }
    return notNull(position, "getBoolean").booleanAt(position);
  }

  public boolean getBoolean(String name) {
    return getBoolean(position(name));
  }

  /** Returns an INT. */
  public int getInt(int position) {
    if (layout.kind(position) != TypeKind.INT) {
      throw layout.wrongType(position, "getInt");
    }
    return notNull(position, "getInt").intAt(position);
  }

  public int getInt(String name) {
    return getInt(position(name));
  }

  /** Returns a BIGINT or an INT. */
  public long getLong(int position) {
    TypeKind kind = layout.kind(position);
    if (kind != TypeKind.BIGINT && kind != TypeKind.INT) {
      throw layout.wrongType(position, "getLong");
    }
    return notNull(position, "getLong").longAt(position);
  }

  public long getLong(String name) {
    return getLong(position(name));
  }

  /** Returns a FLOAT. */
  public float getFloat(int position) {
    if (layout.kind(position) != TypeKind.FLOAT) {
      throw layout.wrongType(position, "getFloat");
    }
    return notNull(position, "getFloat").floatAt(position);
  }

  public float getFloat(String name) {
    return getFloat(position(name));
  }

  /** Returns a DOUBLE or a FLOAT. */
  public double getDouble(int position) {
    TypeKind kind = layout.kind(position);
    if (kind != TypeKind.DOUBLE && kind != TypeKind.FLOAT) {
      throw layout.wrongType(position, "getDouble");
    }
    return notNull(position, "getDouble").doubleAt(position);
  }

  public double getDouble(String name) {
    return getDouble(position(name));
  }

  /** Returns a DECIMAL with the scale of its type, an INT or a BIGINT; null for NULL. */
  public BigDecimal getDecimal(int position) {
    TypeKind kind = layout.kind(position);
    if (kind != TypeKind.DECIMAL && kind != TypeKind.INT && kind != TypeKind.BIGINT) {
      throw layout.wrongType(position, "getDecimal");
    }
    RowValues row = row();
    return row.isNull(position) ? null : row.decimalAt(position);
  }

  public BigDecimal getDecimal(String name) {
    return getDecimal(position(name));
  }

  /** Returns a DATE; null for NULL. */
  public LocalDate getDate(int position) {
    if (layout.kind(position) != TypeKind.DATE) {
      throw layout.wrongType(position, "getDate");
    }
    RowValues row = row();
    return row.isNull(position) ? null : LocalDate.ofEpochDay(row.daysAt(position));
  }

  public LocalDate getDate(String name) {
    return getDate(position(name));
  }

  /** Returns a DATE as days since 1970-01-01: {@link #getDate} without an object per row. */
  public int getDateDays(int position) {
    if (layout.kind(position) != TypeKind.DATE) {
      throw layout.wrongType(position, "getDateDays");
    }
    return notNull(position, "getDateDays").daysAt(position);
  }

  public int getDateDays(String name) {
    return getDateDays(position(name));
  }

  /** Returns a TIMESTAMP, which has no time zone; null for NULL. */
  public LocalDateTime getTimestamp(int position) {
    if (layout.kind(position) != TypeKind.TIMESTAMP) {
      throw layout.wrongType(position, "getTimestamp");
    }
    RowValues row = row();
    if (row.isNull(position)) {
      return null;
    }
    long micros = row.microsAt(position);
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(micros, MICROS_PER_SECOND),
        (int) Math.floorMod(micros, MICROS_PER_SECOND) * 1000,
        ZoneOffset.UTC);
  }

  public LocalDateTime getTimestamp(String name) {
    return getTimestamp(position(name));
  }

  /**
   * Returns a TIMESTAMP as microseconds since 1970-01-01T00:00:00: {@link #getTimestamp} without an
   * object per row.
   */
  public long getTimestampMicros(int position) {
    if (layout.kind(position) != TypeKind.TIMESTAMP) {
      throw layout.wrongType(position, "getTimestampMicros");
    }
    return notNull(position, "getTimestampMicros").microsAt(position);
  }

  public long getTimestampMicros(String name) {
    return getTimestampMicros(position(name));
  }

  /** Returns a STRING, or a value of any other type rendered as text; null for NULL. */
  public String getString(int position) {
    layout.kind(position);
    RowValues row = row();
    return row.isNull(position) ? null : row.stringAt(position);
  }

  public String getString(String name) {
    return getString(position(name));
  }

  /** Copies a STRING into {@code target}: {@link #getString} without an object per row. */
  public void getText(int position, Text target) {
    if (layout.kind(position) != TypeKind.STRING) {
      throw layout.wrongType(position, "getText");
    }
    notNull(position, "getText").textAt(position, target);
  }

  public void getText(String name, Text target) {
    getText(position(name), target);
  }

  private RowValues row() {
    if (bad != null) {
      throw new IllegalStateException(
          "Line "
              + bad.line()
              + " is a bad record without attributes ("
              + bad.reason()
              + "); ask isBad() first");
    }
    return values;
  }

  private RowValues notNull(int position, String getter) {
    RowValues row = row();
    if (row.isNull(position)) {
      throw new NullValueException(
          "Attribute "
              + layout.schema().attribute(position)
              + " is NULL in this row, which "
              + getter
              + " cannot return; ask isNull("
              + position
              + ") first");
    }
    return row;
  }

  /** Returns an independent copy, which later rows do not change. */
  public HailRecord copy() {
    return bad != null
        ? new HailRecord().pointTo(layout, bad)
        : new HailRecord().pointTo(layout, new HeldRow(layout, values));
  }

  /**
   * Writes the projected attributes into {@code target}, in the order the job named them. Fields
   * are separated by {@code delimiter} and quoted where RFC 4180 asks for it; NULL is the empty
   * field, the empty string is {@code ""}. A bad record is written as in the source text.
   */
  public void toText(char delimiter, Text target) {
    if (bad != null) {
      target.set(bad.raw());
    } else {
      target.set(toDelimited(delimiter));
    }
  }

  /** Returns the record as {@link #toText} writes it with commas. */
  @Override
  public String toString() {
    if (layout == null) {
      return "HailRecord before its first row";
    }
    return bad != null ? new String(bad.raw(), StandardCharsets.UTF_8) : toDelimited(',');
  }

  private String toDelimited(char delimiter) {
    StringBuilder text = new StringBuilder();
    int[] projection = layout.projection();
    for (int i = 0; i < projection.length; i++) {
      if (i > 0) {
        text.append(delimiter);
      }
      if (!values.isNull(projection[i])) {
        DelimitedField.append(text, values.stringAt(projection[i]), delimiter);
      }
    }
    return text.toString();
  }
}
