// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.testing;

import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.AttributeType;
import dev.hail.format.schema.Schema;
import dev.hail.format.schema.TypeKind;
import dev.hail.format.text.TextFormat;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * DuckDB's opinion on which rows of a text qualify. Reads the same file with its own CSV reader,
 * its own types and its own evaluation of conditions. The table is called {@code t}, its attributes
 * {@code c1}, {@code c2}, and so on.
 */
public final class DuckDbOracle implements AutoCloseable {
  private final Schema schema;
  private final Connection connection;

  /** Loads the good rows of a random case. */
  public DuckDbOracle(RandomCase randomCase) throws SQLException, IOException {
    this.schema = randomCase.schema();
    this.connection = connect();
    Path file = Files.createTempFile("hail-oracle", ".csv");
    try {
      Files.write(file, randomCase.goodText());
      load("t", schema, randomCase.textFormat(), file);
    } catch (SQLException e) {
      connection.close();
      throw new SQLException("DuckDB cannot read " + randomCase, e);
    } finally {
      Files.delete(file);
    }
  }

  /** Loads a text file whose rows all match the schema. */
  public DuckDbOracle(Schema schema, TextFormat format, Path file) throws SQLException {
    this.schema = schema;
    this.connection = connect();
    try {
      load("t", schema, format, file);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** Loads one more table, a text whose rows all match its schema. */
  public void addTable(String name, Schema tableSchema, TextFormat format, Path file)
      throws SQLException {
    load(name, tableSchema, format, file);
  }

  private static Connection connect() throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:duckdb:");
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET threads = 1");
    }
    return connection;
  }

  private void load(String table, Schema tableSchema, TextFormat format, Path file)
      throws SQLException {
    String columns =
        tableSchema.attributes().stream()
            .map(a -> "'c" + a.position() + "': '" + sqlType(a.type()) + "'")
            .collect(Collectors.joining(", ", "{", "}"));
    String sql =
        "CREATE TABLE "
            + table
            + " AS SELECT * FROM read_csv("
            + quote(file.toString())
            + ", auto_detect = false, parallel = false, columns = "
            + columns
            + ", delim = "
            + quote(String.valueOf((char) format.delimiter()))
            + ", quote = "
            + quote(format.quoting() ? "\"" : "")
            + ", escape = "
            + quote(format.quoting() ? "\"" : "")
            + ", nullstr = "
            + quote(format.nullToken())
            + ", allow_quoted_nulls = false, header = "
            + format.header()
            + ")";
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new SQLException("DuckDB refuses " + sql, e);
    }
  }

  private static String sqlType(AttributeType type) {
    return type.kind() == TypeKind.STRING ? "VARCHAR" : type.toSql();
  }

  private static String quote(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** Rows of the table. */
  public long count() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM t")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /**
   * The rows that qualify, in the form of {@link CanonicalRow}, in no particular order.
   *
   * @param where a condition on {@code c1}, {@code c2}, ..
   * @param projection positions of the attributes wanted, from 1; may be empty
   */
  public List<String> select(String where, int[] projection) throws SQLException {
    List<Attribute> wanted = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int position : projection) {
      wanted.add(schema.attribute(position));
      names.add("c" + position);
    }
    return select(names, wanted, "t WHERE " + where);
  }

  /**
   * The numbers of the rows that qualify, of a case whose rows are numbered.
   *
   * @param where a condition on {@code c1}, {@code c2}, ..
   */
  public BitSet numbers(String where) throws SQLException {
    BitSet numbers = new BitSet();
    // One long text is far cheaper to fetch than thousands of rows.
    String sql = "SELECT string_agg(c1, ' ') FROM t WHERE " + where;
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      String found = row.getString(1);
      if (found != null) {
        Arrays.stream(found.split(" ")).mapToInt(Integer::parseInt).forEach(numbers::set);
      }
    } catch (SQLException e) {
      throw new SQLException("DuckDB fails on " + sql, e);
    }
    return numbers;
  }

  /**
   * The rows of a query, in the form of {@link CanonicalRow}, in no particular order.
   *
   * @param names columns of tables, such as {@code t.c1}
   * @param attributes the type of each
   * @param from what follows {@code FROM}
   */
  public List<String> select(List<String> names, List<Attribute> attributes, String from)
      throws SQLException {
    StringBuilder sql = new StringBuilder("SELECT 0");
    for (int i = 0; i < names.size(); i++) {
      sql.append(", ").append(expression(names.get(i), attributes.get(i)));
    }
    sql.append(" FROM ").append(from);
    List<String> found = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql.toString())) {
      while (rows.next()) {
        CanonicalRow canonical = new CanonicalRow();
        for (int i = 0; i < attributes.size(); i++) {
          add(canonical, rows, i + 2, attributes.get(i));
        }
        found.add(canonical.toString());
      }
    } catch (SQLException e) {
      throw new SQLException("DuckDB fails on " + sql, e);
    }
    return found;
  }

  /** The driver moves days before the Gregorian reform by up to ten, so they travel as text. */
  private static String expression(String name, Attribute attribute) {
    return switch (attribute.type().kind()) {
      case DATE, TIMESTAMP -> "CAST(" + name + " AS VARCHAR)";
      case BOOLEAN, INT, BIGINT, FLOAT, DOUBLE, DECIMAL, STRING -> name;
    };
  }

  private static void add(CanonicalRow canonical, ResultSet rows, int column, Attribute attribute)
      throws SQLException {
    if (rows.getObject(column) == null) {
      canonical.addNull();
      return;
    }
    switch (attribute.type().kind()) {
      case BOOLEAN -> canonical.add(rows.getBoolean(column));
      case INT, BIGINT -> canonical.add(rows.getLong(column));
      case FLOAT -> canonical.add(rows.getFloat(column));
      case DOUBLE -> canonical.add(rows.getDouble(column));
      case DECIMAL -> canonical.add(rows.getObject(column, BigDecimal.class));
      case DATE -> canonical.add(LocalDate.parse(rows.getString(column)));
      case TIMESTAMP ->
          canonical.add(LocalDateTime.parse(rows.getString(column).replace(' ', 'T')));
      case STRING -> canonical.add(rows.getString(column));
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
