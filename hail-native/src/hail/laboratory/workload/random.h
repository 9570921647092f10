// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>

#include "hail/join/table/hash.h"

namespace hail::workload {

/// Random numbers that depend on a seed and a position only, so that any thread can make any part of
/// a sequence (splitmix64).
class Random {
 public:
  explicit Random(uint64_t seed) : state_(join::mix64(seed + kStep)) {}

  /// The number at a position of the sequence.
  uint64_t at(uint64_t position) const { return join::mix64(state_ + (position + 1) * kStep); }

  /// The next number; begins at position 0.
  uint64_t next() { return at(position_++); }

  /// The next number below n, n > 0.
  uint64_t below(uint64_t n) { return join::fast_range(next(), n); }

  /// The next number of [0, 1).
  double unit() { return to_unit(next()); }

  static double to_unit(uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1.0p-53; }

 private:
  static constexpr uint64_t kStep = 0x9e3779b97f4a7c15ULL;

  uint64_t state_;
  uint64_t position_ = 0;
};

}  // namespace hail::workload
