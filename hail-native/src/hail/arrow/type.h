// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hail::arrow {

/// What values mean.
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

/// How values lie in memory.
enum class Layout : uint8_t {
  kBits,        ///< a bit each
  kFixed,       ///< as many bytes each
  kVariable32,  ///< bytes between offsets of 32 bits
  kVariable64   ///< bytes between offsets of 64 bits
};

/// A type of values that joins take.
struct Type {
  Kind kind;
  Layout layout;
  /// Bytes of a value of layout kFixed; else 0.
  uint32_t width;
  /// As the C data interface writes it.
  std::string format;

  friend bool operator==(const Type&, const Type&) = default;
};

/// The type of a format string; none if joins do not take it, or if it is malformed.
std::optional<Type> parse_type(std::string_view format);

/// Whether values of two types can be equal, so that columns of them can be each other's keys:
/// integers of any width and sign, floating-point numbers, texts, byte strings; otherwise types
/// that are the same but for the precision of decimals and for which zone timestamps are in.
bool comparable(const Type& a, const Type& b);

}  // namespace hail::arrow
