// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hail::arrow {

/// The meaning of values.
enum class Kind : uint8_t {
  kBool,
  kSigned,
  kUnsigned,
  kFloat,
  kDate,
  kTime,
  kTimestamp,
  kDecimal,
  kFixedBytes,
  kText,
  kBytes
};

/// The form of values in memory.
enum class Layout : uint8_t {
  kBits,        ///< one bit per value
  kFixed,       ///< the same number of bytes per value
  kVariable32,  ///< bytes, found by 32-bit offsets
  kVariable64   ///< bytes, found by 64-bit offsets
};

/// A type of values that joins take.
struct Type {
  Kind kind;
  Layout layout;
  /// Bytes per value in layout kFixed; 0 in other layouts.
  uint32_t width;
  /// The type as the C data interface writes it.
  std::string format;

  friend bool operator==(const Type&, const Type&) = default;
};

/// Parses a format string. Returns nothing if joins do not take the type, or if it is malformed.
std::optional<Type> parse_type(std::string_view format);

/// Returns whether values of two types can be equal, so that columns of these types can be joined.
/// Integers of any width and sign are comparable, and so are floating-point numbers, texts, and
/// byte strings. Other types must be the same, except for the precision of decimals, and for which
/// time zone timestamps have.
bool comparable(const Type& a, const Type& b);

}  // namespace hail::arrow
