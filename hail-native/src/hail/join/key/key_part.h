// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <vector>

#include "hail/arrow/type.h"

namespace hail::join {

/// One part of a key: its type on both sides, and how its values become numbers of 64 bits.
struct KeyPart {
  /// How values become numbers. As unsigned integers, numbers have the order of the values; hashes
  /// do not. -0.0 is 0.0, and all NaN are one value.
  enum class Domain : uint8_t {
    kSigned,
    kUnsigned,
    kFloat32,
    kFloat64,
    kShortBytes,  ///< at most 8 bytes; the first byte is the uppermost
    kWideBytes,   ///< a hash
    kText         ///< a hash
  };

  arrow::Type build;
  arrow::Type probe;
  Domain domain;

  // Exact codes only. A value in [least, least + window] has the number value - least; outliers[i]
  // has window + 1 + i, and outliers ascend. span is the greatest number. If has_null, NULL takes
  // code 0 and numbers move up by one. The part's bits in the code begin at bit `shift`. empty: the
  // build side has no values.

  bool empty = true;
  bool has_null = false;
  uint64_t least = 0;
  uint64_t window = 0;
  uint64_t span = 0;
  unsigned shift = 0;
  std::vector<uint64_t> outliers;

  KeyPart(const arrow::Type& build_type, const arrow::Type& probe_type);

  bool hashed() const { return domain == Domain::kWideBytes || domain == Domain::kText; }
};

/// The least and the greatest number of a part, and whether there are NULLs.
struct PartRange {
  bool empty = true;
  bool has_null = false;
  uint64_t least = 0;
  uint64_t greatest = 0;

  /// Extends the range so that it covers the other range too.
  void add(const PartRange& other);
};

/// A stretch of numbers that has nearly all values of a part, and what the build rows have in it.
struct PartWindow {
  uint64_t least = 0;
  uint64_t greatest = 0;
  /// The least and the greatest value in the window.
  PartRange inside;
  /// The values outside, ascending. With more than KeyCodec::kMostOutliers, some are missing.
  std::vector<uint64_t> outliers;

  /// Adds what other rows have in this window.
  void add(const PartWindow& other);
};

}  // namespace hail::join
