// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "hail/join/table/hash.h"
#include "hail/join/table/partition.h"
#include "hail/join/table/tuple.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"
#include "hail/work/workers.h"

namespace hail::join {

/// Most keys in a sample. Sampled rows spread over all rows, at unequal distances.
inline constexpr uint64_t kSampledKeys = 1024 * 16;

/// The row number of sample `i`: a row of the i-th of `size` equal stretches of n rows.
inline uint64_t sampled_row(uint64_t n, uint64_t size, uint64_t i) {
  const uint64_t from = n / size * i + n % size * i / size;
  const uint64_t to = n / size * (i + 1) + n % size * (i + 1) / size;
  return from + fast_range(mix64(i), to - from);
}

/// A stretch of keys, and the number of rows with keys outside.
struct KeyWindow {
  uint64_t least = 0;
  /// Number of values from the least to the greatest key inside; 0 if there is no window.
  uint64_t range = 0;
  uint64_t outside = 0;
};

/// The stretch of sorted values, no longer than a given length, with the most values.
struct Densest {
  /// The first and the last value of the stretch.
  uint64_t first = 0;
  uint64_t last = 0;
  /// Number of values in the stretch.
  uint64_t keys = 0;
};

/// Finds the densest stretch of `most` consecutive integers.
///
/// sorted   ascending, not empty
/// most     at least 1
inline Densest densest_stretch(std::span<const uint64_t> sorted, uint64_t most) {
  size_t begin = 0;
  size_t end = 0;
  size_t from = 0;
  for (size_t to = 0; to < sorted.size(); ++to) {
    while (sorted[to] - sorted[from] >= most) {
      ++from;
    }
    if (to + 1 - from > end - begin) {
      begin = from;
      end = to + 1;
    }
  }
  return {sorted[begin], sorted[end - 1], end - begin};
}

/// Finds a window for most keys of some rows (paper A, section 2.4.1). The window starts as the
/// densest stretch of a sample. Then it grows on both sides by up to a quarter plus kSampledKeys,
/// and shrinks to the keys that are there. The number of rows outside is exact, and may exceed
/// most_outside.
///
/// rows           a source of rows; see RowsInMemory
/// most           values in the window at most, 1 to 2^63
/// most_outside   rows that may be outside
/// Returns a window of range 0 if the sample has more than twice the permitted share outside, or no
/// keys.
/// Throws BudgetExceeded.
template <Key K, class Source>
KeyWindow find_window(const Source& rows, uint64_t most, uint64_t most_outside, Workers& workers,
                      MemoryBudget& budget) {
  if (rows.size() == 0) {
    return {};
  }
  const uint64_t sampled = std::min<uint64_t>(rows.places(), kSampledKeys);
  Array<uint64_t> sample(budget, MemoryUse::kBuffer, sampled);
  uint64_t keys = 0;
  for (uint64_t i = 0; i < sampled; ++i) {
    K key;
    if (rows.key_at(sampled_row(rows.places(), sampled, i), key)) {
      sample[keys++] = key;
    }
  }
  if (keys == 0) {
    return {};
  }
  std::sort(sample.data(), sample.data() + keys);
  const Densest densest = densest_stretch(std::as_const(sample).span().first(keys), most);
  if (static_cast<double>(keys - densest.keys) / static_cast<double>(keys) >
      2 * static_cast<double>(most_outside) / static_cast<double>(rows.size())) {
    return {};
  }
  const uint64_t length = densest.last - densest.first;
  // Values the sample missed are near, or not worth their bits.
  const uint64_t margin = std::min((most - 1 - length) / 2, length / 4 + kSampledKeys);
  const uint64_t lowest = densest.first - std::min(densest.first, margin);
  const uint64_t highest =
      densest.last + std::min(margin, std::numeric_limits<uint64_t>::max() - densest.last);
  struct alignas(kLineBytes) Inside {
    uint64_t rows = 0;
    uint64_t least = std::numeric_limits<uint64_t>::max();
    uint64_t greatest = 0;
  };
  std::vector<Inside> found(workers.threads());
  workers.run([&](unsigned thread) {
    Inside mine;
    rows.chunks(workers.threads(), thread, [&](std::span<const Tuple<K>> chunk) {
      for (const Tuple<K>& row : chunk) {
        if (row.key >= lowest && row.key <= highest) {
          ++mine.rows;
          mine.least = std::min<uint64_t>(mine.least, row.key);
          mine.greatest = std::max<uint64_t>(mine.greatest, row.key);
        }
      }
    });
    found[thread] = mine;
  });
  Inside all;
  for (const Inside& mine : found) {
    all.rows += mine.rows;
    all.least = std::min(all.least, mine.least);
    all.greatest = std::max(all.greatest, mine.greatest);
  }
  return {all.least, all.greatest - all.least + 1, rows.size() - all.rows};
}

}  // namespace hail::join
