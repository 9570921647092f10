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

/// A batch of rows that was given to us, whose columns can be read without further checks, as far
/// as an array of the C data interface can be checked: it does not tell the sizes of its buffers.
/// Columns that have a dictionary are decoded.
class Batch {
 public:
  /// used    columns that are checked and can be read; each has a type that joins take
  /// side    what the batch is of, for errors
  /// Throws InvalidBatch; then the array is released.
  Batch(OwnedArray array, const Schema& schema, std::span<const uint32_t> used,
        std::string_view side, MemoryBudget& budget);

  uint64_t rows() const { return rows_; }

  /// Bytes of decoded columns on the budget.
  uint64_t decoded_bytes() const;

  /// column   one of those that are used, by its number in the schema
  const ColumnView& column(uint32_t column) const { return views_[column]; }

 private:
  OwnedArray array_;
  uint64_t rows_ = 0;
  std::vector<ColumnView> views_;
  /// Of those that had a dictionary.
  std::deque<Column> decoded_;
};

}  // namespace hail::arrow
