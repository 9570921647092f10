// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.testing;

import dev.hail.format.schema.Schema;
import dev.hail.format.text.TextFormat;
import java.util.List;
import java.util.Random;

/** A table of a {@link RandomStar}: text with good and bad rows. Arrays are not to be changed. */
public final class RandomTable {
  /** How all of them are written. */
  public static final TextFormat FORMAT = TextFormat.defaults();

  private static final String LINE_END = "\n";

  private final String name;
  private final Schema schema;
  private final byte[] text;
  private final byte[] goodText;
  private final int goodRows;
  private final int badRows;

  private RandomTable(
      String name, Schema schema, byte[] text, byte[] goodText, int goodRows, int badRows) {
    this.name = name;
    this.schema = schema;
    this.text = text;
    this.goodText = goodText;
    this.goodRows = goodRows;
    this.badRows = badRows;
  }

  static RandomTable of(String name, List<RandomColumn> columns, int rows, Random random) {
    Schema schema = Schema.of(columns.stream().map(RandomColumn::attribute).toList());
    TextWriter all = new TextWriter(FORMAT, LINE_END, false, random);
    TextWriter good = new TextWriter(FORMAT, LINE_END, false, random);
    RandomBadRows spoiler = new RandomBadRows(columns, FORMAT, all, random);
    double badShare = random.nextInt(3) == 0 ? 0.1 : 0;
    int goodRows = 0;
    int badRows = 0;
    while (goodRows < rows) {
      String[] row = columns.stream().map(column -> column.draw(random)).toArray(String[]::new);
      if (random.nextDouble() < badShare) {
        spoiler.write(row);
        badRows++;
      } else {
        byte[] content = all.content(row);
        all.row(content);
        good.row(content);
        goodRows++;
      }
    }
    return new RandomTable(name, schema, all.bytes(), good.bytes(), goodRows, badRows);
  }

  /** Its name in SQL. */
  public String name() {
    return name;
  }

  /** Its attributes. */
  public Schema schema() {
    return schema;
  }

  /** All rows. */
  public byte[] text() {
    return text;
  }

  /** The rows that match the schema, which is what the oracle is given. */
  public byte[] goodText() {
    return goodText;
  }

  /** Number of rows that do not match the schema. */
  public int badRows() {
    return badRows;
  }

  @Override
  public String toString() {
    return name + " (" + schema + "): " + goodRows + " good and " + badRows + " bad rows";
  }
}
