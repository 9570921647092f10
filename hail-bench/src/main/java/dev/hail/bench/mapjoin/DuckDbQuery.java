// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.mapjoin;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A process that runs statements in DuckDB, and writes the rows of the last one as a job does. */
public final class DuckDbQuery {
  private DuckDbQuery() {}

  /** Takes the file for the answer, then the statements. */
  public static void main(String[] args) throws SQLException, IOException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      for (int i = 1; i < args.length - 1; i++) {
        statement.execute(args[i]);
      }
      try (ResultSet rows = statement.executeQuery(args[args.length - 1]);
          Writer answer = Files.newBufferedWriter(Path.of(args[0]))) {
        while (rows.next()) {
          answer.write(rows.getString(1) + "\t" + rows.getString(2) + "\n");
        }
      }
    }
  }
}
