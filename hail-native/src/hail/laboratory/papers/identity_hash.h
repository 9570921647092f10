// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>

namespace hail::join {

/// The key itself, as in the joins of paper B. Safe only for dense keys.
struct IdentityHash {
  uint64_t operator()(uint64_t key) const { return key; }
};

}  // namespace hail::join
