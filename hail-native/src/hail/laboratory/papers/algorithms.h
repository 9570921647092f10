// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "hail/join/table/tuple.h"
#include "hail/laboratory/papers/settings.h"
#include "hail/laboratory/papers/sinks.h"
#include "hail/memory/budget.h"
#include "hail/work/workers.h"

namespace hail::join {

/// Hash functions a join can use.
enum class HashKind { kIdentity, kMix };

/// Which keys a join accepts on its build side.
enum class KeyRange {
  kAny,
  kDense  ///< table memory grows with the difference between the greatest and the least key
};

/// A join of rows in memory: pairs each probe row with each build row of the same key.
///
/// Adds all matches to `sink`. `hash` only matters to joins that offer a choice; concise hash
/// tables always use MixHash.
/// Throws BudgetExceeded.
template <Key K, class Sink>
using JoinFunction = void (*)(std::span<const Tuple<K>> build, std::span<const Tuple<K>> probe,
                              HashKind hash, const Settings& settings, Workers& workers,
                              MemoryBudget& budget, Sink& sink);

/// A join under its name in the papers, with one instance for each kind of sink.
template <Key K>
struct Algorithm {
  std::string_view name;
  KeyRange range;
  JoinFunction<K, CountSink> count;
  JoinFunction<K, SumSink> sum;
  JoinFunction<K, ChecksumSink> checksum;
  JoinFunction<K, PairSink> pairs;
};

/// All joins.
template <Key K>
std::span<const Algorithm<K>> algorithms();

/// The join with this name. Throws std::invalid_argument, which lists all names, if there is none.
template <Key K>
const Algorithm<K>& algorithm(std::string_view name);

}  // namespace hail::join
