// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/key/key_codec.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <type_traits>

#include "hail/join/table/hash.h"

namespace hail::join {
namespace {

using arrow::ColumnView;
using arrow::Kind;
using arrow::load;
using arrow::Type;
using Domain = KeyPart::Domain;

constexpr uint64_t kSign = uint64_t{1} << 63;
constexpr uint64_t kNullNumber = 0xbb67ae8584caa73bULL;

Domain domain_of(const Type& build, const Type& probe) {
  switch (build.kind) {
    case Kind::kSigned:
    case Kind::kDate:
    case Kind::kTime:
    case Kind::kTimestamp:
      return Domain::kSigned;
    case Kind::kBool:
    case Kind::kUnsigned:
      return Domain::kUnsigned;
    case Kind::kFloat:
      return build.width == 4 && probe.width == 4 ? Domain::kFloat32 : Domain::kFloat64;
    case Kind::kDecimal:
      return Domain::kWideBytes;
    case Kind::kFixedBytes:
      return build.width <= 8 ? Domain::kShortBytes : Domain::kWideBytes;
    case Kind::kText:
    case Kind::kBytes:
      return Domain::kText;
  }
  return Domain::kWideBytes;
}

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
    const T value = load<T>(values, at(i));
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
void numbers_of(const Type& type, Domain domain, const SeededHash& hash, const ColumnView& view,
                uint64_t from, const At& at, unsigned rows, uint64_t* numbers, uint8_t* none) {
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

KeyPart::KeyPart(const Type& build_type, const Type& probe_type)
    : build(build_type), probe(probe_type), domain(domain_of(build_type, probe_type)) {}

void PartRange::add(const PartRange& other) {
  has_null |= other.has_null;
  if (other.empty) {
    return;
  }
  least = empty ? other.least : std::min(least, other.least);
  greatest = empty ? other.greatest : std::max(greatest, other.greatest);
  empty = false;
}

void PartWindow::add(const PartWindow& other) {
  inside.add(other.inside);
  std::vector<uint64_t> all;
  std::set_union(strays.begin(), strays.end(), other.strays.begin(), other.strays.end(),
                 std::back_inserter(all));
  strays = std::move(all);
}

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

bool KeyCodec::wants_ranges() const {
  return std::none_of(parts_.begin(), parts_.end(),
                      [](const KeyPart& part) { return part.hashed(); });
}

PartRange KeyCodec::range(size_t part, const ColumnView& column, uint64_t from, uint64_t to) const {
  uint64_t numbers[kStride];
  uint8_t none[kStride];
  PartRange range;
  while (from < to) {
    const unsigned rows = static_cast<unsigned>(std::min<uint64_t>(kStride, to - from));
    numbers_of(parts_[part].build, parts_[part].domain, hash_, column, from, EachRow(), rows,
               numbers, none);
    uint64_t least = ~uint64_t{0};
    uint64_t greatest = 0;
    bool any = false;
    for (unsigned i = 0; i < rows; ++i) {
      if (column.is_null(from + i)) {
        range.has_null = true;
        continue;
      }
      any = true;
      least = std::min(least, numbers[i]);
      greatest = std::max(greatest, numbers[i]);
    }
    if (any) {
      range.add({false, false, least, greatest});
    }
    from += rows;
  }
  return range;
}

PartWindow KeyCodec::window(size_t part, const ColumnView& column,
                            std::span<const uint64_t> rows) const {
  constexpr size_t kFew = 8;
  std::vector<uint64_t> values;
  for (const uint64_t row : rows) {
    uint64_t number;
    uint8_t none;
    if (!column.is_null(row)) {
      numbers_of(parts_[part].build, parts_[part].domain, hash_, column, row, EachRow(), 1, &number,
                 &none);
      values.push_back(number);
    }
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.empty()) {
    return {};
  }
  const size_t left_out = std::min(std::max(values.size() / 1000, kFew), values.size() - 1);
  size_t best = 0;
  for (size_t first = 1; first <= left_out; ++first) {
    const size_t last = values.size() - 1 - left_out;
    if (values[first + last] - values[first] < values[best + last] - values[best]) {
      best = first;
    }
  }
  const uint64_t least = values[best];
  const uint64_t greatest = values[best + values.size() - 1 - left_out];
  const uint64_t margin = (greatest - least) / 4 + kStride;
  PartWindow found;
  found.least = least - std::min(least, margin);
  found.greatest = greatest + std::min(~greatest, margin);
  return found;
}

void KeyCodec::look_through(size_t part, const ColumnView& column, uint64_t from, uint64_t to,
                            PartWindow& window) const {
  uint64_t numbers[kStride];
  uint8_t none[kStride];
  const uint64_t most = window.greatest - window.least;
  std::vector<uint64_t>& strays = window.strays;
  while (from < to && strays.size() <= kMostStrays) {
    const unsigned rows = static_cast<unsigned>(std::min<uint64_t>(kStride, to - from));
    numbers_of(parts_[part].build, parts_[part].domain, hash_, column, from, EachRow(), rows,
               numbers, none);
    for (unsigned i = 0; i < rows; ++i) {
      const uint64_t number = numbers[i];
      if (column.is_null(from + i)) {
        continue;
      }
      if (number - window.least <= most) {
        window.inside.add({false, false, number, number});
        continue;
      }
      const auto place = std::lower_bound(strays.begin(), strays.end(), number);
      if ((place == strays.end() || *place != number) && strays.size() <= kMostStrays) {
        strays.insert(place, number);
      }
    }
    from += rows;
  }
}

void KeyCodec::choose(std::span<const PartRange> ranges) { choose(ranges, nullptr); }

void KeyCodec::choose(std::span<const PartRange> ranges, std::vector<PartWindow> windows) {
  choose(ranges, &windows);
}

void KeyCodec::choose(std::span<const PartRange> ranges, std::vector<PartWindow>* windows) {
  exact_ = false;
  greatest_code_ = hash_mask_;
  if (!wants_ranges()) {
    return;
  }
  unsigned bits = 0;
  uint64_t greatest = 0;
  // The last part gets the lowest bits, so that codes sort as keys do.
  for (size_t i = parts_.size(); i-- > 0;) {
    KeyPart& part = parts_[i];
    part.empty = ranges[i].empty;
    part.has_null = null_equal_ && ranges[i].has_null;
    part.least = ranges[i].least;
    part.window = part.empty ? 0 : ranges[i].greatest - ranges[i].least;
    part.strays.clear();
    if (windows != nullptr && !part.empty) {
      PartWindow& chosen = (*windows)[i];
      if (chosen.inside.empty) {
        return;
      }
      part.least = chosen.inside.least;
      part.window = chosen.inside.greatest - chosen.inside.least;
      part.strays = std::move(chosen.strays);
    }
    part.span = part.window + part.strays.size();
    if (part.has_null && part.span == ~uint64_t{0}) {
      return;
    }
    const uint64_t most = part.empty ? 0 : part.span + part.has_null;
    const unsigned width = static_cast<unsigned>(std::bit_width(most));
    if (bits + width > 64) {
      return;
    }
    part.shift = width == 0 ? 0 : bits;
    greatest |= most << part.shift;
    bits += width;
  }
  exact_ = true;
  greatest_code_ = greatest;
}

namespace {

/// Gives strays the numbers after the window. Other values outside have no number.
void place_strays(const KeyPart& part, unsigned rows, uint64_t* numbers, uint8_t* none) {
  for (unsigned i = 0; i < rows; ++i) {
    if (numbers[i] - part.least > part.window) {
      const auto place = std::lower_bound(part.strays.begin(), part.strays.end(), numbers[i]);
      if (place != part.strays.end() && *place == numbers[i]) {
        numbers[i] =
            part.least + part.window + 1 + static_cast<uint64_t>(place - part.strays.begin());
      } else {
        none[i] = 1;
      }
    }
  }
}

}  // namespace

namespace {

/// Does what KeyCodec::encode does, in one step for each row. Only for exact codes of one integer
/// part without strays, in a column without NULL.
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
      type.kind == Kind::kBool || part.empty || !part.strays.empty()) {
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
      if (!part.strays.empty()) {
        place_strays(part, rows, numbers, none);
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
