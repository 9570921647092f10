// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.testing;

import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.AttributeType;
import dev.hail.format.schema.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Makes conditions, each written once for HAIL and once, independently, for DuckDB. */
final class RandomPredicates {
  private static final int MAX_DEPTH = 3;
  private static final int MAX_DUCKDB_DIGITS = 36;

  private final List<RandomColumn> columns;
  private final Random random;
  private final RandomValues values;

  RandomPredicates(List<RandomColumn> columns, Random random) {
    this.columns = columns;
    this.random = random;
    this.values = new RandomValues(random);
  }

  PredicatePair next() {
    if (random.nextInt(25) == 0) {
      return new PredicatePair("", "true");
    }
    return condition(random.nextInt(MAX_DEPTH + 1));
  }

  private PredicatePair condition(int depth) {
    if (depth == 0) {
      return random.nextInt(30) == 0 ? literal() : test(column());
    }
    return switch (random.nextInt(5)) {
      case 0 -> {
        PredicatePair inner = condition(depth - 1);
        yield new PredicatePair(
            word("NOT") + " (" + inner.hail() + ")", "NOT (" + inner.sql() + ")");
      }
      case 1 -> sameColumn();
      case 2 -> join(depth, "AND");
      case 3 -> join(depth, "OR");
      default -> condition(depth - 1);
    };
  }

  private PredicatePair literal() {
    boolean truth = random.nextBoolean();
    return new PredicatePair(truth ? "TRUE" : "false", truth ? "true" : "false");
  }

  private PredicatePair join(int depth, String operator) {
    int count = 2 + random.nextInt(2);
    List<String> hail = new ArrayList<>();
    List<String> sql = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      PredicatePair operand = condition(depth - 1);
      hail.add("(" + operand.hail() + ")");
      sql.add("(" + operand.sql() + ")");
    }
    return new PredicatePair(
        String.join(" " + word(operator) + " ", hail), String.join(" " + operator + " ", sql));
  }

  /** Two tests of one attribute: what an index on it must combine. */
  private PredicatePair sameColumn() {
    RandomColumn column = column();
    PredicatePair first = test(column);
    PredicatePair second = test(column);
    String operator = random.nextBoolean() ? "AND" : "OR";
    return new PredicatePair(
        "(" + first.hail() + ") " + operator + " (" + second.hail() + ")",
        "(" + first.sql() + ") " + operator + " (" + second.sql() + ")");
  }

  private RandomColumn column() {
    return columns.get(random.nextInt(columns.size()));
  }

  private PredicatePair test(RandomColumn column) {
    Attribute attribute = column.attribute();
    String name = name(attribute);
    String sqlName = "c" + attribute.position();
    return switch (random.nextInt(12)) {
      case 0 -> new PredicatePair(name + word(" is null"), sqlName + " IS NULL");
      case 1 -> new PredicatePair(name + word(" is not null"), sqlName + " IS NOT NULL");
      case 2 -> between(column, name, sqlName);
      case 3 -> in(column, name, sqlName);
      case 4 -> {
        boolean string = attribute.type().kind() == TypeKind.STRING;
        yield string ? like(column, name, sqlName) : compare(column, name, sqlName);
      }
      case 5 -> {
        boolean flag = attribute.type().kind() == TypeKind.BOOLEAN;
        yield flag ? new PredicatePair(name, sqlName) : between(column, name, sqlName);
      }
      default -> compare(column, name, sqlName);
    };
  }

  private PredicatePair compare(RandomColumn column, String name, String sqlName) {
    String operator = pick("=", "=", "==", "<>", "!=", "<", "<=", ">", ">=");
    PredicatePair constant = constant(column);
    String sqlOperator = operator.equals("==") ? "=" : operator;
    if (random.nextInt(4) == 0) {
      return new PredicatePair(
          constant.hail() + " " + operator + " " + name,
          constant.sql() + " " + sqlOperator + " " + sqlName);
    }
    String space = pick("", " ", "  ");
    return new PredicatePair(
        name + space + operator + space + constant.hail(),
        sqlName + " " + sqlOperator + " " + constant.sql());
  }

  private PredicatePair between(RandomColumn column, String name, String sqlName) {
    PredicatePair low = constant(column);
    PredicatePair high = constant(column);
    boolean not = random.nextInt(3) == 0;
    String hail =
        random.nextBoolean()
            ? word(" between") + "(" + low.hail() + ", " + high.hail() + ")"
            : word(" between ") + low.hail() + word(" and ") + high.hail();
    return new PredicatePair(
        name + (not ? word(" not") : "") + hail,
        sqlName + (not ? " NOT" : "") + " BETWEEN " + low.sql() + " AND " + high.sql());
  }

  private PredicatePair in(RandomColumn column, String name, String sqlName) {
    int count = 1 + random.nextInt(5);
    List<String> hail = new ArrayList<>();
    List<String> sql = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      PredicatePair constant = constant(column);
      hail.add(constant.hail());
      sql.add(sqlName + " = " + constant.sql());
    }
    boolean not = random.nextInt(3) == 0;
    String any = "(" + String.join(" OR ", sql) + ")";
    return new PredicatePair(
        name + (not ? word(" not in ") : word(" in ")) + "(" + String.join(",", hail) + ")",
        not ? "NOT " + any : any);
  }

  private PredicatePair like(RandomColumn column, String name, String sqlName) {
    String text = drawText(column);
    int end = text.length() == 0 ? 0 : random.nextInt(text.length() + 1);
    if (end > 0 && end < text.length() && Character.isLowSurrogate(text.charAt(end))) {
      end--;
    }
    String prefix = text.substring(0, end).replace("%", "").replace("_", "");
    boolean open = random.nextInt(4) > 0;
    boolean not = random.nextInt(3) == 0;
    String sql =
        open
            ? "starts_with(" + sqlName + ", " + quote(prefix) + ")"
            : sqlName + " = " + quote(prefix);
    return new PredicatePair(
        name + word(not ? " not like " : " like ") + quote(prefix + (open ? "%" : "")),
        not ? "NOT (" + sql + ")" : sql);
  }

  /** A constant that is often a value of the column, else any of its type. */
  private PredicatePair constant(RandomColumn column) {
    AttributeType type = column.attribute().type();
    String text = drawText(column);
    String quoted = quote(text);
    return switch (type.kind()) {
      case STRING -> new PredicatePair(quoted, quoted);
      case BOOLEAN -> {
        boolean truth = random.nextBoolean();
        yield new PredicatePair(word(Boolean.toString(truth)), Boolean.toString(truth));
      }
      case DECIMAL -> decimal(type, text);
      case DATE -> {
        String hail = random.nextInt(3) == 0 ? text : (pick("", "DATE ") + quoted);
        yield new PredicatePair(hail, "CAST(" + quoted + " AS DATE)");
      }
      case TIMESTAMP -> {
        String hail =
            text.contains("T") && random.nextBoolean() ? text : pick("", "timestamp ") + quoted;
        yield new PredicatePair(hail, "CAST(" + quoted + " AS TIMESTAMP)");
      }
      case INT, BIGINT, FLOAT, DOUBLE -> {
        char first = text.charAt(0);
        boolean bare = (first >= '0' && first <= '9') || first == '-';
        String hail = bare && random.nextInt(4) > 0 ? text : quoted;
        yield new PredicatePair(hail, "CAST(" + quoted + " AS " + sqlType(type) + ")");
      }
    };
  }

  /** Sometimes with one digit more than the column can hold, which lies between two values. */
  private PredicatePair decimal(AttributeType type, String text) {
    boolean finer = type.precision() < MAX_DUCKDB_DIGITS && random.nextInt(4) == 0;
    String constant = finer && !text.contains(".") ? text + "." : text;
    if (finer) {
      int fraction = constant.length() - constant.indexOf('.') - 1;
      constant += "0".repeat(type.scale() - fraction) + (1 + random.nextInt(9));
    }
    int scale = type.scale() + (finer ? 1 : 0);
    int precision = type.precision() + (finer ? 1 : 0);
    String sql = "CAST('" + constant + "' AS DECIMAL(" + precision + "," + scale + "))";
    boolean bare = constant.charAt(0) != '.' && random.nextInt(3) > 0;
    return new PredicatePair(bare ? constant : quote(constant), sql);
  }

  private String drawText(RandomColumn column) {
    if (column.pool().isEmpty() || random.nextInt(4) == 0) {
      return values.text(column.attribute().type());
    }
    return column.pool().get(random.nextInt(column.pool().size()));
  }

  private static String sqlType(AttributeType type) {
    return type.kind().name();
  }

  private String name(Attribute attribute) {
    return switch (random.nextInt(3)) {
      case 0 -> '"' + attribute.name().replace("\"", "\"\"") + '"';
      default -> "@" + attribute.position();
    };
  }

  private String word(String word) {
    return random.nextBoolean() ? word : word.toUpperCase(Locale.ROOT);
  }

  private static String quote(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
