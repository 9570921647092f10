// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/arrow/gather.h"

#include <algorithm>
#include <cstring>

namespace hail::arrow {
namespace {

bool is_none(uint32_t row) { return row == kNone; }

bool is_null(const ColumnView& column, uint32_t row) { return is_none(row) || column.is_null(row); }

}  // namespace

void gather_fixed(const ColumnView& column, std::span<const uint32_t> rows, uint8_t* values) {
  const uint32_t width = column.width;
  const bool all = std::none_of(rows.begin(), rows.end(), is_none);
  auto copy = [&](auto copy_value, auto clear_value) {
    if (all) {
      for (size_t i = 0; i < rows.size(); ++i) {
        copy_value(values + i * width, column.fixed(rows[i]));
      }
      return;
    }
    for (size_t i = 0; i < rows.size(); ++i) {
      if (is_none(rows[i])) {
        clear_value(values + i * width);
      } else {
        copy_value(values + i * width, column.fixed(rows[i]));
      }
    }
  };
  if (!with_width(width, [&](auto zero) {
        copy([](uint8_t* into, const uint8_t* value) { std::memcpy(into, value, sizeof(zero)); },
             [](uint8_t* into) { std::memset(into, 0, sizeof(zero)); });
      })) {
    copy([width](uint8_t* into, const uint8_t* value) { std::memcpy(into, value, width); },
         [width](uint8_t* into) { std::memset(into, 0, width); });
  }
}

void gather_bits(const ColumnView& column, std::span<const uint32_t> rows, uint8_t* bits) {
  std::fill_n(bits, bytes_of_bits(rows.size()), uint8_t{0});
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!is_none(rows[i]) && column.bit(rows[i])) {
      set_bit(bits, i);
    }
  }
}

uint64_t count_nulls(const ColumnView& column, std::span<const uint32_t> rows) {
  uint64_t nulls = 0;
  if (column.validity == nullptr) {
    for (const uint32_t row : rows) {
      nulls += is_none(row);
    }
    return nulls;
  }
  for (const uint32_t row : rows) {
    nulls += is_null(column, row);
  }
  return nulls;
}

void gather_validity(const ColumnView& column, std::span<const uint32_t> rows, uint8_t* bits) {
  std::fill_n(bits, bytes_of_bits(rows.size()), uint8_t{0});
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!is_null(column, rows[i])) {
      set_bit(bits, i);
    }
  }
}

}  // namespace hail::arrow
