// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "hail/join/hash.h"
#include "hail/join/partition.h"
#include "hail/join/tuple.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"
#include "hail/work/workers.h"

namespace hail::join {

/// Keys that a sample has of so many, spread over all of them and not at equal distances.
inline constexpr uint64_t kSampledKeys = 1024 * 16;

/// Which of n rows is row i of a sample of `size`.
inline uint64_t sampled_row(uint64_t n, uint64_t size, uint64_t i) {
  const uint64_t from = n / size * i + n % size * i / size;
  const uint64_t to = n / size * (i + 1) + n % size * (i + 1) / size;
  return from + fast_range(mix64(i), to - from);
}

/// A stretch of keys, and the number of rows whose keys are outside of it.
struct KeyWindow {
  uint64_t least = 0;
  /// Number of values from the least to the greatest key inside; 0 if there are no rows.
  uint64_t range = 0;
  uint64_t outside = 0;
};

/// Where among sorted values the most of them are no farther apart than `most` values: the first
/// and the last, and how many they are.
struct Densest {
  uint64_t first = 0;
  uint64_t last = 0;
  uint64_t keys = 0;
};

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

/// A window for most of the keys of some rows (paper A, section 2.4.1): the stretch of at most so
/// many values that has the most keys of a sample, extended to both sides by up to a quarter and then
/// narrowed to the keys that are there. The number of rows outside is exact. There
/// is none, of no values, if twice as many keys of the sample are outside as may be.
///
/// rows           a source of rows
/// most           1 to 2^63
/// most_outside   rows that may be outside
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
  // What a sample misses is not far: values farther away are not worth their bits.
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
