// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

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
  for (size_t size : std::initializer_list<size_t>{1, 17, 4'096, 300'000, 3'000'000}) {
    for (Pages pages : {Pages::kHuge, Pages::kSmall}) {
      Array<uint32_t> array(budget, MemoryUse::kTable, size, pages);
      EXPECT_EQ(0U, reinterpret_cast<uintptr_t>(array.data()) % 64);
      EXPECT_TRUE(
          std::all_of(array.data(), array.data() + size, [](uint32_t v) { return v == 0; }));
      EXPECT_GE(budget.used(), size * sizeof(uint32_t));
      EXPECT_LE(budget.used(), size * sizeof(uint32_t) + 4'096);
      std::fill_n(array.data(), size, 7);
      Array<uint32_t> moved = std::move(array);
      EXPECT_EQ(7U, moved[size - 1]);
    }
    EXPECT_EQ(0U, budget.used());
  }
}

TEST(ArrayTest, WhatItIsGrownIntoAgainIsZeroes) {
  constexpr size_t kMega = size_t{1} << 20;
  for (const size_t less : {kMega, kMega + 4096, 3 * kMega / 2, 2 * kMega, 3 * kMega}) {
    const size_t more = less + 3 * kMega;
    char* data = static_cast<char*>(internal::allocate_zeroed(more, Pages::kHuge));
    std::fill_n(data, more, 'x');
    data = static_cast<char*>(internal::resize_zeroed(data, more, less));
    data = static_cast<char*>(internal::resize_zeroed(data, less, more));
    EXPECT_TRUE(std::all_of(data, data + less, [](char c) { return c == 'x'; })) << less;
    EXPECT_TRUE(std::all_of(data + less, data + more, [](char c) { return c == 0; })) << less;
    internal::free_zeroed(data, more);
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
  for (uint64_t n : std::initializer_list<uint64_t>{0, 1, 5, 100, 1'003}) {
    for (unsigned threads : {1U, 2U, 7U}) {
      EXPECT_EQ(0U, piece_begin(n, threads, 0));
      EXPECT_EQ(n, piece_begin(n, threads, threads));
      for (unsigned thread = 0; thread < threads; ++thread) {
        EXPECT_LE(piece_begin(n, threads, thread), piece_begin(n, threads, thread + 1));
      }
    }
  }
}

TEST(ArrayTest, PagesAreCountedOneByOneAndGivenBackSo) {
  constexpr size_t kSize = (size_t{1} << 19) + 77;
  MemoryBudget whole;
  const Array<uint64_t> counted(whole, MemoryUse::kTable, kSize);
  MemoryBudget budget;
  {
    auto array = Array<uint64_t>::uncounted(budget, MemoryUse::kTable, kSize);
    EXPECT_EQ(0U, budget.used());
    constexpr size_t kStep = 10'007;
    for (size_t from = 0; from < kSize; from += kStep) {
      const size_t to = std::min(kSize, from + kStep);
      array.count(from, to);
      EXPECT_GE(budget.used(), to * sizeof(uint64_t));
      EXPECT_LT(budget.used(), to * sizeof(uint64_t) + 4'096);
      for (size_t i = from; i < to; ++i) {
        array[i] = i;
      }
    }
    EXPECT_EQ(whole.used(), budget.used());
    Array<uint64_t> moved(std::move(array));
    size_t ranges = 0;
    for (size_t from = 0; from < kSize; from += 2 * kStep, ++ranges) {
      moved.give_back(from, std::min(kSize, from + kStep));
      moved.give_back(from, from);
    }
    EXPECT_LT(budget.used(), whole.used() - ranges * (kStep * sizeof(uint64_t) - 3 * 4'096));
    for (size_t from = kStep; from + kStep <= kSize; from += 2 * kStep) {
      for (size_t i = from; i < from + kStep; ++i) {
        ASSERT_EQ(i, moved[i]);
      }
    }
    EXPECT_EQ(0U, moved[kStep / 2]);
  }
  EXPECT_EQ(0U, budget.used());
  EXPECT_EQ(whole.used(), budget.peak());
}

TEST(ArrayTest, WhatIsCountedLaterIsRefusedThen) {
  constexpr size_t kSize = size_t{1} << 18;
  MemoryBudget budget(1'000'000);
  {
    auto array = Array<uint64_t>::uncounted(budget, MemoryUse::kTable, kSize);
    array.count(0, 100'000);
    EXPECT_THROW(array.count(100'000, kSize), BudgetExceeded);
    array.count(100'000, 110'000);
    array[109'999] = 1;
    EXPECT_LE(budget.peak(), 1'000'000U);
  }
  EXPECT_EQ(0U, budget.used());
  // A small one is on the budget as a whole.
  const auto small = Array<uint64_t>::uncounted(budget, MemoryUse::kTable, 100);
  EXPECT_GE(budget.used(), 800U);
}

}  // namespace
}  // namespace hail
