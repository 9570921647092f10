// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.mapjoin;

import dev.hail.mapreduce.HailRecord;
import java.util.List;

/** What a case adds up: a whole number for each joined row. */
enum JoinMeasure {
  /** Q1: the price that was let off, times 100. */
  DISCOUNT("lo_extendedprice::BIGINT * lo_discount", "lo_extendedprice", "lo_discount") {
    @Override
    long of(Operands row) {
      return row.number(0) * row.number(1);
    }
  },
  /** Q2 and Q3. */
  REVENUE("lo_revenue", "lo_revenue") {
    @Override
    long of(Operands row) {
      return row.number(0);
    }
  },
  /** Q4. */
  PROFIT("lo_revenue - lo_supplycost", "lo_revenue", "lo_supplycost") {
    @Override
    long of(Operands row) {
      return row.number(0) - row.number(1);
    }
  },
  /** Pavlo's join: revenue in thousandths, weighted by the page's rank. */
  RANKED_REVENUE("round(adRevenue * 1000)::BIGINT * pageRank", "adRevenue", "r.pageRank") {
    @Override
    long of(Operands row) {
      return Math.round(row.real(0) * 1000) * row.number(1);
    }
  };

  /** The values that a measure is made of, by their places in {@link #operands}. */
  interface Operands {
    long number(int place);

    double real(int place);
  }

  private final String sql;

  @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable copy
  private final List<String> operands;

  JoinMeasure(String sql, String... operands) {
    this.sql = sql;
    this.operands = List.of(operands);
  }

  abstract long of(Operands row);

  String sql() {
    return sql;
  }

  /** Returns the attributes it needs, those of build sides with the name of the join. */
  List<String> operands() {
    return operands;
  }

  /** Reads the operands from a HAIL record. */
  static Operands of(HailRecord row, int[] positions) {
    return new Operands() {
      @Override
      public long number(int place) {
        return row.getInt(positions[place]);
      }

      @Override
      public double real(int place) {
        return row.getFloat(positions[place]);
      }
    };
  }
}
