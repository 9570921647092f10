// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hail/errors.h"
#include "hail/join/operator/image_bytes.h"
#include "hail/join/operator/image_file.h"

namespace hail::join {

/// Parts of the content, the content and the header begin at multiples of this number of bytes.
inline constexpr uint64_t kPartUnit = 64;

/// The least multiple of kPartUnit that is not below `bytes`.
inline uint64_t whole_units(uint64_t bytes) {
  return (bytes + kPartUnit - 1) / kPartUnit * kPartUnit;
}

/// Hashes the content of an image, a multiple of kPartUnit bytes.
uint64_t hash_content(std::span<const uint8_t> content);

/// The content to be written: parts one after the other, each at a multiple of 64 bytes.
class ContentWriter {
 public:
  /// Adds a part. Writes its place, from the start of the content, into the header.
  template <class T>
  void part(HeaderWriter& header, std::span<const T> values) {
    header.number(size_);
    header.number(values.size_bytes());
    parts_.emplace_back(reinterpret_cast<const uint8_t*>(values.data()), values.size_bytes());
    size_ += whole_units(values.size_bytes());
  }

  uint64_t size() const { return size_; }

  /// Writes all parts at an offset of the file. Returns their hash.
  uint64_t write(NewFile& file, uint64_t offset) const;

 private:
  std::vector<std::span<const uint8_t>> parts_;
  uint64_t size_ = 0;
};

/// The content of an image that was opened.
class ContentReader {
 public:
  explicit ContentReader(std::span<const uint8_t> content) : content_(content) {}

  /// The part whose place is the next field of the header. Throws BadImage if it is not in the
  /// content.
  template <class T>
  std::span<const T> part(HeaderReader& header) const {
    const uint64_t offset = header.number();
    const uint64_t bytes = header.number();
    if (offset % kPartUnit != 0 || offset > content_.size() || bytes > content_.size() - offset ||
        bytes % sizeof(T) != 0) {
      throw BadImage("The header of the image has a part of " + std::to_string(bytes) +
                     " bytes at " + std::to_string(offset) + ", which is not in the file");
    }
    return {reinterpret_cast<const T*>(content_.data() + offset), bytes / sizeof(T)};
  }

 private:
  std::span<const uint8_t> content_;
};

}  // namespace hail::join
