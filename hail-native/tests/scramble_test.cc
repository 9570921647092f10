// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/laboratory/papers/scramble.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "hail/laboratory/workload/random.h"

namespace hail::join {
namespace {

TEST(ScrambleTest, IsABijectionOfAllKeysOfFewBits) {
  for (unsigned width = 1; width <= 16; ++width) {
    for (unsigned bits = 0; bits < width && bits <= 12; ++bits) {
      const Scramble scramble(width, bits);
      std::vector<bool> taken(size_t{1} << width);
      for (uint64_t key = 0; key < taken.size(); ++key) {
        uint64_t position = scramble.position(key);
        ASSERT_LT(position, taken.size()) << width << " bits, " << bits << " of partitions";
        ASSERT_FALSE(taken[position]) << width << " bits, " << bits << " of partitions";
        taken[position] = true;
        ASSERT_EQ(key, scramble.key(position));
      }
    }
  }
}

TEST(ScrambleTest, IsTurnedBackForKeysOfManyBits) {
  workload::Random random(3);
  for (unsigned width = 17; width <= 64; ++width) {
    for (unsigned bits : {0U, 1U, 6U, 12U}) {
      const Scramble scramble(width, bits);
      for (int i = 0; i < 1'000; ++i) {
        uint64_t key = random.next() >> (64 - width);
        uint64_t position = scramble.position(key);
        ASSERT_EQ(0U, width == 64 ? 0 : position >> width);
        ASSERT_EQ(key, scramble.key(position)) << width << " bits, " << bits << " of partitions";
      }
    }
  }
}

TEST(ScrambleTest, KeysOfOneStretchAreSpreadEvenlyOverPartitions) {
  constexpr unsigned kWidth = 24;
  constexpr unsigned kBits = 6;
  constexpr uint64_t kKeys = 1'000'000;
  std::vector<uint64_t> rows(size_t{1} << kBits);
  std::vector<uint64_t> rows_without(rows.size());
  const Scramble scramble(kWidth, kBits);
  for (uint64_t key = 0; key < kKeys; ++key) {
    ++rows[scramble.position(key) >> (kWidth - kBits)];
    ++rows_without[key >> (kWidth - kBits)];
  }
  const double share = static_cast<double>(kKeys) / static_cast<double>(rows.size());
  EXPECT_LE(static_cast<double>(*std::max_element(rows.begin(), rows.end())), 1.1 * share);
  EXPECT_GE(static_cast<double>(*std::min_element(rows.begin(), rows.end())), 0.9 * share);
  // Without the scramble, keys lie in four partitions, with sixteen times their share.
  EXPECT_GE(static_cast<double>(*std::max_element(rows_without.begin(), rows_without.end())),
            1.5 * share);
}

}  // namespace
}  // namespace hail::join
