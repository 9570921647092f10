// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/arrow/type.h"

#include <charconv>

namespace hail::arrow {
namespace {

/// Reads the number at the start of a text, up to its end or a comma, and removes both.
std::optional<uint32_t> take_number(std::string_view& text) {
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) {
    return std::nullopt;
  }
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  if (!text.empty()) {
    if (text.front() != ',' || text.size() == 1) {
      return std::nullopt;
    }
    text.remove_prefix(1);
  }
  return number;
}

std::optional<Type> of_letter(char letter) {
  auto fixed = [&](Kind kind, uint32_t width) {
    return Type{kind, Layout::kFixed, width, std::string(1, letter)};
  };
  auto variable = [&](Kind kind, Layout layout) {
    return Type{kind, layout, 0, std::string(1, letter)};
  };
  switch (letter) {
    case 'b':
      return Type{Kind::kBool, Layout::kBits, 0, "b"};
    case 'c':
      return fixed(Kind::kSigned, 1);
    case 'C':
      return fixed(Kind::kUnsigned, 1);
    case 's':
      return fixed(Kind::kSigned, 2);
    case 'S':
      return fixed(Kind::kUnsigned, 2);
    case 'i':
      return fixed(Kind::kSigned, 4);
    case 'I':
      return fixed(Kind::kUnsigned, 4);
    case 'l':
      return fixed(Kind::kSigned, 8);
    case 'L':
      return fixed(Kind::kUnsigned, 8);
    case 'f':
      return fixed(Kind::kFloat, 4);
    case 'g':
      return fixed(Kind::kFloat, 8);
    case 'u':
      return variable(Kind::kText, Layout::kVariable32);
    case 'U':
      return variable(Kind::kText, Layout::kVariable64);
    case 'z':
      return variable(Kind::kBytes, Layout::kVariable32);
    case 'Z':
      return variable(Kind::kBytes, Layout::kVariable64);
    default:
      return std::nullopt;
  }
}

/// Returns whether parameters are a precision, a scale (may be negative) and, optionally, 128 bits.
bool is_decimal128(std::string_view parameters) {
  const std::optional<uint32_t> precision = take_number(parameters);
  if (!precision || *precision == 0 || *precision > 38 || parameters.empty()) {
    return false;
  }
  if (parameters.front() == '-') {
    parameters.remove_prefix(1);
  }
  if (!take_number(parameters)) {
    return false;
  }
  return parameters.empty() || parameters == "128";
}

/// Returns the scale of a decimal, as text.
std::string_view scale_of(std::string_view format) {
  const size_t from = format.find(',') + 1;
  return format.substr(from, format.find(',', from) - from);
}

std::optional<Type> of_time(std::string_view format) {
  auto fixed = [&](Kind kind, uint32_t width) {
    return Type{kind, Layout::kFixed, width, std::string(format)};
  };
  if (format == "tdD") {
    return fixed(Kind::kDate, 4);
  }
  if (format == "tdm") {
    return fixed(Kind::kDate, 8);
  }
  if (format == "tts" || format == "ttm") {
    return fixed(Kind::kTime, 4);
  }
  if (format == "ttu" || format == "ttn") {
    return fixed(Kind::kTime, 8);
  }
  constexpr std::string_view kUnits = "smun";
  if (format.size() >= 4 && format.starts_with("ts") &&
      kUnits.find(format[2]) != std::string_view::npos && format[3] == ':') {
    return fixed(Kind::kTimestamp, 8);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Type> parse_type(std::string_view format) {
  if (format.size() == 1) {
    return of_letter(format.front());
  }
  if (format.starts_with("t")) {
    return of_time(format);
  }
  if (format.starts_with("w:")) {
    std::string_view parameters = format.substr(2);
    const std::optional<uint32_t> width = take_number(parameters);
    if (!width || *width == 0 || !parameters.empty()) {
      return std::nullopt;
    }
    return Type{Kind::kFixedBytes, Layout::kFixed, *width, std::string(format)};
  }
  if (format.starts_with("d:") && is_decimal128(format.substr(2))) {
    return Type{Kind::kDecimal, Layout::kFixed, 16, std::string(format)};
  }
  return std::nullopt;
}

bool comparable(const Type& a, const Type& b) {
  auto is_integer = [](const Type& type) {
    return type.kind == Kind::kSigned || type.kind == Kind::kUnsigned;
  };
  if (is_integer(a) && is_integer(b)) {
    return true;
  }
  if (a.kind != b.kind) {
    return false;
  }
  switch (a.kind) {
    case Kind::kFloat:
    case Kind::kText:
    case Kind::kBytes:
      return true;
    case Kind::kDecimal:
      return scale_of(a.format) == scale_of(b.format);
    case Kind::kTimestamp:
      return a.format[2] == b.format[2] && (a.format.size() > 4) == (b.format.size() > 4);
    default:
      return a.format == b.format;
  }
}

}  // namespace hail::arrow
