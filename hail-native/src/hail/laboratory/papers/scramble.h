// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>

#include "hail/join/table/hash.h"

namespace hail::join {

/// A bijection of integers of `width` bits, from keys to positions. Equal stretches of positions
/// receive keys evenly, even if a predicate has selected stretches of keys (paper A, section
/// 2.4.2). The lowest bits of the key, xored with a hash of the upper bits, become the uppermost
/// bits of the position. So a partition is a stretch of positions. Keys keep their density: there
/// are as many positions as keys.
class Scramble {
 public:
  /// width            bits of a key, 1 to 64
  /// partition_bits   bits that choose a partition, 0 to width - 1
  Scramble(unsigned width, unsigned partition_bits)
      : width_(width), low_(partition_bits), low_mask_((uint64_t{1} << partition_bits) - 1) {}

  /// The position of a key below 2^width.
  uint64_t position(uint64_t key) const {
    if (low_ == 0) {
      return key;
    }
    const uint64_t upper = key >> low_;
    const uint64_t turned = (key ^ mix64(upper)) & low_mask_;
    return turned << (width_ - low_) | upper;
  }

  /// The key at a position.
  uint64_t key(uint64_t position) const {
    if (low_ == 0) {
      return position;
    }
    const uint64_t upper = position & ((uint64_t{1} << (width_ - low_)) - 1);
    const uint64_t turned = position >> (width_ - low_);
    return upper << low_ | ((turned ^ mix64(upper)) & low_mask_);
  }

 private:
  unsigned width_;
  unsigned low_;
  uint64_t low_mask_;
};

}  // namespace hail::join
