// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstddef>

namespace hail::join {

/// How rows are written to their partitions (paper B, sections 5.1 and 6.1).
enum class Write {
  kPlain,     ///< one store per row
  kCombined,  ///< gathered to cache lines, in a buffer for each partition
  kStreaming  ///< gathered, then lines are stored past the caches
};

/// How to write on hosts whose costs are not known. With few partitions, one store per row is the
/// fastest on all measured hosts. With more, hosts differ: streamed lines take from half to 1.6
/// times the time of plain stores. See docs/measurements/native-joins.md, "Ways to write".
constexpr Write usual_write(size_t partitions) {
  constexpr size_t kFew = 32;
  return partitions <= kFew ? Write::kPlain : Write::kStreaming;
}

}  // namespace hail::join
