// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>

#include "hail/join/table/tuple.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"

namespace hail::workload {

/// What the two sides of a join are like; the workloads of both papers are made of these
/// (paper A, section 4; paper B, section 4).
struct RelationsShape {
  uint64_t build_rows = 0;
  uint64_t probe_rows = 0;
  /// Unique keys are drawn from 1 to density_factor * build_rows; 1 is a dense key.
  uint64_t density_factor = 1;
  /// Copies of each key on the build side.
  uint64_t copies = 1;
  /// Share of probe rows that have a match.
  double match_rate = 1;
  /// Parameter of the Zipf distribution of the probe side's keys, in [0, 1); 0 is uniform.
  double zipf = 0;
  uint64_t seed = 1;
};

/// Both sides, in random order. The payload of row i of either side is i.
template <join::Key K>
struct Relations {
  Array<join::Tuple<K>> build;
  Array<join::Tuple<K>> probe;
};

/// Makes both sides. Throws std::invalid_argument if the keys do not fit the type.
template <join::Key K>
Relations<K> make_relations(const RelationsShape& shape, MemoryBudget& budget);

}  // namespace hail::workload
