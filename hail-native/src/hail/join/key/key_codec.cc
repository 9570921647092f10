// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/key/key_codec.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "hail/join/key/key_numbers.h"
#include "hail/join/table/hash.h"

// How keys become codes, once the codes are chosen; key_codec_choice.cc chooses them.

namespace hail::join {

using arrow::ColumnView;
using internal::EachRow;
using internal::numbers_of;
using internal::SelectedRows;

namespace {

using arrow::Kind;
using arrow::load;
using arrow::Type;
using internal::kNullNumber;
using internal::kSign;
using Domain = KeyPart::Domain;

bool equal_part(const Type& a_type, const ColumnView& a, uint64_t a_row, const Type& b_type,
                const ColumnView& b, uint64_t b_row, Domain domain, const SeededHash& hash) {
  const bool a_null = a.is_null(a_row);
  const bool b_null = b.is_null(b_row);
  if (a_null || b_null) {
    return a_null && b_null;
  }
  if (domain == Domain::kText) {
    return a.text(a_row) == b.text(b_row);
  }
  if (domain == Domain::kWideBytes) {
    return std::memcmp(a.fixed(a_row), b.fixed(b_row), a.width) == 0;
  }
  uint64_t a_number;
  uint64_t b_number;
  uint8_t a_none;
  uint8_t b_none;
  numbers_of(a_type, domain, hash, a, a_row, EachRow(), 1, &a_number, &a_none);
  numbers_of(b_type, domain, hash, b, b_row, EachRow(), 1, &b_number, &b_none);
  return a_none == 0 && b_none == 0 && a_number == b_number;
}

KeyState worse(KeyState a, KeyState b) { return std::max(a, b); }

}  // namespace

KeyCodec::KeyCodec(std::vector<KeyPart> parts, bool null_equal, uint64_t hash_mask,
                   uint64_t hash_seed)
    : parts_(std::move(parts)), null_equal_(null_equal), hash_mask_(hash_mask), hash_(hash_seed) {}

KeyCodec KeyCodec::chosen(std::vector<KeyPart> parts, bool null_equal, uint64_t hash_mask,
                          uint64_t hash_seed, bool exact, uint64_t greatest_code) {
  KeyCodec codec(std::move(parts), null_equal, hash_mask, hash_seed);
  codec.exact_ = exact;
  codec.greatest_code_ = greatest_code;
  return codec;
}

namespace {

/// Gives outliers the numbers after the window. Other values outside have no number.
void place_outliers(const KeyPart& part, unsigned rows, uint64_t* numbers, uint8_t* none) {
  for (unsigned i = 0; i < rows; ++i) {
    if (numbers[i] - part.least > part.window) {
      const auto place = std::lower_bound(part.outliers.begin(), part.outliers.end(), numbers[i]);
      if (place != part.outliers.end() && *place == numbers[i]) {
        numbers[i] =
            part.least + part.window + 1 + static_cast<uint64_t>(place - part.outliers.begin());
      } else {
        none[i] = 1;
      }
    }
  }
}

/// Does what KeyCodec::encode does, in one step for each row. Only for exact codes of one integer
/// part without outliers, in a column without NULL.
template <class T, class At>
void encode_integers(const KeyPart& part, const ColumnView& column, uint64_t from, const At& at,
                     unsigned rows, KeyCodec::Codes& codes) {
  constexpr bool kFromSigned = std::numeric_limits<T>::is_signed;
  const bool is_signed = part.domain == Domain::kSigned;
  const uint64_t turned = is_signed ? kSign : 0;
  // The upper half of unsigned values has no equal among signed values, and negative values none
  // among unsigned.
  const uint64_t excluded = is_signed == kFromSigned ? 0 : kSign;
  const uint8_t* values = column.fixed(from);
  const uint64_t least = part.least;
  const uint64_t span = part.span;
  const uint64_t first = part.has_null;
  for (unsigned i = 0; i < rows; ++i) {
    const uint64_t wide = static_cast<uint64_t>(load<T>(values, at(i)));
    const uint64_t place = (wide ^ turned) - least;
    const bool never = (place > span) | ((wide & excluded) != 0);
    codes.code[i] = place + first;
    codes.state[i] = never ? KeyState::kNever : KeyState::kSearchable;
  }
}

/// Encodes rows in one step each if the part allows that. Returns false, and encodes nothing, if
/// not.
template <class At>
bool encode_integer_part(const KeyPart& part, const Type& type, const ColumnView& column,
                         uint64_t from, const At& at, unsigned rows, KeyCodec::Codes& codes) {
  if ((part.domain != Domain::kSigned && part.domain != Domain::kUnsigned) ||
      type.kind == Kind::kBool || part.empty || !part.outliers.empty()) {
    return false;
  }
  const bool from_unsigned = type.kind == Kind::kUnsigned;
  return arrow::with_width(type.width, [&]<class Wide>(Wide) {
    if constexpr (sizeof(Wide) <= sizeof(uint64_t)) {
      if (from_unsigned) {
        encode_integers<Wide>(part, column, from, at, rows, codes);
      } else {
        encode_integers<std::make_signed_t<Wide>>(part, column, from, at, rows, codes);
      }
    }
  });
}

}  // namespace

template <bool Build, class At>
void KeyCodec::encode(std::span<const ColumnView> columns, uint64_t from, const At& at,
                      unsigned rows, Codes& codes) const {
  if (exact_ && parts_.size() == 1 && columns[0].validity == nullptr &&
      encode_integer_part(parts_[0], Build ? parts_[0].build : parts_[0].probe, columns[0], from,
                          at, rows, codes)) {
    return;
  }
  uint64_t numbers[kStride];
  uint8_t none[kStride];
  std::fill_n(codes.code, rows, 0);
  std::fill_n(codes.state, rows, KeyState::kSearchable);
  for (size_t p = 0; p < parts_.size(); ++p) {
    const KeyPart& part = parts_[p];
    const ColumnView& column = columns[p];
    numbers_of(Build ? part.build : part.probe, part.domain, hash_, column, from, at, rows, numbers,
               none);
    const bool has_nulls = column.validity != nullptr;
    if (exact_) {
      if (!part.outliers.empty()) {
        place_outliers(part, rows, numbers, none);
      }
      const uint64_t first = part.has_null;
      for (unsigned i = 0; i < rows; ++i) {
        const uint64_t place = numbers[i] - part.least;
        KeyState state = part.empty || place > part.span || none[i] != 0 ? KeyState::kNever
                                                                         : KeyState::kSearchable;
        uint64_t code = place + first;
        if (has_nulls && column.is_null(from + at(i))) {
          state = !null_equal_    ? KeyState::kNull
                  : part.has_null ? KeyState::kSearchable
                                  : KeyState::kNever;
          code = 0;
        }
        codes.code[i] |= code << part.shift;
        codes.state[i] = worse(codes.state[i], state);
      }
    } else {
      for (unsigned i = 0; i < rows; ++i) {
        KeyState state = none[i] != 0 ? KeyState::kNever : KeyState::kSearchable;
        uint64_t number = numbers[i];
        if (has_nulls && column.is_null(from + at(i))) {
          state = null_equal_ ? KeyState::kSearchable : KeyState::kNull;
          number = kNullNumber;
        }
        codes.code[i] = hash_.step(codes.code[i] + 1, number);
        codes.state[i] = worse(codes.state[i], state);
      }
    }
  }
  if (!exact_) {
    for (unsigned i = 0; i < rows; ++i) {
      codes.code[i] = mix64(codes.code[i]) & hash_mask_;
    }
  }
}

void KeyCodec::encode_build(std::span<const ColumnView> columns, uint64_t from, unsigned rows,
                            Codes& codes) const {
  encode<true>(columns, from, EachRow(), rows, codes);
}

void KeyCodec::encode_probe(std::span<const ColumnView> columns, uint64_t from, unsigned rows,
                            Codes& codes) const {
  encode<false>(columns, from, EachRow(), rows, codes);
}

void KeyCodec::encode_probe(std::span<const ColumnView> columns, uint64_t from,
                            std::span<const uint32_t> selection, Codes& codes) const {
  const unsigned rows = static_cast<unsigned>(selection.size());
  // A full ascending selection needs no indirection: the rows follow each other.
  if (rows == 0 || selection.back() - selection.front() == rows - 1) {
    encode<false>(columns, rows == 0 ? from : from + selection.front(), EachRow(), rows, codes);
  } else {
    encode<false>(columns, from, SelectedRows{selection.data()}, rows, codes);
  }
}

bool KeyCodec::equal(std::span<const ColumnView> probe, uint64_t probe_row,
                     std::span<const ColumnView> build, uint64_t build_row) const {
  for (size_t i = 0; i < parts_.size(); ++i) {
    const KeyPart& part = parts_[i];
    if (!equal_part(part.probe, probe[i], probe_row, part.build, build[i], build_row, part.domain,
                    hash_)) {
      return false;
    }
  }
  return true;
}

bool KeyCodec::equal_build(std::span<const ColumnView> build, uint64_t a, uint64_t b) const {
  for (size_t i = 0; i < parts_.size(); ++i) {
    const KeyPart& part = parts_[i];
    if (!equal_part(part.build, build[i], a, part.build, build[i], b, part.domain, hash_)) {
      return false;
    }
  }
  return true;
}

}  // namespace hail::join
