// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/arrow/result.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "hail/memory/array.h"

namespace hail::arrow {
namespace {

using Bytes = Array<uint8_t>;

uint64_t bytes_of_bits(uint64_t bits) { return (bits + 7) / 8; }

void set_bit(uint8_t* bits, uint64_t at) {
  bits[at / 8] = static_cast<uint8_t>(bits[at / 8] | 1U << (at % 8));
}

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

/// all   no row is kNone
void take_fixed(const ColumnView& column, std::span<const uint32_t> rows, bool all,
                MemoryBudget& budget, ExportedArray& to) {
  const uint32_t width = column.width;
  const uint64_t bytes = rows.size() * width;
  to.memory[1] =
      all && bytes > 0 ? Bytes::unset(budget, MemoryUse::kResult, bytes) : allocate(budget, bytes);
  uint8_t* values = to.memory[1].data();
  auto copy = [&](auto copy_value) {
    if (all) {
      for (size_t i = 0; i < rows.size(); ++i) {
        copy_value(values + i * width, column.fixed(rows[i]));
      }
      return;
    }
    for (size_t i = 0; i < rows.size(); ++i) {
      if (rows[i] != kNone) {
        copy_value(values + i * width, column.fixed(rows[i]));
      }
    }
  };
  if (!with_width(width, [&](auto zero) {
        copy([](uint8_t* into, const uint8_t* value) { std::memcpy(into, value, sizeof(zero)); });
      })) {
    copy([width](uint8_t* into, const uint8_t* value) { std::memcpy(into, value, width); });
  }
}

void take_bits(const ColumnView& column, std::span<const uint32_t> rows, MemoryBudget& budget,
               ExportedArray& to) {
  to.memory[1] = allocate(budget, bytes_of_bits(rows.size()));
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] != kNone && column.bit(rows[i])) {
      set_bit(to.memory[1].data(), i);
    }
  }
}

template <class IsNull>
uint64_t count_nulls(size_t rows, const IsNull& is_null) {
  uint64_t nulls = 0;
  for (size_t i = 0; i < rows; ++i) {
    nulls += is_null(i);
  }
  return nulls;
}

/// Writes the validity bits, if any row is NULL. Returns the number of NULLs.
template <class IsNull>
uint64_t take_validity(size_t rows, const IsNull& is_null, MemoryBudget& budget,
                       ExportedArray& to) {
  const uint64_t nulls = count_nulls(rows, is_null);
  if (nulls > 0) {
    to.memory[0] = allocate(budget, bytes_of_bits(rows));
    for (size_t i = 0; i < rows; ++i) {
      if (!is_null(i)) {
        set_bit(to.memory[0].data(), i);
      }
    }
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
  const auto is_none = [rows](size_t i) { return rows[i] == kNone; };
  const bool all = count_nulls(rows.size(), is_none) == 0;
  switch (type.layout) {
    case Layout::kBits:
      take_bits(column, rows, *budget_, *exported);
      break;
    case Layout::kFixed:
      take_fixed(column, rows, all, *budget_, *exported);
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
  uint64_t nulls = 0;
  if (column.validity != nullptr) {
    nulls = take_validity(
        rows.size(), [&](size_t i) { return rows[i] == kNone || column.is_null(rows[i]); },
        *budget_, *exported);
  } else if (!all) {
    nulls = take_validity(rows.size(), is_none, *budget_, *exported);
  }
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
  const uint64_t nulls = take_validity(
      values.size(), [&](size_t i) { return values[i] == 2; }, *budget_, *exported);
  point_to_buffers(*exported);
  columns_.reserve(columns_.size() + 1);
  give(std::move(exported), values.size(), nulls, 2, &columns_.emplace_back());
}

void ResultBatch::add_integers(std::span<const int64_t> values) {
  auto exported = new_array(budget_);
  exported->memory[1] = allocate(*budget_, values.size_bytes());
  std::memcpy(exported->memory[1].data(), values.data(), values.size_bytes());
  point_to_buffers(*exported);
  columns_.reserve(columns_.size() + 1);
  give(std::move(exported), values.size(), 0, 2, &columns_.emplace_back());
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
