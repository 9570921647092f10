// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/laboratory/select/locality.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hail/laboratory/select/skew.h"
#include "hail/laboratory/workload/random.h"
#include "hail/laboratory/workload/zipf.h"

namespace hail::select {
namespace {

constexpr uint64_t kKilo = uint64_t{1} << 10;
constexpr uint64_t kMega = uint64_t{1} << 20;

CostCurve some_curve() {
  return CostCurve({{16 * kKilo, 1}, {kMega, 2}, {4 * kMega, 5}, {64 * kMega, 20}});
}

double cost_of(const CostCurve& curve, const std::vector<double>& parts, double passing,
               double keys, double skew) {
  return access_cost(curve, parts, passing, keys, skew);
}

TEST(ZipfShareTest, IsTheSumOfItsTerms) {
  for (const double theta : {0.0, 0.5, 0.9, 0.99}) {
    const uint64_t keys = 50'000;
    double sum = 0;
    for (uint64_t i = 1; i <= keys; ++i) {
      sum += std::pow(static_cast<double>(i), -theta);
    }
    double share = 0;
    for (uint64_t i = 1; i <= keys; ++i) {
      share += std::pow(static_cast<double>(i), -theta) / sum;
      if (i < 100 || i % 1000 == 0) {
        ASSERT_NEAR(share, zipf_share(i, keys, theta), 1e-4) << i << " hottest, theta " << theta;
      }
    }
  }
}

TEST(AccessCostTest, WithoutSkewIsThatOfTheCurve) {
  const CostCurve curve = some_curve();
  for (const double bytes : {1e4, 5e5, 3e6, 5e7}) {
    for (const double keys : {bytes / 4, bytes / 64, bytes / 16}) {
      EXPECT_NEAR(curve.at(bytes), cost_of(curve, {bytes}, 0, keys, 0), 1e-9)
          << bytes << " bytes, " << keys << " keys";
    }
  }
}

TEST(AccessCostTest, OfKeysFarApartIsThatOfTheirLines) {
  const CostCurve curve = some_curve();
  EXPECT_NEAR(curve.at(1000 * 64), cost_of(curve, {1e9}, 0, 1000, 0), 1e-9);
}

TEST(AccessCostTest, PartsOfATableCompeteForTheCache) {
  const CostCurve curve = some_curve();
  const std::vector<double> parts{2e6, 3e6};
  const double together = cost_of(curve, parts, 0, 1e6, 0);
  EXPECT_GT(together, curve.at(2e6) + curve.at(3e6));
  EXPECT_LT(together, 2 * curve.at(5e6 * 1.6));
}

TEST(AccessCostTest, RowsThatPassTakeRoom) {
  const CostCurve curve = some_curve();
  double before = 0;
  for (const double passing : {0.0, 8.0, 16.0, 64.0}) {
    const double cost = cost_of(curve, {3e6}, passing, 1e6, 0);
    EXPECT_GT(cost, before) << passing << " bytes";
    before = cost;
  }
}

TEST(AccessCostTest, SkewMakesAccessesCheaperAndNeverDearer) {
  const CostCurve curve = some_curve();
  double before = 1e9;
  for (const double skew : {0.0, 0.001, 0.3, 0.5, 0.75, 0.9, 0.95, 0.99}) {
    const double cost = cost_of(curve, {6e7}, 0, 1.5e7, skew);
    EXPECT_LE(cost, before * 1.01) << "skew " << skew;
    before = cost;
  }
  EXPECT_LT(before, 0.8 * curve.at(6e7));
}

/// Returns the share of accesses to lines that were not among the last `cache_lines` different
/// ones.
double misses_of_a_cache(uint64_t keys, uint64_t keys_a_line, double skew, uint64_t cache_lines,
                         uint64_t seed) {
  const workload::Zipf zipf(keys, skew);
  workload::Random random(seed);
  // Each line's last access, and a Fenwick tree that tells how many lines were accessed since.
  const uint64_t accesses = 400'000;
  std::vector<int> tree(accesses + 1);
  const auto add = [&](uint64_t at, int value) {
    for (++at; at <= accesses; at += at & (~at + 1)) {
      tree[at] += value;
    }
  };
  const auto sum = [&](uint64_t to) {
    int found = 0;
    for (; to > 0; to -= to & (~to + 1)) {
      found += tree[to];
    }
    return found;
  };
  std::vector<uint64_t> key_of_rank(keys);
  std::iota(key_of_rank.begin(), key_of_rank.end(), 0);
  for (uint64_t i = keys; i > 1; --i) {
    std::swap(key_of_rank[i - 1], key_of_rank[random.below(i)]);
  }
  std::unordered_map<uint64_t, uint64_t> last;
  uint64_t misses = 0;
  for (uint64_t i = 0; i < accesses; ++i) {
    const uint64_t key = key_of_rank[zipf.rank(random.unit()) - 1];
    const auto [line, first] = last.try_emplace(key / keys_a_line, i);
    bool miss = first;
    if (!first) {
      miss = static_cast<uint64_t>(sum(i) - sum(line->second + 1)) >= cache_lines;
      add(line->second, -1);
      line->second = i;
    }
    add(i, 1);
    misses += miss && i >= accesses / 2;
  }
  return static_cast<double>(misses) / static_cast<double>(accesses - accesses / 2);
}

TEST(AccessCostTest, OfHotKeysIsAboutThatOfACacheThatKeepsLinesLongestUsed) {
  const uint64_t keys = 100'000;
  for (const uint64_t keys_a_line : {1U, 8U, 16U}) {
    for (const double skew : {0.5, 0.9, 0.99}) {
      const uint64_t lines = keys / keys_a_line;
      for (const uint64_t part : {16U, 4U}) {
        const uint64_t cached = lines / part;
        // An access costs nothing in the cache and 1 beyond it. So the curve has the share of
        // misses of accesses that are evenly spread over so many bytes.
        std::vector<CostCurve::Point> points;
        const double cache_bytes = static_cast<double>(cached) * 64;
        for (double bytes = cache_bytes * 1.01; bytes < 100 * cache_bytes; bytes *= 1.05) {
          points.push_back({static_cast<uint64_t>(bytes), 1 - cache_bytes / bytes});
        }
        const double modelled = cost_of(CostCurve(points), {static_cast<double>(lines) * 64}, 0,
                                        static_cast<double>(keys), skew);
        const double counted = misses_of_a_cache(keys, keys_a_line, skew, cached, 7);
        EXPECT_NEAR(counted, modelled, 0.12)
            << keys_a_line << " keys a line, skew " << skew << ", a cache of 1/" << part;
      }
    }
  }
}

}  // namespace
}  // namespace hail::select
