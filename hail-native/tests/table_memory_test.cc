// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "hail/join/table/concise_table.h"
#include "hail/join/table/hash.h"
#include "hail/laboratory/papers/algorithms.h"
#include "hail/laboratory/papers/chained_table.h"
#include "hail/laboratory/papers/shared_tables.h"
#include "hail/laboratory/workload/relations.h"
#include "tuple_rows.h"

// How much memory tables and joins need, against the papers and the build sheet. Budgets count each
// byte. The bytes depend only on numbers of rows, or on hashes with a fixed seed.

namespace hail::join {
namespace {

template <Key K>
using Rows = testing_rows::TupleRows<K>;

template <class T>
class TableMemoryTest : public testing::Test {};

using KeyTypes = testing::Types<uint32_t, uint64_t>;
TYPED_TEST_SUITE(TableMemoryTest, KeyTypes);

/// Makes rows with different keys in random order: one key per `density` values.
template <Key K>
Rows<K> rows_of(uint64_t size, uint64_t density) {
  MemoryBudget budget;
  const auto made = workload::make_relations<K>(
      {.build_rows = size, .probe_rows = 0, .density_factor = density}, budget);
  return {made.build.data(), made.build.data() + made.build.size()};
}

template <Key K, class Buckets>
double concise_bytes(const Rows<K>& rows, const Buckets& buckets) {
  Workers workers(2);
  MemoryBudget budget;
  const auto table = ConciseTable<K, Buckets>::build(rows, buckets, workers, budget, Pages::kHuge);
  EXPECT_EQ(rows.size(), table.rows() + table.overflow());
  return static_cast<double>(budget.used());
}

template <Key K, class Table>
double shared_bytes(const Rows<K>& rows) {
  Workers workers(2);
  MemoryBudget budget;
  const auto table = Table::template build<1>(rows, MixHash(), workers, budget, Pages::kHuge);
  return static_cast<double>(budget.used());
}

/// Numbers of rows about powers of two, and others.
constexpr uint64_t kSizes[] = {10'000,  (1 << 14) - 1, 1 << 14, (1 << 14) + 1,
                               50'000,  (1 << 17) - 1, 1 << 17, (1 << 17) + 1,
                               600'000, (1 << 20) - 1, 1 << 20, (1 << 20) + 1};

TYPED_TEST(TableMemoryTest, AConciseHashTableTakesTwoBytesARowBesideTheRowsWhateverTheirNumber) {
  using K = TypeParam;
  for (const uint64_t size : kSizes) {
    const Rows<K> rows = rows_of<K>(size, 3);
    const double bound = (sizeof(Tuple<K>) + 2) * 1.03 * static_cast<double>(size);
    for (unsigned piece_bits = 0; uint64_t{4096} << piece_bits <= size; piece_bits += 2) {
      EXPECT_LE(concise_bytes(rows, HashBuckets<K, MixHash>({}, size, piece_bits)), bound)
          << size << " rows, " << piece_bits << " bits of pieces";
    }
  }
}

TYPED_TEST(TableMemoryTest, AConciseHashTableIsSmallerThanOtherTables) {
  using K = TypeParam;
  const double of_linear = sizeof(K) == 8 ? 0.58 : 0.65;
  for (const uint64_t size : kSizes) {
    const Rows<K> rows = rows_of<K>(size, 3);
    const double concise = concise_bytes(rows, HashBuckets<K, MixHash>({}, size, 1));
    const double linear = shared_bytes<K, SharedLinearTable<K, MixHash>>(rows);
    const double chained = shared_bytes<K, SharedChainedTable<K, MixHash>>(rows);
    if (std::has_single_bit(size)) {
      EXPECT_LE(concise, of_linear * linear) << size;
    }
    if (std::has_single_bit(size - 1)) {
      EXPECT_LE(concise, of_linear / 2 * linear) << size;
    }
    // True even without the buckets after the first one of each chain.
    const double chains =
        static_cast<double>(SharedChainedTable<K, MixHash>::chain_bytes(rows.size()));
    EXPECT_LE(chains, chained);
    EXPECT_LE(concise, 0.77 * chains) << size;
  }
}

TYPED_TEST(TableMemoryTest, AConciseArrayTakesAQuarterByteAValueBesidePayloads) {
  using K = TypeParam;
  constexpr double kRounded = 2 * 4'096;
  for (const uint64_t size : kSizes) {
    for (const uint64_t density : {1U, 2U, 24U}) {
      const Rows<K> rows = rows_of<K>(size, density);
      const uint64_t range = size * density;
      const double bound =
          static_cast<double>(size * sizeof(K)) + 1.02 * static_cast<double>(range) / 4 + kRounded;
      EXPECT_LE(concise_bytes(rows, DomainBuckets<K>(1, range, 2)), bound)
          << size << " rows, density " << density;
    }
  }
}

template <Key K>
uint64_t peak_of(std::string_view name, const Rows<K>& build, std::span<const Tuple<K>> probe,
                 const Settings& settings, unsigned threads) {
  Workers workers(threads);
  MemoryBudget budget;
  CountSink sink;
  algorithm<K>(name).count(build, probe, HashKind::kMix, settings, workers, budget, sink);
  EXPECT_EQ(probe.size(), sink.matches) << name;
  return budget.peak();
}

TYPED_TEST(TableMemoryTest, TenTimesAsManyProbeRowsTakeNoMoreMemory) {
  using K = TypeParam;
  MemoryBudget inputs;
  const auto made =
      workload::make_relations<K>({.build_rows = 50'000, .probe_rows = 500'000}, inputs);
  const Rows<K> build(made.build.data(), made.build.data() + made.build.size());
  Settings settings;
  // Less than the rows of the shorter probe side take.
  settings.buffer_bytes = 100'000;
  for (const std::string_view name :
       {"NPO", "NPO-batched", "NOP", "NOP-batched", "NOPA", "NOPA-batched", "CHTJ", "CHTJ-scalar",
        "CHTJ-buffered", "CAT", "CAT-scalar", "CAT-hybrid"}) {
    const uint64_t few = peak_of<K>(name, build, made.probe.span().first(50'000), settings, 1);
    const uint64_t many = peak_of<K>(name, build, made.probe.span(), settings, 1);
    EXPECT_EQ(few, many) << name;
  }
}

TYPED_TEST(TableMemoryTest, PartitionedJoinsTakeACopyOfBothSidesAndBuffers) {
  using K = TypeParam;
  MemoryBudget inputs;
  const auto made =
      workload::make_relations<K>({.build_rows = 200'000, .probe_rows = 800'000}, inputs);
  const Rows<K> build(made.build.data(), made.build.data() + made.build.size());
  const double rows = static_cast<double>(made.build.size() + made.probe.size());
  for (const std::string_view name :
       {"PRB", "PRO", "PRL", "PRA", "PROiS", "PRLiS", "PRAiS", "CPRL", "CPRA"}) {
    for (const unsigned bits : {4U, 8U, 12U}) {
      for (const unsigned threads : {1U, 2U, 4U}) {
        Settings settings;
        settings.radix_bits = bits;
        const double bound = rows * sizeof(Tuple<K>) * 2.02 + threads * (80.0 * (1 << bits));
        EXPECT_LE(
            static_cast<double>(peak_of<K>(name, build, made.probe.span(), settings, threads)),
            bound)
            << name << ", bits " << bits << ", threads " << threads;
      }
    }
  }
}

}  // namespace
}  // namespace hail::join
