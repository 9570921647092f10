// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.testing;

import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.AttributeType;
import dev.hail.format.schema.Schema;
import dev.hail.format.schema.TypeKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A random input and one to four build sides, how they are joined, and what is wanted of the
 * result; each written once for HAIL and once, independently, for DuckDB. The same seed makes the
 * same star.
 */
public final class RandomStar {
  private static final int MOST_JOINS = 4;
  private static final int MOST_ROWS = 300;

  /** Copies of a key in the build side, on average: with four joins, each row has about 20. */
  private static final double COPIES = 2;

  /** Most of them give attributes of the build side. */
  private static final List<String> KINDS =
      List.of("inner", "inner", "left", "left", "semi", "anti", "not in");

  /** The configuration of a job is XML, which cannot hold these characters. */
  private static final String NOT_IN_XML = "(?s).*[\ufffe\uffff].*";

  private final long seed;
  private final Random random;
  private final RandomValues values;
  private final List<RandomColumn> inputColumns = new ArrayList<>();
  private final List<Join> joins = new ArrayList<>();
  private final RandomTable input;
  private final PredicatePair filter;
  private final List<Wanted> wanted = new ArrayList<>();
  private final List<String> projection = new ArrayList<>();

  /**
   * A build side.
   *
   * @param name as HAIL's projection calls it
   * @param on the keys as HAIL has them
   * @param sqlOn the same for DuckDB, where the input is {@code t} and the build side has the name
   * @param sqlKeys for {@code NOT IN}: the key of the input and that of the build side
   */
  public record Join(
      String name,
      String kind,
      RandomTable table,
      String on,
      String sqlOn,
      List<String> sqlKeys,
      boolean nullEqual,
      PredicatePair filter) {

    /** Returns the join as one line of HAIL. */
    public String line(String path) {
      return kind
          + " "
          + path
          + " on "
          + on
          + (nullEqual ? " nulls equal" : "")
          + (filter.hail().isEmpty() ? "" : " where " + filter.hail());
    }

    private boolean givesAttributes() {
      return kind.equals("inner") || kind.equals("left");
    }

    private String qualifying() {
      return "(SELECT * FROM table_" + name + " WHERE " + filter.sql() + ")";
    }
  }

  /** An attribute of the result: its column in SQL and its type. */
  private record Wanted(String column, Attribute attribute) {}

  private RandomStar(long seed) {
    this.seed = seed;
    this.random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
    this.values = new RandomValues(random);
    // Few rows pass several joins.
    int count = random.nextBoolean() ? 1 : 2 + random.nextInt(MOST_JOINS - 1);
    addInputColumn(AttributeType.of(TypeKind.INT), values.pool(AttributeType.of(TypeKind.INT), 20));
    for (int i = 0; i < count; i++) {
      // In a row of seeds each kind comes first.
      int kind = i == 0 ? Math.floorMod(seed, KINDS.size()) : random.nextInt(KINDS.size());
      joins.add(join("d" + i, KINDS.get(kind)));
    }
    AttributeType last = type();
    addInputColumn(last, values.pool(last, 20));
    this.filter = filter(inputColumns);
    this.input = RandomTable.of("t", inputColumns, random.nextInt(MOST_ROWS + 1), random);
    wantRandomly();
  }

  /** The star of a seed. */
  public static RandomStar of(long seed) {
    return new RandomStar(seed);
  }

  private Join join(String name, String kind) {
    int keys = kind.equals("not in") || random.nextInt(3) > 0 ? 1 : 2 + random.nextInt(2);
    boolean nullEqual = !kind.equals("not in") && random.nextInt(5) == 0;
    List<RandomColumn> columns = new ArrayList<>();
    List<String> on = new ArrayList<>();
    List<String> sqlOn = new ArrayList<>();
    String sqlKey = "";
    int most = 1;
    for (int i = 0; i < keys; i++) {
      AttributeType type = type();
      List<String> pool = values.pool(type, 1 << (1 + random.nextInt(4)));
      most = Math.max(most, pool.size());
      int left = addInputColumn(random.nextBoolean() ? type : wider(type), pool);
      columns.add(column(columns, "key" + i, random.nextBoolean() ? type : wider(type), pool));
      int right = columns.size();
      String leftName = inputColumns.get(left - 1).attribute().name();
      on.add(
          (random.nextBoolean() ? leftName : "@" + left)
              + " = "
              + (random.nextBoolean() ? "key" + i : name + ".key" + i));
      sqlKey = "t.c" + left;
      sqlOn.add(sqlKey + (nullEqual ? " IS NOT DISTINCT FROM " : " = ") + name + ".c" + right);
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      // Strings of build sides take a path of their own to the mapper.
      AttributeType type = random.nextBoolean() ? AttributeType.of(TypeKind.STRING) : type();
      // Names of the input, too.
      String payload = random.nextInt(3) == 0 ? "attr" + i : "payload" + i;
      List<String> pool = values.pool(type, 1 << random.nextInt(6));
      if (type.kind() == TypeKind.STRING) {
        pool.add(BufferSizedTexts.forFewRows(random));
      }
      columns.add(column(columns, payload, type, pool));
    }
    int rows = random.nextInt(5) == 0 ? 0 : random.nextInt((int) (COPIES * most) + 1);
    return new Join(
        name,
        kind,
        RandomTable.of("table_" + name, columns, rows, random),
        String.join(random.nextBoolean() ? " and " : " AND ", on),
        String.join(" AND ", sqlOn),
        List.of(sqlKey, "c1"),
        nullEqual,
        filter(columns));
  }

  /** Half of them let all rows pass, as most of the others let few. */
  private PredicatePair filter(List<RandomColumn> columns) {
    if (random.nextBoolean()) {
      return new PredicatePair("", "true");
    }
    RandomPredicates predicates = new RandomPredicates(columns, random);
    PredicatePair filter = predicates.next();
    while (filter.hail().matches(NOT_IN_XML)) {
      filter = predicates.next();
    }
    return filter;
  }

  private AttributeType type() {
    TypeKind[] kinds = TypeKind.values();
    TypeKind kind = kinds[random.nextInt(kinds.length)];
    if (kind != TypeKind.DECIMAL) {
      return AttributeType.of(kind);
    }
    int precision = 1 + random.nextInt(20);
    return AttributeType.decimal(precision, random.nextInt(precision + 1));
  }

  /** A type that has all values of a type, and is compared with it. */
  private static AttributeType wider(AttributeType type) {
    return switch (type.kind()) {
      case INT -> AttributeType.of(TypeKind.BIGINT);
      case FLOAT -> AttributeType.of(TypeKind.DOUBLE);
      case DECIMAL -> AttributeType.decimal(type.precision() + 5, type.scale());
      case BOOLEAN, BIGINT, DOUBLE, DATE, TIMESTAMP, STRING -> type;
    };
  }

  private int addInputColumn(AttributeType type, List<String> pool) {
    int position = inputColumns.size() + 1;
    inputColumns.add(column(inputColumns, "attr" + position, type, pool));
    return position;
  }

  private RandomColumn column(
      List<RandomColumn> before, String name, AttributeType type, List<String> pool) {
    double[] nulls = {0, 0, 0.1, 0.3};
    Attribute attribute = new Attribute(before.size() + 1, name, type);
    return new RandomColumn(attribute, pool, false, nulls[random.nextInt(nulls.length)]);
  }

  /** Chooses the attributes of the result and their names. */
  private void wantRandomly() {
    if (random.nextInt(4) == 0) {
      input.schema().attributes().forEach(a -> wanted.add(new Wanted("t.c" + a.position(), a)));
      for (Join join : joins) {
        if (join.givesAttributes()) {
          join.table().schema().attributes().forEach(a -> want(join, a));
        }
      }
      return;
    }
    for (Attribute attribute : shuffled(input.schema())) {
      wanted.add(new Wanted("t.c" + attribute.position(), attribute));
      projection.add(random.nextBoolean() ? attribute.name() : "@" + attribute.position());
    }
    for (Join join : joins) {
      if (!join.givesAttributes()) {
        continue;
      }
      if (random.nextBoolean()) {
        join.table().schema().attributes().forEach(a -> want(join, a));
        projection.add(join.name() + ".*");
        continue;
      }
      for (Attribute attribute : shuffled(join.table().schema())) {
        want(join, attribute);
        projection.add(
            random.nextBoolean()
                ? join.name() + "." + attribute.name()
                : "@" + join.name() + "." + attribute.position());
      }
    }
    if (projection.isEmpty()) {
      wanted.add(new Wanted("t.c1", input.schema().attribute(1)));
      projection.add("@1");
    }
  }

  private void want(Join join, Attribute attribute) {
    wanted.add(new Wanted(join.name() + ".c" + attribute.position(), attribute));
  }

  private List<Attribute> shuffled(Schema schema) {
    List<Attribute> some = new ArrayList<>(schema.attributes());
    Collections.shuffle(some, random);
    return some.subList(0, random.nextInt(some.size() + 1));
  }

  /** The seed this star was made from. */
  public long seed() {
    return seed;
  }

  /** The input. */
  public RandomTable input() {
    return input;
  }

  /** The build sides. */
  public List<Join> joins() {
    return joins;
  }

  /** The condition for rows of the input. */
  public PredicatePair filter() {
    return filter;
  }

  /** The attributes wanted, as HAIL names them; empty for all. */
  public List<String> projection() {
    return projection;
  }

  /**
   * What DuckDB answers.
   *
   * @param oracle has the good rows of the input, and those of each build side
   */
  public List<String> answer(DuckDbOracle oracle) throws java.sql.SQLException {
    StringBuilder from = new StringBuilder("(SELECT * FROM t WHERE " + filter.sql() + ") AS t");
    List<String> conditions = new ArrayList<>(List.of("true"));
    for (Join join : joins) {
      String side = join.qualifying() + " AS " + join.name();
      switch (join.kind()) {
        case "inner" -> from.append(" JOIN ").append(side).append(" ON ").append(join.sqlOn());
        case "left" -> from.append(" LEFT JOIN ").append(side).append(" ON ").append(join.sqlOn());
        case "semi" ->
            conditions.add("EXISTS (SELECT 1 FROM " + side + " WHERE " + join.sqlOn() + ")");
        case "anti" ->
            conditions.add("NOT EXISTS (SELECT 1 FROM " + side + " WHERE " + join.sqlOn() + ")");
        case "not in" ->
            conditions.add(
                join.sqlKeys().get(0)
                    + " NOT IN (SELECT "
                    + join.sqlKeys().get(1)
                    + " FROM "
                    + side
                    + ")");
        default -> throw new IllegalStateException(join.kind());
      }
    }
    return oracle.select(
        wanted.stream().map(Wanted::column).toList(),
        wanted.stream().map(Wanted::attribute).toList(),
        from + " WHERE " + String.join(" AND ", conditions));
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(TestSeeds.hint(seed) + "; " + input);
    text.append("; filter ").append(filter.hail()).append("; projection ").append(projection);
    for (Join join : joins) {
      text.append("\n  ").append(join.line(join.table().toString()));
    }
    return text.toString();
  }
}
