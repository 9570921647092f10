#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include "hail/memory/array.h"
#include "hail/memory/budget.h"
#include "hail/work/workers.h"

namespace hail {
namespace {

TEST(MemoryBudgetTest, RefusesWhatIsBeyondItsLimitAndCountsNothing) {
  MemoryBudget budget(1'000);
  budget.reserve(MemoryUse::kTable, 600);
  try {
    budget.reserve(MemoryUse::kPartition, 401);
    FAIL();
  } catch (const BudgetExceeded& refused) {
    EXPECT_STREQ(
        "Memory budget of 1000 bytes exceeded: 401 bytes wanted for partitions, 600 in use",
        refused.what());
  }
  budget.reserve(MemoryUse::kPartition, 400);
  EXPECT_EQ(1'000U, budget.used());
  EXPECT_EQ(600U, budget.used(MemoryUse::kTable));
  budget.release(MemoryUse::kTable, 600);
  EXPECT_EQ(400U, budget.used());
  EXPECT_EQ(1'000U, budget.peak());
}

TEST(MemoryBudgetTest, ManyThreadsNeverGetMoreThanTheLimit) {
  MemoryBudget budget(100);
  Workers workers(4);
  workers.run([&](unsigned) {
    for (int i = 0; i < 10'000; ++i) {
      try {
        budget.reserve(MemoryUse::kBuffer, 30);
        budget.release(MemoryUse::kBuffer, 30);
      } catch (const BudgetExceeded&) {
        // Three others have 90 of 100.
        std::this_thread::yield();
      }
    }
  });
  EXPECT_LE(budget.peak(), 100U);
  EXPECT_EQ(0U, budget.used());
}

TEST(ArrayTest, IsZeroedAlignedAndCounted) {
  MemoryBudget budget;
  for (size_t size : {1, 17, 4'096, 300'000, 3'000'000}) {
    for (Pages pages : {Pages::kHuge, Pages::kSmall}) {
      Array<uint32_t> array(budget, MemoryUse::kTable, size, pages);
      EXPECT_EQ(0U, reinterpret_cast<uintptr_t>(array.data()) % 64);
      EXPECT_TRUE(std::all_of(array.data(), array.data() + size, [](uint32_t v) { return v == 0; }));
      EXPECT_GE(budget.used(), size * sizeof(uint32_t));
      EXPECT_LE(budget.used(), size * sizeof(uint32_t) + 4'096);
      std::fill_n(array.data(), size, 7);
      Array<uint32_t> moved = std::move(array);
      EXPECT_EQ(7U, moved[size - 1]);
    }
    EXPECT_EQ(0U, budget.used());
  }
}

TEST(ArrayTest, ASizeThatCannotBeIsRefused) {
  MemoryBudget budget;
  EXPECT_THROW(Array<uint64_t>(budget, MemoryUse::kTable, ~size_t{0} / 8), std::bad_alloc);
  EXPECT_EQ(0U, budget.used());
}

TEST(WorkersTest, EachThreadIsCalledOnceARound) {
  for (unsigned threads : {1U, 2U, 7U}) {
    Workers workers(threads);
    for (int round = 0; round < 100; ++round) {
      std::vector<std::atomic<int>> calls(threads);
      workers.run([&](unsigned thread) { ++calls[thread]; });
      for (const std::atomic<int>& call : calls) {
        ASSERT_EQ(1, call.load());
      }
    }
  }
}

TEST(WorkersTest, WhatAThreadThrowsIsThrownToTheCallerAndTheNextRoundWorks) {
  Workers workers(3);
  for (unsigned failing : {0U, 2U}) {
    EXPECT_THROW(workers.run([&](unsigned thread) {
      if (thread == failing) {
        throw std::runtime_error("as planned");
      }
    }),
                 std::runtime_error);
    std::atomic<int> calls = 0;
    workers.run([&](unsigned) { ++calls; });
    EXPECT_EQ(3, calls.load());
  }
}

TEST(WorkersTest, NoThreadsAreRefused) { EXPECT_THROW(Workers(0), std::invalid_argument); }

TEST(PiecesTest, CoverAllOnce) {
  for (uint64_t n : {0, 1, 5, 100, 1'003}) {
    for (unsigned threads : {1U, 2U, 7U}) {
      EXPECT_EQ(0U, piece_begin(n, threads, 0));
      EXPECT_EQ(n, piece_begin(n, threads, threads));
      for (unsigned thread = 0; thread < threads; ++thread) {
        EXPECT_LE(piece_begin(n, threads, thread), piece_begin(n, threads, thread + 1));
      }
    }
  }
}

}  // namespace
}  // namespace hail
