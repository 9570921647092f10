// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstddef>

namespace hail::join {

/// How rows get to their partitions (paper B, sections 5.1 and 6.1).
enum class Write {
  kPlain,     ///< one store per row
  kCombined,  ///< gathered to cache lines in a buffer per partition
  kStreaming  ///< gathered, and lines stored past the caches
};

/// The way to write to so many partitions on hosts whose costs are not known: a store per row is the fastest
/// on all that were measured while the partitions are few. With more, what is best differs: streamed lines
/// take up to 1.6 times the time of plain stores on one host, and half of it on another. See
/// docs/measurements/native-joins.md, "Ways to write".
constexpr Write usual_write(size_t partitions) {
  constexpr size_t kFew = 32;
  return partitions <= kFew ? Write::kPlain : Write::kStreaming;
}

}  // namespace hail::join
