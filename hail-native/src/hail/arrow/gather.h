// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <span>

#include "hail/arrow/column_view.h"

namespace hail::arrow {

// Each copies rows of a column to memory that has room for them.
//
// rows   row numbers of the column; kNone for NULL

inline uint64_t bytes_of_bits(uint64_t bits) { return (bits + 7) / 8; }

inline void set_bit(uint8_t* bits, uint64_t at) {
  bits[at / 8] = static_cast<uint8_t>(bits[at / 8] | 1U << (at % 8));
}

/// Copies values of layout kFixed. NULL for kNone has zeros for its value.
void gather_fixed(const ColumnView& column, std::span<const uint32_t> rows, uint8_t* values);

/// Copies values of layout kBits. NULL for kNone has a zero for its value.
void gather_bits(const ColumnView& column, std::span<const uint32_t> rows, uint8_t* bits);

/// Returns how many of the rows are NULL.
uint64_t count_nulls(const ColumnView& column, std::span<const uint32_t> rows);

/// Writes a bit for each row, 0 for NULL.
void gather_validity(const ColumnView& column, std::span<const uint32_t> rows, uint8_t* bits);

}  // namespace hail::arrow
