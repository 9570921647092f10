// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/laboratory/select/calibrate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "hail/errors.h"
#include "hail/laboratory/select/cost_curve.h"
#include "hail/laboratory/select/host_costs.h"
#include "hail/memory/budget.h"
#include "selector_cases.h"

namespace hail::select {
namespace {

using testing_select::kMega;

TEST(CalibrateTest, FiguresArePositiveAndAccessesNeverGetCheaper) {
  MemoryBudget budget(64 * kMega);
  Calibration calibration;
  calibration.caches = {.second_level = 256 << 10, .last_level = 1 << 20};
  calibration.rows = 20'000;
  calibration.repeats = 2;
  // HostCosts and CostCurve refuse what is not positive.
  const HostCosts::Figures figures = calibrate(calibration, budget).figures();
  EXPECT_EQ(0U, budget.used());
  EXPECT_GE(budget.peak(), 4 * kMega);
  for (const CostCurve* curve : {&figures.filling, &figures.plain, &figures.batched}) {
    EXPECT_EQ(16U << 10, curve->points().front().size);
    EXPECT_EQ(4 * calibration.caches.last_level, curve->points().back().size);
    EXPECT_TRUE(
        std::is_sorted(curve->points().begin(), curve->points().end(),
                       [](const auto& a, const auto& b) { return a.nanoseconds < b.nanoseconds; }));
  }
  EXPECT_EQ(calibration.caches.last_level, figures.caches.last_level);
  EXPECT_GT(figures.round, 0);
}

TEST(CalibrateTest, KeepsToItsBudget) {
  Calibration calibration;
  calibration.rows = 1000;
  for (const uint64_t limit : {uint64_t{0}, uint64_t{1000}, kMega}) {
    MemoryBudget budget(limit);
    EXPECT_THROW(calibrate(calibration, budget), BudgetExceeded);
    EXPECT_EQ(0U, budget.used());
  }
}

}  // namespace
}  // namespace hail::select
