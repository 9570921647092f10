// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/laboratory/papers/cache_size.h"

#include <fstream>
#include <string>
#include <system_error>

namespace hail::join {
namespace {

std::string first_word(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string word;
  in >> word;
  return word;
}

/// The bytes of a text such as `1024K`; 0 if the text is no such number.
uint64_t bytes_of(const std::string& size) {
  uint64_t bytes = 0;
  size_t at = 0;
  for (; at < size.size() && size[at] >= '0' && size[at] <= '9' && at < 9; ++at) {
    bytes = 10 * bytes + static_cast<uint64_t>(size[at] - '0');
  }
  if (at + 1 != size.size()) {
    return 0;
  }
  switch (size[at]) {
    case 'K':
      return bytes << 10;
    case 'M':
      return bytes << 20;
    default:
      return 0;
  }
}

}  // namespace

uint64_t cache_size(const std::filesystem::path& caches, unsigned level) {
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(caches, none)) {
    if (first_word(entry.path() / "level") == std::to_string(level) &&
        first_word(entry.path() / "type") != "Instruction") {
      if (const uint64_t bytes = bytes_of(first_word(entry.path() / "size")); bytes != 0) {
        return bytes;
      }
    }
  }
  return 0;
}

}  // namespace hail::join
