// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "hail/arrow/column_view.h"
#include "hail/arrow/result.h"
#include "hail/arrow/schema.h"
#include "hail/arrow/type.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"

namespace hail::join {

/// The part of result batches that comes from one side of a join: which columns, and which row of
/// them for each result row. Without columns, rows are kept only if their numbers are asked for.
class ResultSide {
 public:
  /// outputs   numbers of columns of the schema, all of types that joins take
  /// side      side of the schema, for errors
  /// limit     most rows to keep
  /// numbers   whether the numbers of rows are in the result, too
  ResultSide(const arrow::Schema& schema, std::span<const uint32_t> outputs, std::string_view side,
             uint64_t limit, MemoryBudget& budget, bool numbers = false)
      : rows_(budget, MemoryUse::kBuffer, outputs.empty() && !numbers ? 0 : limit) {
    for (const uint32_t column : outputs) {
      types_.push_back(arrow::value_type(schema[column], side));
    }
  }

  const std::vector<arrow::Type>& types() const { return types_; }
  bool empty() const { return rows_.size() == 0; }

  /// The row numbers from result row `at` on; null if none are kept.
  uint32_t* rows(uint64_t at) { return empty() ? nullptr : rows_.data() + at; }

  /// Sets the row numbers of `count` result rows from `at` on to one row.
  void fill(uint64_t at, uint64_t count, uint32_t row) {
    if (!empty()) {
      std::fill_n(rows_.data() + at, count, row);
    }
  }

  /// Copies row numbers to the result rows from `at` on.
  void copy(uint64_t at, std::span<const uint32_t> rows) {
    if (!empty()) {
      std::copy(rows.begin(), rows.end(), rows_.data() + at);
    }
  }

  /// Number of result rows from `from` on, at most `count`, whose values fit one batch.
  ///
  /// columns   of the outputs
  uint64_t rows_that_fit(std::span<const arrow::ColumnView> columns, uint64_t from,
                         uint64_t count) const {
    for (size_t i = 0; i < types_.size(); ++i) {
      count = arrow::rows_that_fit(types_[i], columns[i], rows_.span().subspan(from, count));
    }
    return count;
  }

  /// The row numbers of `count` result rows from `from` on. Call only if rows are kept.
  std::span<const uint32_t> numbers(uint64_t from, uint64_t count) const {
    return rows_.span().subspan(from, count);
  }

  /// Adds the values of `count` result rows from `from` on to a batch, column by column.
  void take(std::span<const arrow::ColumnView> columns, uint64_t from, uint64_t count,
            arrow::ResultBatch& result) const {
    for (size_t i = 0; i < types_.size(); ++i) {
      result.take(types_[i], columns[i], rows_.span().subspan(from, count));
    }
  }

 private:
  std::vector<arrow::Type> types_;
  Array<uint32_t> rows_;
};

}  // namespace hail::join
