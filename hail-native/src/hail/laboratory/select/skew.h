// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <span>

#include "hail/join/table/tuple.h"

namespace hail::select {

/// The parameter of the Zipf distribution whose ten most frequent keys have the share that they have in
/// a sample, from 0 to 0.99; 0 if there are too few rows or keys to tell.
///
/// rows     of the probe side
/// keys     number of keys that are drawn from, such as those of the build side
/// sample   rows that are looked at, spread over all; at most as many as there are
template <join::Key K>
double estimate_skew(std::span<const join::Tuple<K>> rows, uint64_t keys,
                     uint64_t sample = uint64_t{1} << 16);

/// Share of a Zipf distribution's most frequent keys among all.
///
/// hottest   how many these are, at least 1
/// keys      how many there are, at least as many
/// theta     parameter of the distribution, from 0 to below 1
double zipf_share(uint64_t hottest, uint64_t keys, double theta);

}  // namespace hail::select
