#pragma once

#include <cstdint>

#include "hail/join/settings.h"
#include "hail/memory/budget.h"
#include "hail/select/host_costs.h"

namespace hail::select {

/// How a host is measured.
struct Calibration {
  join::Caches caches;
  /// Accesses to memory are measured up to so many bytes, or four times the last-level cache if that
  /// is less; beyond that they are taken to cost the same.
  uint64_t most_bytes = uint64_t{128} << 20;
  /// Rows that partitioning is measured with.
  uint64_t rows = uint64_t{1} << 20;
  /// Each figure is the least of so many measurements: what disturbs makes slower.
  unsigned repeats = 3;
  /// Of the places and keys that are accessed.
  uint64_t seed = 1;
};

/// Measures what the parts of joins cost here, with the joins' own tables and partitioner: in about a
/// second, on one thread, and on two for how long starting them takes. Uses about
/// `most_bytes + 64 * rows` bytes of the budget. Throws BudgetExceeded.
HostCosts calibrate(const Calibration& calibration, MemoryBudget& budget);

}  // namespace hail::select
