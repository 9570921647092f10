// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hail/join/operator/build_side.h"
#include "hail/join/table/concise_table.h"
#include "hail/laboratory/papers/algorithms.h"
#include "hail/laboratory/workload/random.h"
#include "rows.h"
#include "tuple_rows.h"

// How much memory builds need beside the tables they make. Budgets count each byte, so the limits
// here are exact. They do not count memory of less than a page that partitions share.

namespace hail::join {
namespace {

template <Key K>
using Rows = testing_rows::TupleRows<K>;

template <class T>
class BuildMemoryTest : public testing::Test {};

using KeyTypes = testing::Types<uint32_t, uint64_t>;
TYPED_TEST_SUITE(BuildMemoryTest, KeyTypes);

/// Different keys of a range of twice as many values.
template <Key K>
Rows<K> sparse_rows(uint64_t size) {
  Rows<K> rows(size);
  for (uint64_t i = 0; i < size; ++i) {
    rows[i] = {static_cast<K>(1'000 + 2 * i + mix64(i) % 2), static_cast<K>(i)};
  }
  workload::Random random(1);
  testing_rows::shuffle(rows, random);
  return rows;
}

/// Peak memory of a build, divided by the memory of its table.
template <Key K, class Buckets>
double peak_by_table(const Rows<K>& rows, const Buckets& buckets, unsigned threads,
                     uint64_t copy_bytes) {
  using Table = ConciseTable<K, Buckets>;
  Workers workers(threads);
  MemoryBudget budget;
  const Table table = Table::build(std::span<const Tuple<K>>(rows), buckets, workers, budget,
                                   Pages::kHuge, Table::kAnyOverflow, copy_bytes);
  CountSink sink;
  table.template probe<true, 128>(std::span<const Tuple<K>>(rows), sink);
  EXPECT_EQ(rows.size(), sink.matches);
  EXPECT_EQ(budget.used(MemoryUse::kPartition), 0U);
  EXPECT_EQ(budget.used(MemoryUse::kBuffer), 0U);
  return static_cast<double>(budget.peak()) / static_cast<double>(budget.used());
}

TYPED_TEST(BuildMemoryTest, TheCopyOfTheRowsGoesAsTheTableComes) {
  using K = TypeParam;
  const Rows<K> rows = sparse_rows<K>(1'000'000);
  const Caches caches;
  const unsigned bits = concise_piece_bits(rows.size(), sizeof(Tuple<K>) + 2, caches);
  const HashBuckets<K, MixHash> hash({}, rows.size(), bits);
  const DomainBuckets<K> array(1'000, 2 * rows.size(), bits);
  for (const unsigned threads : {1U, 2U}) {
    EXPECT_LE(peak_by_table(rows, hash, threads, ~uint64_t{0}), 1.15) << threads;
    // The copy has keys and the array has none, so the copy is larger than the table.
    EXPECT_LE(peak_by_table(rows, array, threads, ~uint64_t{0}), 2.0) << threads;
  }
}

TYPED_TEST(BuildMemoryTest, ASmallCopyComesInManyRounds) {
  using K = TypeParam;
  const Rows<K> rows = sparse_rows<K>(400'000);
  const Caches caches;
  const unsigned bits = concise_piece_bits(rows.size(), sizeof(Tuple<K>) + 2, caches) + 3;
  const HashBuckets<K, MixHash> hash({}, rows.size(), bits);
  const DomainBuckets<K> array(1'000, 2 * rows.size(), bits);
  const WindowBuckets<K> window(3'000, 2 * rows.size() - 8'000, bits);
  const uint64_t copy_bytes = rows.size() * sizeof(K) / 40;
  for (const unsigned threads : {1U, 2U}) {
    EXPECT_LE(peak_by_table(rows, hash, threads, copy_bytes), 1.05) << threads;
    EXPECT_LE(peak_by_table(rows, array, threads, copy_bytes), 1.05) << threads;
    EXPECT_LE(peak_by_table(rows, window, threads, 0), 1.10) << threads;
  }
}

TYPED_TEST(BuildMemoryTest, RoundsMakeTheSameTable) {
  using K = TypeParam;
  workload::Random random(3);
  for (const uint64_t size : std::initializer_list<uint64_t>{0, 1, 700, 60'000}) {
    Rows<K> rows(size);
    for (Tuple<K>& row : rows) {
      row = {static_cast<K>(random.below(40) == 0 ? random.next() : 5'000 + random.below(50'000)),
             static_cast<K>(random.next())};
    }
    for (const char* name : {"CHTJ", "CHTJ-buffered", "CAT-hybrid"}) {
      for (const unsigned threads : {1U, 2U, 4U, 7U}) {
        Workers workers(threads);
        ChecksumSink wanted;
        for (const uint64_t copy_bytes : {~uint64_t{0}, uint64_t{100'000}, uint64_t{0}}) {
          Settings settings;
          settings.copy_bytes = copy_bytes;
          // Small caches, so that there are many pieces.
          settings.caches.second_level = 8'192;
          MemoryBudget budget;
          ChecksumSink found;
          algorithm<K>(name).checksum(rows, rows, HashKind::kMix, settings, workers, budget, found);
          if (copy_bytes == ~uint64_t{0}) {
            wanted = found;
            EXPECT_GE(found.matches, size);
          }
          ASSERT_EQ(wanted, found) << name << ", " << copy_bytes << " bytes";
          ASSERT_EQ(0U, budget.used());
        }
      }
    }
  }
}

TYPED_TEST(BuildMemoryTest, ABudgetThatIsTooSmallIsSaidAtEachAllocationOfARound) {
  using K = TypeParam;
  const Rows<K> rows = sparse_rows<K>(300'000);
  Workers workers(1);
  Settings settings;
  settings.copy_bytes = 1'200'000;
  uint64_t limit = 0;
  for (unsigned failures = 0;; ++failures) {
    MemoryBudget budget(limit);
    try {
      CountSink sink;
      algorithm<K>("CHTJ").count(rows, rows, HashKind::kMix, settings, workers, budget, sink);
      EXPECT_EQ(rows.size(), sink.matches);
      EXPECT_GT(failures, 10U) << "pieces are counted one by one";
      EXPECT_EQ(0U, budget.used());
      EXPECT_LE(budget.peak(), limit);
      break;
    } catch (const BudgetExceeded& e) {
      EXPECT_EQ(0U, budget.used());
      EXPECT_LE(budget.peak(), limit);
      ASSERT_GT(e.used() + e.wanted(), limit);
      limit = e.used() + e.wanted();
    }
  }
}

constexpr int64_t kRows = 300'000;

struct OperatorMemory {
  uint64_t used;
  uint64_t peak;
  bool array;
  bool ranked;
};

/// Builds a side with two columns, a key and another number. By default both are outputs.
OperatorMemory operator_memory(int64_t step, uint64_t limit,
                               const std::vector<uint32_t>& outputs = {0, 1},
                               TableChoice table = TableChoice::kAuto) {
  const testing_rows::Shape shape{{"l", ""}, {"l", ""}};
  testing_rows::Rows rows;
  for (int64_t i = 0; i < kRows; ++i) {
    rows.push_back({(i * 7'919 % kRows) * step, i});
  }
  Specification specification;
  specification.build = testing_rows::schema_of(shape);
  specification.probe = specification.build;
  specification.build_keys = {0};
  specification.probe_keys = {0};
  specification.build_outputs = outputs;
  specification.table = table;
  specification.check();
  workload::Random random(5);
  MemoryBudget budget(limit);
  BuildSide side(specification, budget);
  side.add(testing_rows::make_batch(shape, rows, 0, rows.size(), random));
  const std::unique_ptr<JoinTable> built = side.finish();
  EXPECT_TRUE(built->unique);
  return {budget.used(), budget.peak(), built->key_table.plan().array, built->key_table.ranked()};
}

TEST(OperatorMemoryTest, CodesAndRowNumbersAreThereOnceAtMost) {
  // A row takes 16 bytes of columns, plus the table. The hash table takes 18.2 bytes a row. The
  // copy takes as much, without the bits. The array takes 0.25 bytes a row. While rows are put into
  // its order, one column exists twice, and the row numbers exist too.
  const OperatorMemory hash = operator_memory(int64_t{1} << 34, MemoryBudget::kUnlimited);
  EXPECT_FALSE(hash.array);
  EXPECT_LE(static_cast<double>(hash.peak), 1.05 * static_cast<double>(hash.used));
  const OperatorMemory array = operator_memory(1, MemoryBudget::kUnlimited);
  EXPECT_TRUE(array.array);
  EXPECT_TRUE(array.ranked);
  EXPECT_LE(static_cast<double>(array.used), 16.4 * kRows);
  EXPECT_LE(static_cast<double>(array.peak), 28.6 * kRows);
}

TEST(OperatorMemoryTest, CodesTakeThePlaceOfKeysThatAreNoOutput) {
  // Codes of 4 bytes a row and the other column. At the peak also the copy, or that column again.
  const OperatorMemory array = operator_memory(1, MemoryBudget::kUnlimited, {1});
  EXPECT_TRUE(array.ranked);
  EXPECT_LE(static_cast<double>(array.used), 8.4 * kRows);
  EXPECT_LE(static_cast<double>(array.peak), 21.3 * kRows);
  // Nothing but bits.
  const OperatorMemory bits = operator_memory(1, MemoryBudget::kUnlimited, {});
  EXPECT_TRUE(bits.ranked);
  EXPECT_LE(static_cast<double>(bits.used), 0.4 * kRows);
  // Codes of 8 bytes a row in a table with row numbers.
  const OperatorMemory hash = operator_memory(int64_t{1} << 34, MemoryBudget::kUnlimited, {1});
  EXPECT_FALSE(hash.array);
  EXPECT_LE(static_cast<double>(hash.used), 26.4 * kRows);
  EXPECT_LE(static_cast<double>(hash.peak), 36 * kRows);
}

TEST(OperatorMemoryTest, ALinearTableTakesThreeSlotsForTwoRowsAndNoMoreWhileItIsBuilt) {
  const auto memory = [](int64_t step, uint64_t limit) {
    return operator_memory(step, limit, {1}, TableChoice::kLinearProbing);
  };
  for (const auto& [step, slot_bytes] :
       {std::pair<int64_t, double>{1, 8}, {int64_t{1} << 34, 16}}) {
    const OperatorMemory free = memory(step, MemoryBudget::kUnlimited);
    // The other column, the slots, and the codes while rows are inserted.
    EXPECT_LE(static_cast<double>(free.used), (8 + 1.5 * slot_bytes) * 1.01 * kRows);
    EXPECT_LE(static_cast<double>(free.peak), (8 + 2 * slot_bytes) * 1.08 * kRows);
    EXPECT_NO_THROW(memory(step, free.peak));
    EXPECT_THROW(memory(step, free.used - 4'096), BudgetExceeded);
  }
}

TEST(OperatorMemoryTest, WhereThereIsLittleRoomTheCopyComesInRounds) {
  for (const int64_t step : {int64_t{1}, int64_t{1} << 34}) {
    const OperatorMemory free = operator_memory(step, MemoryBudget::kUnlimited);
    // The array keeps row numbers if there is no room to put rows into its order.
    const uint64_t needed = free.used + (free.array ? kRows * sizeof(uint32_t) : 0);
    const uint64_t limit = needed + needed / 12;
    const OperatorMemory tight = operator_memory(step, limit);
    EXPECT_EQ(free.array, tight.array);
    EXPECT_FALSE(tight.ranked);
    EXPECT_NEAR(static_cast<double>(needed), static_cast<double>(tight.used), 4'096);
    EXPECT_LE(tight.peak, limit);
  }
}

}  // namespace
}  // namespace hail::join
