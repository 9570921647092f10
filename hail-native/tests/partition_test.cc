// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/table/partition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "hail/join/table/hash.h"
#include "hail/laboratory/papers/identity_hash.h"
#include "hail/laboratory/papers/settings.h"
#include "hail/laboratory/workload/random.h"

namespace hail::join {
namespace {

struct Case {
  unsigned threads;
  Write write;
  Layout layout;
};

std::string describe(const Case& c, size_t rows, size_t partitions) {
  return "threads " + std::to_string(c.threads) + ", write " +
         std::to_string(static_cast<int>(c.write)) + ", layout " +
         std::to_string(static_cast<int>(c.layout)) + ", rows " + std::to_string(rows) +
         ", partitions " + std::to_string(partitions);
}

template <Key K>
std::vector<Tuple<K>> random_rows(size_t size) {
  workload::Random random(size);
  std::vector<Tuple<K>> rows(size);
  for (size_t i = 0; i < size; ++i) {
    rows[i] = {static_cast<K>(random.next()), static_cast<K>(i)};
  }
  return rows;
}

/// Expects each partition to have exactly its rows, in the order of the input. Threads split the
/// input into consecutive pieces, so the order holds for all pieces together.
template <Key K, class Partition>
void expect_split(const std::vector<Tuple<K>>& rows, const PartitionedRows<K>& split,
                  const Partition& partition) {
  std::vector<std::vector<Tuple<K>>> wanted(split.partitions());
  for (const Tuple<K>& row : rows) {
    wanted[partition(row.key)].push_back(row);
  }
  for (size_t p = 0; p < split.partitions(); ++p) {
    std::vector<Tuple<K>> found;
    for (size_t f = 0; f < split.fragments(); ++f) {
      auto fragment = split.fragment(p, f);
      found.insert(found.end(), fragment.begin(), fragment.end());
    }
    ASSERT_EQ(wanted[p].size(), split.rows(p));
    ASSERT_EQ(wanted[p], found) << "partition " << p;
  }
}

template <class T>
class PartitionTest : public testing::Test {};

using KeyTypes = testing::Types<uint32_t, uint64_t>;
TYPED_TEST_SUITE(PartitionTest, KeyTypes);

TYPED_TEST(PartitionTest, EachPartitionHasItsRowsInTheirOrder) {
  using K = TypeParam;
  for (size_t size : std::initializer_list<size_t>{0, 1, 7, 8, 9, 63, 64, 65, 1'000, 20'011}) {
    const std::vector<Tuple<K>> rows = random_rows<K>(size);
    for (unsigned threads : {1U, 2U, 3U, 7U}) {
      Workers workers(threads);
      for (Write write : {Write::kPlain, Write::kCombined, Write::kStreaming}) {
        for (Layout layout : {Layout::kContiguous, Layout::kChunked}) {
          for (unsigned bits : {0U, 1U, 6U, 11U}) {
            SCOPED_TRACE(describe({threads, write, layout}, size, size_t{1} << bits));
            MemoryBudget budget;
            Partitioner<K> partitioner(workers, budget, Pages::kHuge, write);
            const LowBits<MixHash> partition({}, bits);
            expect_split<K>(rows, partitioner.split(rows, size_t{1} << bits, partition, layout),
                            partition);
            ASSERT_EQ(0U, budget.used());
          }
        }
      }
    }
  }
}

TYPED_TEST(PartitionTest, TwoPassesAreAsGoodAsOne) {
  using K = TypeParam;
  const std::vector<Tuple<K>> rows = random_rows<K>(9'973);
  for (unsigned threads : {1U, 2U, 5U}) {
    Workers workers(threads);
    for (Write write : {Write::kPlain, Write::kCombined, Write::kStreaming}) {
      for (unsigned bits : {0U, 3U, 7U}) {
        MemoryBudget budget;
        Partitioner<K> partitioner(workers, budget, Pages::kSmall, write);
        const LowBits<IdentityHash> first({}, 4);
        const MiddleBits<IdentityHash> second({}, 4, bits);
        expect_split<K>(
            rows, partitioner.split_twice(std::span<const Tuple<K>>(rows), IdentityHash{}, 4, bits),
            [&](K key) { return (first(key) << bits) + second(key); });
      }
    }
  }
}

TEST(PartitionerTest, AllRowsInOnePartition) {
  std::vector<Tuple<uint32_t>> rows(4'099, {8, 1});
  Workers workers(3);
  MemoryBudget budget;
  Partitioner<uint32_t> partitioner(workers, budget, Pages::kHuge, Write::kStreaming);
  const LowBits<IdentityHash> partition({}, 3);
  auto split = partitioner.split(rows, 8, partition, Layout::kContiguous);
  EXPECT_EQ(rows.size(), split.rows(0));
  EXPECT_EQ(0U, split.rows(7));
}

TEST(PartitionerTest, WritesRowsOneByOneToFewPartitionsAndLinesToMany) {
  const std::vector<Tuple<uint64_t>> rows = random_rows<uint64_t>(10'000);
  Workers workers(2);
  const auto peak = [&](unsigned bits, std::optional<Write> write) {
    MemoryBudget budget;
    Partitioner<uint64_t>(workers, budget, Pages::kHuge, write)
        .split(rows, size_t{1} << bits, LowBits<MixHash>({}, bits), Layout::kContiguous);
    return budget.peak();
  };
  for (const unsigned bits : {0U, 3U, 5U}) {
    EXPECT_EQ(peak(bits, Write::kPlain), peak(bits, std::nullopt)) << bits;
  }
  for (const unsigned bits : {6U, 10U}) {
    EXPECT_EQ(peak(bits, Write::kStreaming), peak(bits, std::nullopt)) << bits;
    EXPECT_LT(peak(bits, Write::kPlain), peak(bits, std::nullopt)) << bits;
  }
}

TEST(TaskQueueTest, AscendingOrderHandsOutEachTaskOnce) {
  TaskQueue queue(ascending_order(3));
  std::vector<uint32_t> taken;
  uint32_t task;
  while (queue.take(task)) {
    taken.push_back(task);
  }
  EXPECT_EQ((std::vector<uint32_t>{0, 1, 2}), taken);
  EXPECT_FALSE(queue.take(task));
}

TEST(TaskQueueTest, RoundRobinTakesTurnsOverNodes) {
  EXPECT_EQ(ascending_order(5), round_robin_order(5, 1));
  EXPECT_EQ((std::vector<uint32_t>{0, 4, 1, 5, 2, 6, 3, 7}), round_robin_order(8, 2));
  EXPECT_EQ((std::vector<uint32_t>{0, 2, 4, 6, 1, 3, 5, 7}), round_robin_order(8, 4));
}

TEST(TaskQueueTest, RoundRobinHandsOutEachTaskOnce) {
  for (uint32_t tasks = 0; tasks < 40; ++tasks) {
    for (uint32_t nodes = 1; nodes < 9; ++nodes) {
      std::vector<uint32_t> order = round_robin_order(tasks, nodes);
      std::sort(order.begin(), order.end());
      ASSERT_EQ(ascending_order(tasks), order) << tasks << " tasks, " << nodes << " nodes";
    }
  }
}

TEST(RadixBitsTest, FollowsTheModelOfThePaper) {
  // Paper B's machine, 128 million rows: bits as its appendix D has them.
  const Caches caches{uint64_t{256} << 10, uint64_t{30} << 20};
  EXPECT_EQ(13U, radix_bits(128'000'000, 8, 0.5, false, caches, 8));
  EXPECT_EQ(13U, radix_bits(128'000'000, 16, 1, false, caches, 8));
  EXPECT_EQ(11U, radix_bits(128'000'000, 4, 1, false, caches, 8));
  EXPECT_EQ(0U, radix_bits(1'000, 8, 0.5, false, caches, 8));
  EXPECT_EQ(0U, radix_bits(0, 8, 0.5, false, caches, 8));
}

TEST(RadixBitsTest, TablesOfMixedKeysTakeAQuarterOfTheCache) {
  const Caches caches{uint64_t{1} << 20, uint64_t{32} << 20};
  EXPECT_EQ(4U, radix_bits(1'000'000, 8, 0.5, false, caches, 1));
  EXPECT_EQ(6U, radix_bits(1'000'000, 8, 0.5, true, caches, 1));
  EXPECT_EQ(0U, radix_bits(16'384, 8, 0.5, true, caches, 1));
  EXPECT_EQ(1U, radix_bits(16'385, 8, 0.5, true, caches, 1));
}

}  // namespace
}  // namespace hail::join
