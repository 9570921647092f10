// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string_view>
#include <vector>

#include "hail/arrow/column.h"
#include "hail/arrow/column_view.h"
#include "hail/arrow/owned_array.h"
#include "hail/arrow/schema.h"
#include "hail/memory/budget.h"

namespace hail::arrow {

/// A batch of rows that a caller gave away, checked so that its columns can be read. The C data
/// interface does not tell the sizes of buffers, so these are not checked. Columns that have a
/// dictionary are decoded.
class Batch {
 public:
  /// used    indexes of the columns to check and read; each has a type that joins take
  /// side    `build` or `probe`, for errors
  /// budget  counts the decoded columns
  /// Throws InvalidBatch or BudgetExceeded; then the array is released.
  Batch(OwnedArray array, const Schema& schema, std::span<const uint32_t> used,
        std::string_view side, MemoryBudget& budget);

  uint64_t rows() const { return rows_; }

  /// Bytes of the decoded columns, all of which are on the budget.
  uint64_t decoded_bytes() const;

  /// column   index in the schema; one of the used columns
  const ColumnView& column(uint32_t column) const { return views_[column]; }

 private:
  OwnedArray array_;
  uint64_t rows_ = 0;
  std::vector<ColumnView> views_;
  /// The columns that had a dictionary.
  std::deque<Column> decoded_;
};

}  // namespace hail::arrow
