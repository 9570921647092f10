// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/laboratory/select/skew.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hail/join/table/hash.h"

namespace hail::select {
namespace {

constexpr uint64_t kHottest = 10;
constexpr double kMost = 0.99;

/// Sum of i^-theta over 1 to n: term by term first, then as an integral.
double zeta(uint64_t n, double theta) {
  constexpr uint64_t kTerms = 32;
  double sum = 0;
  for (uint64_t i = 1; i <= std::min(n, kTerms); ++i) {
    sum += std::pow(static_cast<double>(i), -theta);
  }
  if (n > kTerms) {
    const double left = 1 - theta;
    sum += (std::pow(static_cast<double>(n) + 0.5, left) -
            std::pow(static_cast<double>(kTerms) + 0.5, left)) /
           left;
  }
  return sum;
}

double hottest_share(uint64_t keys, double theta) { return zipf_share(kHottest, keys, theta); }

}  // namespace

double zipf_share(uint64_t hottest, uint64_t keys, double theta) {
  return zeta(hottest, theta) / zeta(keys, theta);
}

template <join::Key K>
double estimate_skew(std::span<const join::Tuple<K>> rows, uint64_t keys, uint64_t sample) {
  constexpr uint64_t kLeastSample = 256;
  sample = std::min<uint64_t>(sample, rows.size());
  if (sample < kLeastSample || keys <= 2 * kHottest) {
    return 0;
  }
  // Keys are picked by one half of the sample and counted in the other one: counted where they were
  // picked they would seem hot by chance.
  std::unordered_map<K, uint64_t> picked;
  auto key_at = [&](uint64_t i) {
    const uint64_t begin =
        static_cast<uint64_t>(static_cast<unsigned __int128>(rows.size()) * i / sample);
    const uint64_t end =
        static_cast<uint64_t>(static_cast<unsigned __int128>(rows.size()) * (i + 1) / sample);
    // Anywhere within its stretch, so that no period of the rows is met.
    return rows[begin + join::fast_range(join::mix64(i), end - begin)].key;
  };
  for (uint64_t i = 0; i < sample; i += 2) {
    ++picked[key_at(i)];
  }
  std::vector<std::pair<uint64_t, K>> hottest;
  for (const auto& [key, count] : picked) {
    hottest.emplace_back(count, key);
  }
  const size_t kept = std::min<size_t>(kHottest, hottest.size());
  std::partial_sort(hottest.begin(), hottest.begin() + static_cast<std::ptrdiff_t>(kept),
                    hottest.end(), std::greater<>());
  hottest.resize(kept);
  uint64_t hits = 0;
  uint64_t counted = 0;
  for (uint64_t i = 1; i < sample; i += 2) {
    const K key = key_at(i);
    ++counted;
    hits += std::any_of(hottest.begin(), hottest.end(),
                        [key](const auto& hot) { return hot.second == key; });
  }
  const double share = static_cast<double>(hits) / static_cast<double>(counted);
  double low = 0;
  double high = kMost;
  if (share <= hottest_share(keys, low)) {
    return low;
  }
  if (share >= hottest_share(keys, high)) {
    return high;
  }
  for (unsigned step = 0; step < 20; ++step) {
    const double middle = (low + high) / 2;
    (hottest_share(keys, middle) < share ? low : high) = middle;
  }
  return (low + high) / 2;
}

template double estimate_skew(std::span<const join::Tuple<uint32_t>>, uint64_t, uint64_t);
template double estimate_skew(std::span<const join::Tuple<uint64_t>>, uint64_t, uint64_t);

}  // namespace hail::select
