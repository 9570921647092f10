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
import java.util.stream.IntStream;

/**
 * A random schema, a text in a random format with good and bad rows, and predicates on it. The same
 * seed makes the same case. Arrays and lists are not to be changed.
 */
public final class RandomCase {
  private static final int MAX_ATTRIBUTES = 10;
  private static final int SMALL_MAX_ROW_BYTES = 40_000;
  private static final List<String> ODD_NAMES =
      List.of(
          "two words",
          "quo\"te",
          "select",
          "Ünïcode",
          "a.b",
          "3rd",
          "between",
          "x'y",
          "--c",
          "@2",
          "#",
          ",");

  /** Null tokens that can be read as values of some type. */
  private static final List<String> VALUES_AS_NULL =
      List.of("-1", "-999.9", "0.00", "9999-12-31", "1900-01-01 00:00:00", "0", "true");

  private final long seed;
  private final boolean numbered;
  private final boolean marked;
  private final TextFormat format;
  private final List<RandomColumn> columns;
  private final Schema schema;
  private final List<String[]> goodRows = new ArrayList<>();
  private final List<BadRow> badRows = new ArrayList<>();
  private final byte[] text;
  private final byte[] goodText;
  private final int partitionRows;
  private final int[] indexAttributes;

  private RandomCase(long seed, boolean numbered, int maxRows) {
    this.seed = seed;
    this.numbered = numbered;
    Random random = new Random(seed * 0x9E3779B97F4A7C15L);
    this.format = randomFormat(random);
    String lineEnd = random.nextInt(3) == 0 ? "\r\n" : "\n";
    this.marked = random.nextInt(3) == 0;
    this.columns = randomColumns(lineEnd, maxRows, random);
    this.schema = Schema.of(columns.stream().map(RandomColumn::attribute).toList());
    TextWriter all = new TextWriter(format, lineEnd, marked, random);
    TextWriter good = new TextWriter(format, lineEnd, marked, random);
    int rows = random.nextInt(4) == 0 ? 0 : random.nextInt(maxRows + 1);
    writeRows(all, good, numbered ? maxRows : rows, random);
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
    return new RandomCase(seed, false, maxRows);
  }

  /**
   * The case of a seed, with this many good rows. The first attribute is an INT and numbers them
   * from 1. After it comes an attribute of each type, which has NULLs. The null token can be read
   * as a value.
   */
  public static RandomCase numbered(long seed, int rows) {
    return new RandomCase(seed, true, rows);
  }

  private TextFormat randomFormat(Random random) {
    boolean quoting = random.nextInt(3) > 0;
    String delimiters = quoting ? ",;|\t~:\u0001" : ",;|\t~\u0001";
    char delimiter = delimiters.charAt(random.nextInt(delimiters.length()));
    List<String> tokens = new ArrayList<>(VALUES_AS_NULL);
    if (!numbered) {
      tokens.addAll(List.of("", "", "", "NULL", "\\N", "NA", "null"));
    }
    tokens.removeIf(token -> token.indexOf(delimiter) >= 0);
    // Cases with numbers are few, so their seeds take one token after the other.
    int token = numbered ? Math.floorMod(seed, tokens.size()) : random.nextInt(tokens.size());
    return TextFormat.builder()
        .delimiter(delimiter)
        .quoting(quoting)
        .nullToken(tokens.get(token))
        .header(random.nextInt(3) == 0)
        .maxRowBytes(
            random.nextInt(3) == 0 ? SMALL_MAX_ROW_BYTES : TextFormat.DEFAULT_MAX_ROW_BYTES)
        .build();
  }

  private List<RandomColumn> randomColumns(String lineEnd, int maxRows, Random random) {
    RandomValues values = new RandomValues(random);
    TypeKind[] kinds = TypeKind.values();
    int count = numbered ? 1 + kinds.length : 1 + random.nextInt(MAX_ATTRIBUTES);
    List<RandomColumn> made = new ArrayList<>();
    for (int position = 1; position <= count; position++) {
      String name =
          format.quoting() && random.nextInt(4) == 0
              ? ODD_NAMES.get(random.nextInt(ODD_NAMES.size())) + position
              : "attr" + position;
      if (numbered && position == 1) {
        made.add(numbers(name, maxRows));
        continue;
      }
      TypeKind kind = numbered ? kinds[position - 2] : randomKind(random);
      AttributeType type = randomType(kind, random);
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
      pool.removeIf(text -> !canWrite(text));
      if (count == 1 && !format.nullToken().isEmpty()) {
        // DuckDB skips an empty line, HAIL takes it for an empty text.
        pool.remove("");
      }
      double[] nullShares = {0, 0, 1, 0.05, 0.5};
      double nulls = nullShares[numbered ? 3 + position % 2 : random.nextInt(nullShares.length)];
      made.add(
          new RandomColumn(new Attribute(position, name, type), pool, random.nextBoolean(), nulls));
    }
    return made;
  }

  private static RandomColumn numbers(String name, int count) {
    List<String> pool = IntStream.rangeClosed(1, count).mapToObj(Integer::toString).toList();
    return new RandomColumn(new Attribute(1, name, AttributeType.of(TypeKind.INT)), pool, false, 0);
  }

  private boolean canWrite(String text) {
    boolean misread = !marked && !format.quoting() && TextWriter.startsWithMark(text);
    return !misread && TextWriter.canWrite(text, format);
  }

  private static TypeKind randomKind(Random random) {
    TypeKind[] kinds = TypeKind.values();
    return random.nextInt(4) == 0 ? TypeKind.STRING : kinds[random.nextInt(kinds.length)];
  }

  private static AttributeType randomType(TypeKind kind, Random random) {
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
    TypeKind first = columns.get(0).attribute().type().kind();
    boolean markedValue = first == TypeKind.STRING && canWrite("\uFEFF") && random.nextInt(3) == 0;
    while (goodRows.size() < rows) {
      String[] row = columns.stream().map(c -> c.draw(random)).toArray(String[]::new);
      // Only the first value of a text can be taken for a byte order mark.
      if (markedValue && goodRows.isEmpty()) {
        row[0] = "\uFEFF";
      }
      if (numbered) {
        row[0] = Integer.toString(goodRows.size() + 1);
      }
      byte[] content = all.content(row);
      if (content.length > format.maxRowBytes()) {
        continue;
      }
      if (random.nextDouble() < badShare) {
        badRows.add(spoiler.write(row));
      } else {
        goodRows.add(row);
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
