// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * DuckDB's opinion on which rows a join gives. It knows the keys, as SQL literals, and the numbers
 * of the rows.
 */
final class JoinOracle implements AutoCloseable {
  private final Connection connection;
  private int keys;

  JoinOracle() throws SQLException {
    this.connection = DriverManager.getConnection("jdbc:duckdb:");
    execute("SET threads = 1");
  }

  /** Replaces the tables by those of a case. */
  void load(JoinCase joinCase) throws SQLException {
    keys = joinCase.build().keys().size();
    load("b", joinCase.build());
    load("p", joinCase.probe());
  }

  /** Replaces a table by the keys and row numbers of another one. */
  void load(String table, TestTable of) throws SQLException {
    List<TestColumn> columns = of.keys();
    List<Object[]> rows = of.keyValues();
    String types =
        columns.stream()
            .map(column -> ", " + column.name() + " " + column.sqlType())
            .collect(Collectors.joining());
    execute("CREATE OR REPLACE TABLE " + table + " (id INTEGER" + types + ")");
    if (rows.isEmpty()) {
      return;
    }
    List<String> literals = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      StringBuilder literal = new StringBuilder("(").append(row);
      for (int i = 0; i < columns.size(); i++) {
        literal.append(", ").append(columns.get(i).sqlLiteral(rows.get(row)[i]));
      }
      literals.add(literal.append(")").toString());
    }
    execute("INSERT INTO " + table + " VALUES " + String.join(", ", literals));
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new SQLException("DuckDB fails on " + sql, e);
    }
  }

  /**
   * The rows of a join, sorted: each is the number of the probe row, of the build row, or both, or
   * the count, and for marks the mark.
   */
  List<String> rows(JoinKind kind, boolean nullEqual) throws SQLException {
    return rows(sql(kind, nullEqual));
  }

  /** The rows of a query, sorted. */
  List<String> rows(String sql) throws SQLException {
    List<String> found = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          values.add(rows.getString(i));
        }
        found.add(values.toString());
      }
    } catch (SQLException e) {
      throw new SQLException("DuckDB fails on " + sql, e);
    }
    return found.stream().sorted().toList();
  }

  private String sql(JoinKind kind, boolean nullEqual) {
    String equal = nullEqual ? " IS NOT DISTINCT FROM " : " = ";
    String condition =
        IntStream.range(0, keys)
            .mapToObj(i -> "p.k" + i + equal + "b.k" + i)
            .collect(Collectors.joining(" AND "));
    String exists = "EXISTS (SELECT 1 FROM b WHERE " + condition + ")";
    String existsProbe = "EXISTS (SELECT 1 FROM p WHERE " + condition + ")";
    String in = nullEqual ? exists : "p.k0 IN (SELECT b.k0 FROM b)";
    return switch (kind) {
      case INNER -> "SELECT p.id, b.id FROM p JOIN b ON " + condition;
      case PROBE_OUTER -> "SELECT p.id, b.id FROM p LEFT JOIN b ON " + condition;
      case BUILD_OUTER -> "SELECT p.id, b.id FROM p RIGHT JOIN b ON " + condition;
      case FULL_OUTER -> "SELECT p.id, b.id FROM p FULL JOIN b ON " + condition;
      case PROBE_SEMI -> "SELECT p.id FROM p WHERE " + exists;
      case PROBE_ANTI -> "SELECT p.id FROM p WHERE NOT " + exists;
      case BUILD_SEMI -> "SELECT b.id FROM b WHERE " + existsProbe;
      case BUILD_ANTI -> "SELECT b.id FROM b WHERE NOT " + existsProbe;
      case NULL_AWARE_ANTI -> "SELECT p.id FROM p WHERE NOT (" + in + ")";
      case MARK -> "SELECT p.id, " + in + " FROM p";
      case COUNT -> "SELECT count(*) FROM p JOIN b ON " + condition;
    };
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
