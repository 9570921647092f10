// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hail/join/operator/specification.h"
#include "hail/laboratory/workload/random.h"
#include "rows.h"

// Cases for tests of stars: rows of all sides, and what their joins must give one after the other.

namespace hail::testing_stars {

constexpr join::JoinKind kStarKinds[] = {join::JoinKind::kInner, join::JoinKind::kProbeOuter,
                                         join::JoinKind::kProbeSemi, join::JoinKind::kProbeAnti,
                                         join::JoinKind::kNullAwareAnti};

/// One build side.
struct Side {
  testing_rows::Shape shape;
  testing_rows::Rows rows;
  join::Specification specification;
};

struct StarCase {
  testing_rows::Shape probe_shape;
  testing_rows::Rows probe;
  std::vector<Side> sides;
  std::vector<uint32_t> probe_outputs;
  uint32_t batch_rows = join::Specification::kDefaultBatchRows;
};

/// Gives a side its schemas. The probe side is the one that the case has now.
void complete(Side& side, const StarCase& made);

/// Returns what the joins give one after the other, in any order.
testing_rows::Rows expected_rows(const StarCase& made);

/// Rows as text, in their order.
std::string texts_of(const testing_rows::Rows& rows);

/// Makes a random star of one to four joins, each with a key column in the probe side. At most four
/// build rows of a join have the same key.
StarCase random_star(workload::Random& random);

}  // namespace hail::testing_stars
