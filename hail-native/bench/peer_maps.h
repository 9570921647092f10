// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <span>

#include "hail/laboratory/papers/algorithms.h"

namespace hail::bench {

/// Joins by the hash maps that others have written and that were found when this was built: filled
/// by one thread, as these maps have no other way, and probed by all. They take unique keys only.
template <join::Key K>
std::span<const join::Algorithm<K>> peer_maps();

}  // namespace hail::bench
