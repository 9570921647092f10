// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>

#include "hail/join/key_codec.h"
#include "hail/join/operator/built_side.h"
#include "hail/join/operator/specification.h"

namespace hail::join {

/// Which rows of the probe side a join gives by whether they have a match.
class RowChoice {
 public:
  /// kind   kInner or kProbeSemi, which give those with a match, kProbeAnti or kNullAwareAnti
  RowChoice(JoinKind kind, const BuiltSide& side)
      : wanted_(kind == JoinKind::kInner || kind == JoinKind::kProbeSemi) {
    // x NOT IN (...) is unknown if x is NULL and anything is in it, or x is not in it but NULL is.
    const bool null_aware = kind == JoinKind::kNullAwareAnti && !side.codec.null_equal();
    none_ = null_aware && side.null_key_rows > 0;
    not_null_ = null_aware && side.given_rows > 0;
  }

  bool operator()(bool matches, KeyState state) const {
    return matches == wanted_ && !none_ && !(not_null_ && state == KeyState::kNull);
  }

 private:
  bool wanted_;
  /// No row at all, and none whose key is NULL.
  bool none_;
  bool not_null_;
};

}  // namespace hail::join
