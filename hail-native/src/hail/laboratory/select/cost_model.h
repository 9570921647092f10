// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include "hail/laboratory/select/candidate.h"
#include "hail/laboratory/select/host_costs.h"
#include "hail/laboratory/select/join_shape.h"

namespace hail::select {

/// The faster way to write the partitions of a join that splits both sides.
join::Write fastest_write(const Plan& plan, const JoinShape& shape, const HostCosts& costs);

/// A join that splits both sides with the way to write that is fastest, and with up to two radix bits more
/// than it has if splitting then takes clearly less, as processors have numbers of partitions that they are
/// slow with.
Plan fastest_split(const Plan& plan, const JoinShape& shape, const HostCosts& costs);

/// Seconds that a join takes, its memory allocated within; of a shape whose probe rows are known.
double estimated_seconds(const Plan& plan, const JoinShape& shape, const HostCosts& costs);

}  // namespace hail::select
