// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>

#include "hail/memory/budget.h"

namespace hail {

/// Calls run(budget) with budgets that are just enough for one more allocation each, from none on,
/// until it does not throw BudgetExceeded. Whatever it throws, it is to leave nothing on its budget.
///
/// fewest   times that it throws, at least
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
