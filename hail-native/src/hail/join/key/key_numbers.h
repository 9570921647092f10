// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>

#include "hail/arrow/column_view.h"
#include "hail/arrow/type.h"
#include "hail/join/key/key_part.h"
#include "hail/join/table/hash.h"

// How values of a part of a key become numbers of 64 bits; for KeyCodec alone.

namespace hail::join::internal {

inline constexpr uint64_t kSign = uint64_t{1} << 63;
inline constexpr uint64_t kNullNumber = 0xbb67ae8584caa73bULL;

/// Rows that follow each other: row i is at offset i.
struct EachRow {
  unsigned operator()(unsigned i) const { return i; }
};

/// Selected rows: row i is at offset selection[i], and offsets ascend.
struct SelectedRows {
  const uint32_t* selection;

  uint32_t operator()(unsigned i) const { return selection[i]; }
};

/// Converts integers to numbers. none[i] becomes 1 where the domain has no equal value: for
/// negative values among unsigned integers, and large values among signed integers.
///
/// values   value of row 0
/// at       row i is at(i) rows after row 0
template <class T, class At>
void integer_numbers(const uint8_t* values, const At& at, unsigned rows, bool is_signed,
                     uint64_t* numbers, uint8_t* none) {
  for (unsigned i = 0; i < rows; ++i) {
    const T value = arrow::load<T>(values, at(i));
    if constexpr (std::numeric_limits<T>::is_signed) {
      const uint64_t wide = static_cast<uint64_t>(static_cast<int64_t>(value));
      numbers[i] = is_signed ? wide ^ kSign : wide;
      none[i] = !is_signed && value < 0;
    } else {
      const uint64_t wide = value;
      numbers[i] = is_signed ? wide ^ kSign : wide;
      none[i] = is_signed && (wide & kSign) != 0;
    }
  }
}

template <class Bits, class Float>
uint64_t float_number(Float value) {
  constexpr Bits kSignBit = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));
  if (std::isnan(value)) {
    value = std::numeric_limits<Float>::quiet_NaN();
  }
  const Bits bits = std::bit_cast<Bits>(value == 0 ? Float{0} : value);
  return (bits & kSignBit) != 0 ? static_cast<Bits>(~bits) : static_cast<Bits>(bits | kSignBit);
}

/// Converts values of a part to numbers. none[i] becomes 1 where a value has no number.
///
/// from   row 0 of the view
/// at     row i is row from + at(i) of the view
template <class At>
void numbers_of(const arrow::Type& type, KeyPart::Domain domain, const SeededHash& hash,
                const arrow::ColumnView& view, uint64_t from, const At& at, unsigned rows,
                uint64_t* numbers, uint8_t* none) {
  using arrow::Kind;
  using arrow::load;
  using Domain = KeyPart::Domain;
  std::memset(none, 0, rows);
  const uint8_t* values = view.layout == arrow::Layout::kFixed ? view.fixed(from) : nullptr;
  const bool is_signed = domain == Domain::kSigned;
  switch (domain) {
    case Domain::kSigned:
    case Domain::kUnsigned:
      if (type.kind == Kind::kBool) {
        for (unsigned i = 0; i < rows; ++i) {
          numbers[i] = view.bit(from + at(i));
        }
        return;
      }
      if (type.kind == Kind::kUnsigned) {
        switch (type.width) {
          case 1:
            return integer_numbers<uint8_t>(values, at, rows, is_signed, numbers, none);
          case 2:
            return integer_numbers<uint16_t>(values, at, rows, is_signed, numbers, none);
          case 4:
            return integer_numbers<uint32_t>(values, at, rows, is_signed, numbers, none);
          default:
            return integer_numbers<uint64_t>(values, at, rows, is_signed, numbers, none);
        }
      }
      switch (type.width) {
        case 1:
          return integer_numbers<int8_t>(values, at, rows, is_signed, numbers, none);
        case 2:
          return integer_numbers<int16_t>(values, at, rows, is_signed, numbers, none);
        case 4:
          return integer_numbers<int32_t>(values, at, rows, is_signed, numbers, none);
        default:
          return integer_numbers<int64_t>(values, at, rows, is_signed, numbers, none);
      }
    case Domain::kFloat32:
      for (unsigned i = 0; i < rows; ++i) {
        numbers[i] = float_number<uint32_t>(load<float>(values, at(i)));
      }
      return;
    case Domain::kFloat64:
      for (unsigned i = 0; i < rows; ++i) {
        numbers[i] =
            float_number<uint64_t>(type.width == 4 ? static_cast<double>(load<float>(values, at(i)))
                                                   : load<double>(values, at(i)));
      }
      return;
    case Domain::kShortBytes:
      for (unsigned i = 0; i < rows; ++i) {
        uint64_t number = 0;
        for (unsigned byte = 0; byte < type.width; ++byte) {
          number = number << 8 | values[uint64_t{at(i)} * type.width + byte];
        }
        numbers[i] = number;
      }
      return;
    case Domain::kWideBytes:
      for (unsigned i = 0; i < rows; ++i) {
        numbers[i] = hash.bytes(values + uint64_t{at(i)} * type.width, type.width);
      }
      return;
    case Domain::kText:
      for (unsigned i = 0; i < rows; ++i) {
        if (view.is_null(from + at(i))) {
          numbers[i] = kNullNumber;
        } else {
          const std::string_view text = view.text(from + at(i));
          numbers[i] = hash.bytes(text.data(), text.size());
        }
      }
      return;
  }
}

}  // namespace hail::join::internal
