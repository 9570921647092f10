// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>

#include "hail/arrow/type.h"

namespace hail::arrow {

/// Stands for a missing row; reading it gives NULL.
inline constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

/// Reads a value of a plain type. The address may be unaligned.
template <class T>
T load(const uint8_t* values, uint64_t index) {
  T value;
  std::memcpy(&value, values + index * sizeof(T), sizeof(T));
  return value;
}

inline bool test_bit(const uint8_t* bits, uint64_t at) {
  return (bits[at / 8] >> (at % 8) & 1) != 0;
}

/// Values in memory that someone else owns. The values are already checked.
struct ColumnView {
  Layout layout = Layout::kFixed;
  uint32_t width = 0;
  /// Null if no row is NULL.
  const uint8_t* validity = nullptr;
  /// Bits, values of `width` bytes, or the bytes of values of variable length.
  const uint8_t* values = nullptr;
  const uint8_t* offsets = nullptr;
  /// Position of row 0 in validity, values and offsets.
  uint64_t offset = 0;
  uint64_t rows = 0;

  bool is_null(uint64_t row) const {
    return validity != nullptr && !test_bit(validity, offset + row);
  }
  bool bit(uint64_t row) const { return test_bit(values, offset + row); }
  const uint8_t* fixed(uint64_t row) const { return values + (offset + row) * width; }

  /// Returns where the bytes of a row of variable length start. For row `rows`, returns where the
  /// bytes of the last row end.
  uint64_t begin(uint64_t row) const {
    return layout == Layout::kVariable32
               ? static_cast<uint64_t>(load<int32_t>(offsets, offset + row))
               : static_cast<uint64_t>(load<int64_t>(offsets, offset + row));
  }

  std::string_view text(uint64_t row) const {
    const uint64_t from = begin(row);
    return {reinterpret_cast<const char*>(values) + from, begin(row + 1) - from};
  }
};

/// Calls work with a zero of an unsigned type of `width` bytes. Copies of values of common widths
/// thus become a load and a store. Returns false for other widths.
template <class Work>
bool with_width(uint32_t width, const Work& work) {
  switch (width) {
    case 1:
      work(uint8_t{0});
      return true;
    case 2:
      work(uint16_t{0});
      return true;
    case 4:
      work(uint32_t{0});
      return true;
    case 8:
      work(uint64_t{0});
      return true;
    case 16:
      work(static_cast<unsigned __int128>(0));
      return true;
    default:
      return false;
  }
}

}  // namespace hail::arrow
