// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/laboratory/papers/merge_sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "hail/laboratory/workload/random.h"

namespace hail::join {
namespace {

template <Key K>
bool by_key_and_payload(const Tuple<K>& a, const Tuple<K>& b) {
  return a.key != b.key ? a.key < b.key : a.payload < b.payload;
}

template <Key K, class Sort>
void expect_sorted(const std::vector<Tuple<K>>& rows, size_t cache, const Sort& sort) {
  std::vector<Tuple<K>> mine = rows;
  std::vector<Tuple<K>> space(rows.size());
  auto sorted = sort(std::span(mine), std::span(space), cache);
  ASSERT_TRUE(std::is_sorted(sorted.begin(), sorted.end(),
                             [](const auto& a, const auto& b) { return a.key < b.key; }))
      << rows.size() << " rows, cache " << cache;
  std::vector<Tuple<K>> found(sorted.begin(), sorted.end());
  std::vector<Tuple<K>> wanted = rows;
  std::sort(found.begin(), found.end(), by_key_and_payload<K>);
  std::sort(wanted.begin(), wanted.end(), by_key_and_payload<K>);
  ASSERT_EQ(wanted, found) << rows.size() << " rows, cache " << cache;
}

template <class T>
class MergeSortTest : public testing::Test {};

using KeyTypes = testing::Types<uint32_t, uint64_t>;
TYPED_TEST_SUITE(MergeSortTest, KeyTypes);

TYPED_TEST(MergeSortTest, RandomRowsOfAllSizes) {
  using K = TypeParam;
  for (size_t size : std::initializer_list<size_t>{0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 33, 64,
                                                   100, 255, 1'000, 4'097, 20'000}) {
    for (uint64_t values : {uint64_t{2}, uint64_t{50}, uint64_t{1} << 32}) {
      workload::Random random(size + values);
      std::vector<Tuple<K>> rows(size);
      for (Tuple<K>& row : rows) {
        // Include the least and greatest key, which signed comparison would misplace.
        K key = static_cast<K>(random.below(values));
        row = {random.below(2) == 0 ? key : static_cast<K>(~key), static_cast<K>(random.next())};
      }
      for (size_t cache : std::initializer_list<size_t>{0, 512, 4'096, 1 << 20}) {
        expect_sorted<K>(rows, cache, merge_sort<K>);
        expect_sorted<K>(rows, cache, merge_sort_plainly<K>);
      }
    }
  }
}

TYPED_TEST(MergeSortTest, RowsInOrderAndTurned) {
  using K = TypeParam;
  std::vector<Tuple<K>> rows(3'001);
  for (size_t i = 0; i < rows.size(); ++i) {
    rows[i] = {static_cast<K>(i), static_cast<K>(i)};
  }
  expect_sorted<K>(rows, 8'192, merge_sort<K>);
  std::reverse(rows.begin(), rows.end());
  expect_sorted<K>(rows, 8'192, merge_sort<K>);
}

}  // namespace
}  // namespace hail::join
