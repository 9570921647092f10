// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hail/laboratory/papers/algorithms.h"
#include "hail/laboratory/select/candidate.h"
#include "hail/laboratory/select/host_costs.h"
#include "hail/laboratory/select/join_shape.h"

namespace hail::select {

/// Which join to run, with what, and why.
struct Choice {
  std::string_view algorithm;  ///< a name of algorithms.h
  join::HashKind hash;
  unsigned radix_bits;  ///< for Settings::radix_bits
  join::Write write;    ///< for Settings::write
  /// What it should take; 0 if the rows of the probe side are not known.
  double seconds;
  /// What it counts on its budget at most, see peak_bytes().
  uint64_t peak_bytes;
  /// One line of less than 256 bytes, with the figures that it was chosen by.
  std::string explanation;
};

/// No join fits the budget.
struct NeedsSpill {
  /// The least budget that a join would run on as it is planned; kTooManyBytes if there is none.
  uint64_t bytes;
  std::string explanation;
};

using Selection = std::variant<Choice, NeedsSpill>;

/// The best join for a shape. First the budget drops joins, then rules those that are unsafe or
/// dominated (linear tables for keys with many copies, hashes for dense keys, partitions for what
/// streams); of the rest costs find the fastest, and of those about as fast the smallest. Rules choose
/// if the probe side's rows are not known. Throws InvalidArgument, see JoinShape::check().
Selection choose(const JoinShape& shape, const HostCosts& costs);

/// The same by rules alone.
Selection choose_by_rules(const JoinShape& shape);

/// A candidate that can be run on a shape, whatever the budget, and what it should take.
struct Estimate {
  Plan plan;
  uint64_t peak_bytes;
  double seconds;  ///< 0 if the rows of the probe side are not known
};

std::vector<Estimate> estimates(const JoinShape& shape, const HostCosts& costs);

}  // namespace hail::select
