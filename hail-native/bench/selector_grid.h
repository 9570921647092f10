// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <string>

#include "hail/join/table/tuple.h"
#include "hail/laboratory/select/host_costs.h"
#include "hail/laboratory/select/join_shape.h"
#include "hail/laboratory/workload/relations.h"

namespace hail::bench {

/// What a selector knows of two sides in memory. Keys are unique on the build side.
template <join::Key K>
select::JoinShape shape_of(const workload::Relations<K>& rows, unsigned threads,
                           const join::Caches& caches);

/// Runs all candidates of the selector on many shapes and compares the chosen one with the fastest.
/// Prints a line for each shape, then the geometric mean and the greatest of the ratios.
///
/// other  use shapes that the cost model was not fitted to: other sizes, densities, skews and seed,
///        and rows of 8+8 bytes
/// json   file to which the results are appended as lines, or empty
void run_selector_grid(bool other, const select::HostCosts& costs, unsigned rounds,
                       const std::string& json);

}  // namespace hail::bench
