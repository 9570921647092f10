// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "hail/arrow/c_data.h"
#include "hail/arrow/column_view.h"
#include "hail/arrow/type.h"
#include "hail/memory/budget.h"

namespace hail::arrow {

/// How many of the rows, from the first on, fit one array of a type: fewer than all only if there
/// are more bytes than its offsets can tell. At least one, if there is one.
///
/// rows   of the column, or kNone
uint64_t rows_that_fit(const Type& type, const ColumnView& column, std::span<const uint32_t> rows);

/// A batch that is being made, column by column, on a budget that counts it until its receiver has
/// released it.
class ResultBatch {
 public:
  explicit ResultBatch(std::shared_ptr<MemoryBudget> budget);
  ~ResultBatch();

  ResultBatch(const ResultBatch&) = delete;
  ResultBatch& operator=(const ResultBatch&) = delete;

  /// Adds these rows of a column as a column of a type with the same values.
  ///
  /// rows   as many as the batch has; kNone for NULL
  void take(const Type& type, const ColumnView& column, std::span<const uint32_t> rows);

  /// Adds a column of booleans: 0 is false, 1 true, 2 NULL.
  void add_booleans(std::span<const uint8_t> values);
  void add_integers(std::span<const int64_t> values);

  /// Gives the batch away, to be called once.
  void finish(uint64_t rows, ArrowArray* out);

 private:
  std::shared_ptr<MemoryBudget> budget_;
  std::vector<ArrowArray> columns_;
};

}  // namespace hail::arrow
