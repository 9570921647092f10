// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>

#include "hail/join/key/key_codec.h"
#include "hail/join/operator/join_table.h"
#include "hail/join/operator/specification.h"

namespace hail::join {

/// Decides whether a join gives a probe row, by whether the row has a match.
class RowChoice {
 public:
  /// kind   kInner or kProbeSemi give rows with a match, kProbeAnti and kNullAwareAnti rows
  ///        without; a choice of another kind must not be asked
  RowChoice(JoinKind kind, const JoinTable& table)
      : wanted_(kind == JoinKind::kInner || kind == JoinKind::kProbeSemi) {
    // In SQL, x NOT IN (list) is not true in two more cases. A NULL in the list excludes every row.
    // A NULL x is excluded unless the list is empty.
    const bool null_aware = kind == JoinKind::kNullAwareAnti && !table.codec.null_equal();
    none_ = null_aware && table.null_key_rows > 0;
    not_null_ = null_aware && table.given_rows > 0;
  }

  bool operator()(bool matches, KeyState state) const {
    return matches == wanted_ && !none_ && !(not_null_ && state == KeyState::kNull);
  }

 private:
  bool wanted_;
  /// none_: the join gives no row at all. not_null_: it gives no row with a NULL key.
  bool none_;
  bool not_null_;
};

}  // namespace hail::join
