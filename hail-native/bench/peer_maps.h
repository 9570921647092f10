// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <span>

#include "hail/laboratory/papers/algorithms.h"

namespace hail::bench {

/// Joins by the hash maps of other libraries that the build found. One thread fills a map, because
/// these maps allow no more, and all threads probe it. The maps take unique keys only.
template <join::Key K>
std::span<const join::Algorithm<K>> peer_maps();

}  // namespace hail::bench
