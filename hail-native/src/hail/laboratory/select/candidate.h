// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "hail/join/table/partition.h"
#include "hail/laboratory/papers/algorithms.h"
#include "hail/laboratory/select/host_costs.h"
#include "hail/laboratory/select/join_shape.h"

namespace hail::select {

/// A join that can be chosen: one of algorithms.h that is best for some shape.
struct Candidate {
  std::string_view name;  ///< of algorithms.h
  Kernel kernel;          ///< its table
  bool array;             ///< takes keys by their values, not by a hash
  bool concise;
  bool partitioned;     ///< splits both sides
  join::Layout layout;  ///< of its partitions
};

/// All of them. Not among them are those that another one beats or equals on every shape: PRB (two
/// passes), MWAY (sorting), row-by-row lookups in concise tables, and orders of tasks for NUMA nodes
/// of joins whose rows stay on one node anyway; nor those of which too little is known beforehand:
/// CAT-hybrid, as a shape does not tell how many keys are far from all others, and CHTJ-buffered, as
/// HostCosts have no figure for putting matches back to the order of their rows.
std::span<const Candidate> candidates();

/// A candidate as it would run.
struct Plan {
  const Candidate* candidate;
  join::HashKind hash;
  /// Radix bits; 0 if it does not partition both sides.
  unsigned radix_bits;
  /// How it writes partitions, if it does.
  join::Write write;
};

/// Identity where it is proven to spread keys as well as mixing does, mixing elsewhere: if keys are
/// unique and not more values than a linear table has slots. Anything else can be made to collide.
join::HashKind hash_for(const JoinShape& shape);

/// With the bits of paper B, equation (1), and at least so many that there are a few tasks for
/// each thread; partitions are written as usual.
Plan plan_for(const Candidate& candidate, const JoinShape& shape);

}  // namespace hail::select
