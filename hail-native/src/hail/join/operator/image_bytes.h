// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hail/errors.h"

namespace hail::join {

/// Writes the fields of an image's header: numbers of 64 bits, and texts after their lengths.
class HeaderWriter {
 public:
  void number(uint64_t value) {
    const uint8_t* bytes = reinterpret_cast<const uint8_t*>(&value);
    bytes_.insert(bytes_.end(), bytes, bytes + sizeof(value));
  }

  void text(std::string_view value) {
    number(value.size());
    bytes_.insert(bytes_.end(), value.begin(), value.end());
  }

  void numbers(const std::vector<uint32_t>& values) {
    number(values.size());
    for (const uint32_t value : values) {
      number(value);
    }
  }

  const std::vector<uint8_t>& bytes() const { return bytes_; }

 private:
  std::vector<uint8_t> bytes_;
};

/// Throws BadImage unless the fields of a header agree.
///
/// what   that contradicts the rest
inline void require_header(bool holds, const char* what) {
  if (!holds) {
    throw BadImage(std::string("The header of the image contradicts itself: ") + what);
  }
}

/// Reads what HeaderWriter wrote. Throws BadImage at the end of the bytes, or if a field is out of
/// range.
class HeaderReader {
 public:
  explicit HeaderReader(std::span<const uint8_t> bytes) : rest_(bytes) {}

  uint64_t number() {
    uint64_t value;
    std::memcpy(&value, take(sizeof(value)).data(), sizeof(value));
    return value;
  }

  /// Reads a number that is at most `most`.
  uint64_t number(uint64_t most) {
    const uint64_t value = number();
    if (value > most) {
      throw BadImage("The header of the image has " + std::to_string(value) +
                     " in place of at most " + std::to_string(most));
    }
    return value;
  }

  bool flag() { return number(1) != 0; }

  std::string text() {
    const std::span<const uint8_t> bytes = take(number());
    return std::string(bytes.begin(), bytes.end());
  }

  std::vector<uint32_t> numbers() {
    // Each number takes eight bytes: this bounds the memory that a wrong length can ask for.
    std::vector<uint32_t> values(number(rest_.size() / sizeof(uint64_t)));
    for (uint32_t& value : values) {
      value = static_cast<uint32_t>(number(~uint32_t{0}));
    }
    return values;
  }

 private:
  std::span<const uint8_t> take(uint64_t bytes) {
    if (bytes > rest_.size()) {
      throw BadImage("The header of the image is too short");
    }
    const std::span<const uint8_t> taken = rest_.first(bytes);
    rest_ = rest_.subspan(bytes);
    return taken;
  }

  std::span<const uint8_t> rest_;
};

}  // namespace hail::join
