// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/operator/image_content.h"

#include <algorithm>
#include <array>

#include "hail/arrow/column_view.h"
#include "hail/join/table/hash.h"

namespace hail::join {
namespace {

constexpr uint64_t kContentSeed = 0x3c6ef372fe94f82bULL;

/// Adds whole words to a hash, so that parts can be hashed one after the other.
uint64_t hash_words(uint64_t hash, std::span<const uint8_t> bytes) {
  for (size_t at = 0; at < bytes.size(); at += sizeof(uint64_t)) {
    hash = hash_step(hash, arrow::load<uint64_t>(bytes.data() + at, 0));
  }
  return hash;
}

}  // namespace

uint64_t hash_content(std::span<const uint8_t> content) {
  return hash_words(kContentSeed, content);
}

uint64_t ContentWriter::write(NewFile& file, uint64_t offset) const {
  uint64_t hash = kContentSeed;
  for (const std::span<const uint8_t> part : parts_) {
    const size_t whole = part.size() / kPartUnit * kPartUnit;
    file.write(offset, part.first(whole));
    hash = hash_words(hash, part.first(whole));
    offset += whole;
    if (whole < part.size()) {
      std::array<uint8_t, kPartUnit> rest{};
      std::copy(part.begin() + static_cast<ptrdiff_t>(whole), part.end(), rest.begin());
      file.write(offset, rest);
      hash = hash_words(hash, rest);
      offset += kPartUnit;
    }
  }
  return hash;
}

}  // namespace hail::join
