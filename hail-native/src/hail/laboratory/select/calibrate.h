// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>

#include "hail/laboratory/papers/settings.h"
#include "hail/laboratory/select/host_costs.h"
#include "hail/memory/budget.h"

namespace hail::select {

/// How a host is measured.
struct Calibration {
  join::Caches caches;
  /// Accesses to memory are measured up to so many bytes, or four times the last-level cache if that
  /// is less; beyond that they are taken to cost the same.
  uint64_t most_bytes = uint64_t{128} << 20;
  /// Rows that partitioning is measured with; the figures are taken for those of so many as this is
  /// unless it is set, so fewer are for tests.
  uint64_t rows = kManyPartitionedRows;
  /// Each figure is the least of so many measurements: what disturbs makes slower.
  unsigned repeats = 5;
  /// Of the places and keys that are accessed.
  uint64_t seed = 1;
};

/// Measures what the parts of joins cost here, with the joins themselves and their partitioner: in some
/// seconds, on one thread, and on two for how long starting them takes. Uses about `most_bytes`
/// of the budget, or `64 * rows` and 40 MB if that is more. Throws BudgetExceeded.
HostCosts calibrate(const Calibration& calibration, MemoryBudget& budget);

}  // namespace hail::select
