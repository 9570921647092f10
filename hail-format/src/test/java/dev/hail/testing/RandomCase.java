// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.testing;

import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.AttributeType;
import dev.hail.format.schema.Schema;
import dev.hail.format.schema.TypeKind;
import dev.hail.format.text.TextFormat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * A random schema, a text in a random format with good and bad rows, and predicates on it. The same
 * seed makes the same case. Arrays and lists are not to be changed.
 */
public final class RandomCase {
  private static final int MAX_ATTRIBUTES = 10;
  private static final int SMALL_MAX_ROW_BYTES = 40_000;
  private static final List<String> ODD_NAMES =
      List.of("two words", "quo\"te", "select", "Ünïcode", "a.b", "3rd", "between", "x'y", "--c");

  private final long seed;
  private final TextFormat format;
  private final List<RandomColumn> columns;
  private final Schema schema;
  private final List<String[]> goodRows = new ArrayList<>();
  private final List<BadRow> badRows = new ArrayList<>();
  private final byte[] text;
  private final byte[] goodText;
  private final int partitionRows;
  private final int[] indexAttributes;

  private RandomCase(long seed, int maxRows) {
    this.seed = seed;
    Random random = new Random(seed * 0x9E3779B97F4A7C15L);
    this.format = randomFormat(random);
    String lineEnd = random.nextInt(3) == 0 ? "\r\n" : "\n";
    this.columns = randomColumns(lineEnd, random);
    this.schema = Schema.of(columns.stream().map(RandomColumn::attribute).toList());
    TextWriter all = new TextWriter(format, lineEnd, random);
    TextWriter good = new TextWriter(format, lineEnd, random);
    writeRows(all, good, random.nextInt(4) == 0 ? 0 : random.nextInt(maxRows + 1), random);
    // One empty field without a line end would be no row at all.
    boolean open = columns.size() > 1 && random.nextInt(3) == 0;
    this.text = open ? all.bytesWithoutLastLineEnd() : all.bytes();
    this.goodText = good.bytes();
    this.partitionRows = 1 << random.nextInt(8);
    this.indexAttributes = randomPositions(random, 1 + random.nextInt(3));
  }

  /** The case of a seed, with up to 300 rows. */
  public static RandomCase of(long seed) {
    return of(seed, 300);
  }

  /** The case of a seed, with up to {@code maxRows} good rows. */
  public static RandomCase of(long seed, int maxRows) {
    return new RandomCase(seed, maxRows);
  }

  private static TextFormat randomFormat(Random random) {
    boolean quoting = random.nextInt(3) > 0;
    String delimiters = quoting ? ",;|\t~:\u0001" : ",;|\t~\u0001";
    char delimiter = delimiters.charAt(random.nextInt(delimiters.length()));
    // Half of them can be read as values of some type.
    List<String> nullTokens =
        Stream.of(
                "",
                "",
                "",
                "NULL",
                "\\N",
                "NA",
                "null",
                "-1",
                "0",
                "-999.9",
                "0.00",
                "9999-12-31",
                "1900-01-01 00:00:00",
                "true")
            .filter(token -> token.indexOf(delimiter) < 0)
            .toList();
    return TextFormat.builder()
        .delimiter(delimiter)
        .quoting(quoting)
        .nullToken(nullTokens.get(random.nextInt(nullTokens.size())))
        .header(random.nextInt(3) == 0)
        .maxRowBytes(
            random.nextInt(3) == 0 ? SMALL_MAX_ROW_BYTES : TextFormat.DEFAULT_MAX_ROW_BYTES)
        .build();
  }

  private List<RandomColumn> randomColumns(String lineEnd, Random random) {
    RandomValues values = new RandomValues(random);
    int count = 1 + random.nextInt(MAX_ATTRIBUTES);
    List<RandomColumn> made = new ArrayList<>();
    for (int position = 1; position <= count; position++) {
      String name =
          format.quoting() && random.nextInt(4) == 0
              ? ODD_NAMES.get(random.nextInt(ODD_NAMES.size())) + position
              : "attr" + position;
      AttributeType type = randomType(random);
      List<String> pool = new ArrayList<>(values.pool(type, 1 << random.nextInt(9)));
      if (type.kind() == TypeKind.STRING && format.quoting()) {
        pool.addAll(
            List.of(
                // DuckDB reads only one kind of line end per file, also within quotes.
                "line" + lineEnd + "break",
                lineEnd,
                "\"",
                "say \"hi\"",
                "a" + (char) format.delimiter()));
        Collections.shuffle(pool, random);
      }
      pool.removeIf(text -> !TextWriter.canWrite(text, format));
      if (count == 1 && !format.nullToken().isEmpty()) {
        // DuckDB skips an empty line, HAIL takes it for an empty text.
        pool.remove("");
      }
      double[] nullShares = {0, 0, 0.05, 0.5, 1};
      double nulls = nullShares[random.nextInt(nullShares.length)];
      made.add(
          new RandomColumn(new Attribute(position, name, type), pool, random.nextBoolean(), nulls));
    }
    return made;
  }

  private static AttributeType randomType(Random random) {
    TypeKind[] kinds = TypeKind.values();
    TypeKind kind = random.nextInt(4) == 0 ? TypeKind.STRING : kinds[random.nextInt(kinds.length)];
    if (kind != TypeKind.DECIMAL) {
      return AttributeType.of(kind);
    }
    int[] precisions = {1, 5, 9, 10, 18, 19, 38, 1 + random.nextInt(38)};
    int precision = precisions[random.nextInt(precisions.length)];
    return AttributeType.decimal(precision, random.nextInt(precision + 1));
  }

  private void writeRows(TextWriter all, TextWriter good, int rows, Random random) {
    RandomBadRows spoiler = new RandomBadRows(columns, format, all, random);
    double badShare = random.nextInt(3) == 0 ? 0 : random.nextDouble() * 0.2;
    if (format.header()) {
      byte[] header =
          all.content(columns.stream().map(c -> c.attribute().name()).toArray(String[]::new));
      all.row(header);
      good.row(header);
    }
    while (goodRows.size() < rows) {
      String[] row = columns.stream().map(c -> c.draw(random)).toArray(String[]::new);
      if (random.nextDouble() < badShare) {
        badRows.add(spoiler.write(row));
      } else {
        goodRows.add(row);
        byte[] content = all.content(row);
        all.row(content);
        good.row(content);
      }
    }
    if (format.quoting() && random.nextInt(5) == 0) {
      badRows.add(spoiler.writeUnclosed());
    }
  }

  private int[] randomPositions(Random random, int count) {
    List<Integer> positions = new ArrayList<>();
    for (int position = 1; position <= schema.size(); position++) {
      positions.add(position);
    }
    Collections.shuffle(positions, random);
    return positions.stream().limit(count).mapToInt(Integer::intValue).toArray();
  }

  /** The seed this case was made from. */
  public long seed() {
    return seed;
  }

  /** The schema. */
  public Schema schema() {
    return schema;
  }

  /** How the text is written. */
  public TextFormat textFormat() {
    return format;
  }

  /** The whole text, with header and bad rows. */
  public byte[] text() {
    return text;
  }

  /** The text without its bad rows, which is what the oracle is given. */
  public byte[] goodText() {
    return goodText;
  }

  /** The good rows as texts, null for NULL. */
  public List<String[]> goodRows() {
    return goodRows;
  }

  /** Rows that match the schema. */
  public int goodRowCount() {
    return goodRows.size();
  }

  /** The rows that do not, in order of the text. */
  public List<BadRow> badRows() {
    return badRows;
  }

  /** Rows that do not match the schema. */
  public int badRowCount() {
    return badRows.size();
  }

  /** Attributes to index, one to three different positions. */
  public int[] indexAttributes() {
    return indexAttributes;
  }

  /** Rows per partition, 1 to 128, so that small data has many partitions. */
  public int partitionRows() {
    return partitionRows;
  }

  /** The i-th predicate; every i gives one. */
  public PredicatePair predicate(int i) {
    return new RandomPredicates(columns, new Random(seed * 31 + i)).next();
  }

  /** The i-th projection: positions in some order, possibly none. */
  public int[] projection(int i) {
    Random random = new Random(seed * 37 + i);
    return randomPositions(random, random.nextInt(schema.size() + 1));
  }

  @Override
  public String toString() {
    return TestSeeds.hint(seed)
        + "; schema "
        + schema
        + "; "
        + format
        + "; "
        + goodRowCount()
        + " good and "
        + badRowCount()
        + " bad rows; text starts "
        + new String(text, 0, Math.min(text.length, 200), StandardCharsets.UTF_8);
  }
}
