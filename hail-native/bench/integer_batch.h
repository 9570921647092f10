// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "hail/arrow/c_data.h"
#include "hail/arrow/owned_array.h"
#include "hail/arrow/schema.h"

namespace hail::bench {

using Column = std::vector<int64_t>;

/// A batch of rows of integer columns, which someone else owns.
class BorrowedBatch {
 public:
  BorrowedBatch(const std::vector<Column>& columns, uint64_t from, uint64_t rows)
      : children_(columns.size()), pointers_(columns.size()), buffers_(columns.size()) {
    for (size_t i = 0; i < columns.size(); ++i) {
      buffers_[i] = {nullptr, columns[i].data() + from};
      children_[i] = array(rows, buffers_[i].data(), 2);
      pointers_[i] = &children_[i];
    }
    root_ = array(rows, &no_buffer_, 1);
    root_.n_children = static_cast<int64_t>(columns.size());
    root_.children = pointers_.data();
  }
  BorrowedBatch(const BorrowedBatch&) = delete;
  BorrowedBatch& operator=(const BorrowedBatch&) = delete;

  /// Lends the batch, which is valid as long as this object.
  arrow::OwnedArray lend() { return arrow::OwnedArray(root_); }

 private:
  static ArrowArray array(uint64_t rows, const void** buffers, int64_t number) {
    ArrowArray made{};
    made.length = static_cast<int64_t>(rows);
    made.n_buffers = number;
    made.buffers = buffers;
    made.release = [](ArrowArray* released) { released->release = nullptr; };
    return made;
  }

  std::vector<ArrowArray> children_;
  std::vector<ArrowArray*> pointers_;
  std::vector<std::array<const void*, 2>> buffers_;
  const void* no_buffer_ = nullptr;
  ArrowArray root_{};
};

/// Returns the schema of a batch with so many integer columns.
inline arrow::Schema integers(size_t columns) {
  arrow::Schema schema(columns);
  for (arrow::Field& field : schema) {
    field.name = std::string(1, 'c');
    field.format = std::string(1, 'l');
  }
  return schema;
}

}  // namespace hail::bench
