// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>

#include "hail/memory/budget.h"

namespace hail {

/// Calls run(budget) with rising budgets, each just enough for one more allocation than the last.
/// Stops when run does not throw BudgetExceeded. Each call must leave nothing on its budget.
///
/// fewest   least number of times that run must throw
template <class Run>
void try_budgets(unsigned fewest, const Run& run) {
  uint64_t limit = 0;
  for (unsigned failures = 0;; ++failures) {
    auto budget = std::make_shared<MemoryBudget>(limit);
    try {
      run(budget);
      EXPECT_LE(budget->peak(), limit);
      EXPECT_GE(failures, fewest);
      return;
    } catch (const BudgetExceeded& e) {
      EXPECT_EQ(0U, budget->used());
      ASSERT_GT(e.used() + e.wanted(), limit);
      limit = e.used() + e.wanted();
    }
  }
}

}  // namespace hail
