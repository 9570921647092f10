// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <span>

#include "hail/laboratory/select/cost_curve.h"

namespace hail::select {

/// What a probe row's accesses to all parts of a table cost together, in nanoseconds.
///
/// Keys are anywhere in each part, some hotter than others. Caches keep lines, not keys: a line is as
/// hot as all keys that are on it, and is in a cache when the bytes of all lines that were accessed
/// since its last access fit it. An access costs what it does on the curve for so much memory that
/// a place of it, accessed evenly, has as many bytes accessed in between.
///
/// curve   of accesses that are spread evenly, by the bytes they are spread over
/// parts   bytes of each; a probe row accesses one place of it
/// passing bytes of a row that is read once and takes room in the caches as well
/// keys    that probe rows have
/// skew    of the Zipf distribution of the probe rows' keys, from 0 to below 1
double access_cost(const CostCurve& curve, std::span<const double> parts, double passing,
                   double keys, double skew);

}  // namespace hail::select
