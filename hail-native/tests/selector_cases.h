// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>

#include "hail/laboratory/select/host_costs.h"
#include "hail/laboratory/select/join_shape.h"

// Hosts and joins for tests of the selector.

namespace hail::testing_select {

inline constexpr uint64_t kMega = uint64_t{1} << 20;

/// Invented figures of a host whose second-level cache has 0.5 MiB.
select::HostCosts fixed_costs();

/// A join of rows in memory: 4+4 bytes each, unique keys on the build side.
select::JoinShape materialised(uint64_t build, uint64_t probe);

}  // namespace hail::testing_select
