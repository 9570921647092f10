// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hail/join/operator/specification.h"
#include "hail/laboratory/workload/random.h"
#include "rows.h"

// Stars as tests see them: rows of all sides, and what joins of them give one after the other.

namespace hail::testing_stars {

constexpr join::JoinKind kStarKinds[] = {join::JoinKind::kInner, join::JoinKind::kProbeOuter,
                                         join::JoinKind::kProbeSemi, join::JoinKind::kProbeAnti,
                                         join::JoinKind::kNullAwareAnti};

/// One of the build sides.
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

/// Gives a side its schemas; its probe side is that of the case when this is called.
void complete(Side& side, const StarCase& made);

/// What the joins give one after the other, in any order.
testing_rows::Rows expected_rows(const StarCase& made);

/// Rows as text, in their order.
std::string texts_of(const testing_rows::Rows& rows);

/// A probe side with a key for each of one to four joins, of which at most four rows of the build side
/// have each value.
StarCase random_star(workload::Random& random);

}  // namespace hail::testing_stars
