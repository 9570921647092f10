// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/arrow/result.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "hail/arrow/gather.h"
#include "hail/memory/array.h"

namespace hail::arrow {
namespace {

using Bytes = Array<uint8_t>;

/// Memory of an exported array. The memory is freed before the budget that counts it.
struct ExportedArray {
  std::shared_ptr<MemoryBudget> budget;
  Bytes memory[3];
  const void* buffers[3]{};
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> pointers;

  ExportedArray() = default;
  ExportedArray(const ExportedArray&) = delete;
  ExportedArray& operator=(const ExportedArray&) = delete;

  ~ExportedArray() {
    for (ArrowArray& child : children) {
      if (child.release != nullptr) {
        child.release(&child);
      }
    }
  }
};

void release_array(ArrowArray* array) {
  delete static_cast<ExportedArray*>(array->private_data);
  array->release = nullptr;
}

void give(std::unique_ptr<ExportedArray> exported, uint64_t rows, uint64_t nulls, int64_t buffers,
          ArrowArray* out) {
  *out = {};
  out->length = static_cast<int64_t>(rows);
  out->null_count = static_cast<int64_t>(nulls);
  out->n_buffers = buffers;
  out->n_children = static_cast<int64_t>(exported->pointers.size());
  out->buffers = exported->buffers;
  out->children = exported->pointers.empty() ? nullptr : exported->pointers.data();
  out->release = &release_array;
  out->private_data = exported.release();
}

/// Allocates at least one byte, because readers take a null pointer for a missing buffer.
Bytes allocate(MemoryBudget& budget, uint64_t bytes) {
  return Bytes(budget, MemoryUse::kResult, std::max<uint64_t>(bytes, 1));
}

uint64_t length_of(const ColumnView& column, uint32_t row) {
  return row == kNone || column.is_null(row) ? 0 : column.text(row).size();
}

template <class Offset>
void take_variable(const ColumnView& column, std::span<const uint32_t> rows, MemoryBudget& budget,
                   ExportedArray& to) {
  to.memory[1] = allocate(budget, (rows.size() + 1) * sizeof(Offset));
  Offset* offsets = reinterpret_cast<Offset*>(to.memory[1].data());
  uint64_t bytes = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    bytes += length_of(column, rows[i]);
    offsets[i + 1] = static_cast<Offset>(bytes);
  }
  to.memory[2] = allocate(budget, bytes);
  uint8_t* values = to.memory[2].data();
  for (size_t i = 0; i < rows.size(); ++i) {
    const size_t length = static_cast<size_t>(offsets[i + 1] - offsets[i]);
    if (length > 0) {
      std::memcpy(values + offsets[i], column.text(rows[i]).data(), length);
    }
  }
}

void take_fixed(const ColumnView& column, std::span<const uint32_t> rows, MemoryBudget& budget,
                ExportedArray& to) {
  const uint64_t bytes = rows.size() * column.width;
  to.memory[1] =
      bytes > 0 ? Bytes::unset(budget, MemoryUse::kResult, bytes) : allocate(budget, bytes);
  gather_fixed(column, rows, to.memory[1].data());
}

void take_bits(const ColumnView& column, std::span<const uint32_t> rows, MemoryBudget& budget,
               ExportedArray& to) {
  to.memory[1] = allocate(budget, bytes_of_bits(rows.size()));
  gather_bits(column, rows, to.memory[1].data());
}

/// Writes the validity bits, if any row is NULL. Returns the number of NULLs.
uint64_t take_validity(const ColumnView& column, std::span<const uint32_t> rows,
                       MemoryBudget& budget, ExportedArray& to) {
  const uint64_t nulls = count_nulls(column, rows);
  if (nulls > 0) {
    to.memory[0] = allocate(budget, bytes_of_bits(rows.size()));
    gather_validity(column, rows, to.memory[0].data());
  }
  return nulls;
}

std::unique_ptr<ExportedArray> new_array(const std::shared_ptr<MemoryBudget>& budget) {
  auto exported = std::make_unique<ExportedArray>();
  exported->budget = budget;
  return exported;
}

void point_to_buffers(ExportedArray& exported) {
  for (size_t i = 0; i < 3; ++i) {
    exported.buffers[i] = exported.memory[i].data();
  }
}

}  // namespace

uint64_t rows_that_fit(const Type& type, const ColumnView& column, std::span<const uint32_t> rows) {
  if (type.layout != Layout::kVariable32) {
    return rows.size();
  }
  uint64_t bytes = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    bytes += length_of(column, rows[i]);
    if (bytes > static_cast<uint64_t>(std::numeric_limits<int32_t>::max())) {
      return std::max<uint64_t>(i, 1);
    }
  }
  return rows.size();
}

ResultBatch::ResultBatch(std::shared_ptr<MemoryBudget> budget) : budget_(std::move(budget)) {}

ResultBatch::~ResultBatch() {
  for (ArrowArray& column : columns_) {
    column.release(&column);
  }
}

void ResultBatch::take(const Type& type, const ColumnView& column, std::span<const uint32_t> rows) {
  auto exported = new_array(budget_);
  int64_t buffers = 2;
  switch (type.layout) {
    case Layout::kBits:
      take_bits(column, rows, *budget_, *exported);
      break;
    case Layout::kFixed:
      take_fixed(column, rows, *budget_, *exported);
      break;
    case Layout::kVariable32:
      take_variable<int32_t>(column, rows, *budget_, *exported);
      buffers = 3;
      break;
    case Layout::kVariable64:
      take_variable<int64_t>(column, rows, *budget_, *exported);
      buffers = 3;
      break;
  }
  const uint64_t nulls = take_validity(column, rows, *budget_, *exported);
  point_to_buffers(*exported);
  columns_.reserve(columns_.size() + 1);
  give(std::move(exported), rows.size(), nulls, buffers, &columns_.emplace_back());
}

void ResultBatch::add_booleans(std::span<const uint8_t> values) {
  auto exported = new_array(budget_);
  exported->memory[1] = allocate(*budget_, bytes_of_bits(values.size()));
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i] == 1) {
      set_bit(exported->memory[1].data(), i);
    }
  }
  const uint64_t nulls =
      static_cast<uint64_t>(std::count(values.begin(), values.end(), uint8_t{2}));
  if (nulls > 0) {
    exported->memory[0] = allocate(*budget_, bytes_of_bits(values.size()));
    for (size_t i = 0; i < values.size(); ++i) {
      if (values[i] != 2) {
        set_bit(exported->memory[0].data(), i);
      }
    }
  }
  point_to_buffers(*exported);
  columns_.reserve(columns_.size() + 1);
  give(std::move(exported), values.size(), nulls, 2, &columns_.emplace_back());
}

void ResultBatch::add_integers(std::span<const int64_t> values) {
  add_plain(values.data(), values.size_bytes(), values.size());
}

void ResultBatch::add_row_numbers(std::span<const uint32_t> values) {
  add_plain(values.data(), values.size_bytes(), values.size());
}

void ResultBatch::add_plain(const void* values, uint64_t bytes, uint64_t rows) {
  auto exported = new_array(budget_);
  exported->memory[1] = allocate(*budget_, bytes);
  std::memcpy(exported->memory[1].data(), values, bytes);
  point_to_buffers(*exported);
  columns_.reserve(columns_.size() + 1);
  give(std::move(exported), rows, 0, 2, &columns_.emplace_back());
}

void ResultBatch::finish(uint64_t rows, ArrowArray* out) {
  auto exported = new_array(budget_);
  exported->pointers.reserve(columns_.size());
  exported->children.swap(columns_);
  for (ArrowArray& child : exported->children) {
    exported->pointers.push_back(&child);
  }
  give(std::move(exported), rows, 0, 1, out);
}

}  // namespace hail::arrow
