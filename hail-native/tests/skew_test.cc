// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/laboratory/select/skew.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hail/join/table/tuple.h"
#include "hail/laboratory/workload/random.h"
#include "hail/laboratory/workload/relations.h"
#include "hail/memory/budget.h"

namespace hail::select {
namespace {

using join::Tuple;

TEST(SkewTest, OfAZipfDistributionIsFound) {
  for (const double zipf : {0.0, 0.5, 0.75, 0.9, 0.95, 0.99}) {
    for (const uint64_t keys : {1'000U, 100'000U}) {
      MemoryBudget budget;
      const auto rows = workload::make_relations<uint32_t>(
          {.build_rows = keys, .probe_rows = 300'000, .zipf = zipf}, budget);
      EXPECT_NEAR(zipf, estimate_skew<uint32_t>(rows.probe.span(), keys), 0.06) << keys << " keys";
    }
  }
}

TEST(SkewTest, OfFewRowsOrKeysOrOneKeyIsWhatItCanBe) {
  const std::vector<Tuple<uint64_t>> same(1000, {7, 0});
  EXPECT_EQ(0, estimate_skew<uint64_t>({}, 100));
  EXPECT_EQ(0, estimate_skew<uint64_t>(std::span(same).first(100), 1000));
  EXPECT_EQ(0, estimate_skew<uint64_t>(same, 5));
  EXPECT_EQ(0.99, estimate_skew<uint64_t>(same, 1000));
  EXPECT_EQ(0.99, estimate_skew<uint64_t>(same, 1000, uint64_t{1} << 40));
}

TEST(SkewTest, ASampleSeesThroughAPeriodOfTheRows) {
  // Each 64th row has the same key; a sample of each 64th row would see nothing or nothing else.
  std::vector<Tuple<uint32_t>> rows(1 << 20);
  workload::Random random(3);
  for (size_t i = 0; i < rows.size(); ++i) {
    rows[i].key = i % 64 == 0 ? 1 : static_cast<uint32_t>(random.below(1'000'000));
  }
  const double found = estimate_skew<uint32_t>(rows, 1'000'000, rows.size() / 64);
  EXPECT_GT(found, 0.3);
  EXPECT_LT(found, 0.8);
}

}  // namespace
}  // namespace hail::select
