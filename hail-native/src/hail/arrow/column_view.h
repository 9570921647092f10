// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>

#include "hail/arrow/type.h"

namespace hail::arrow {

/// In place of the number of a row: no row, which gives NULL.
inline constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

/// A value of a plain type at an address that needs not be aligned.
template <class T>
T load(const uint8_t* values, uint64_t index) {
  T value;
  std::memcpy(&value, values + index * sizeof(T), sizeof(T));
  return value;
}

inline bool test_bit(const uint8_t* bits, uint64_t at) {
  return (bits[at / 8] >> (at % 8) & 1) != 0;
}

/// Values in memory of someone else, checked before.
struct ColumnView {
  Layout layout = Layout::kFixed;
  uint32_t width = 0;
  /// Null if no row is NULL.
  const uint8_t* validity = nullptr;
  /// Bits, values of `width` bytes, or the bytes of values of variable length.
  const uint8_t* values = nullptr;
  const uint8_t* offsets = nullptr;
  /// Where row 0 is in all of these.
  uint64_t offset = 0;
  uint64_t rows = 0;

  bool is_null(uint64_t row) const {
    return validity != nullptr && !test_bit(validity, offset + row);
  }
  bool bit(uint64_t row) const { return test_bit(values, offset + row); }
  const uint8_t* fixed(uint64_t row) const { return values + (offset + row) * width; }

  /// Where the bytes of a row of variable length begin; for row `rows`, where the last one ends.
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

/// Calls work with a zero of an unsigned type of as many bytes, so that copies of values of common
/// widths are a load and a store; returns false for other widths.
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
