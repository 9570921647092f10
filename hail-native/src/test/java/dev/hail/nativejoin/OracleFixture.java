// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** What tests beside DuckDB have: DuckDB, and a directory for images. */
abstract class OracleFixture {
  protected static JoinOracle oracle;

  @TempDir protected Path directory;

  @BeforeAll
  static void start() throws SQLException {
    oracle = new JoinOracle();
  }

  @AfterAll
  static void stop() throws SQLException {
    oracle.close();
  }
}
