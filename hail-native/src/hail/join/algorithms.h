// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "hail/join/settings.h"
#include "hail/join/sinks.h"
#include "hail/join/tuple.h"
#include "hail/memory/budget.h"
#include "hail/work/workers.h"

namespace hail::join {

/// Hash functions that a join can be run with.
enum class HashKind { kIdentity, kMix };

/// Which keys a join can have on its build side.
enum class KeyRange {
  kAny,
  kDense  ///< the memory for its table grows with the difference of greatest and least key
};

/// A join of rows that are in memory: each row of the probe side with each of the build side that
/// has the same key.
///
/// Adds what it finds to the sink. Throws BudgetExceeded.
template <Key K, class Sink>
using JoinFunction = void (*)(std::span<const Tuple<K>> build, std::span<const Tuple<K>> probe,
                              HashKind hash, const Settings& settings, Workers& workers,
                              MemoryBudget& budget, Sink& sink);

/// An algorithm under the name it has in the papers.
template <Key K>
struct Algorithm {
  std::string_view name;
  KeyRange range;
  JoinFunction<K, CountSink> count;
  JoinFunction<K, SumSink> sum;
  JoinFunction<K, ChecksumSink> checksum;
  JoinFunction<K, PairSink> pairs;
};

/// All algorithms.
template <Key K>
std::span<const Algorithm<K>> algorithms();

/// The algorithm of a name. Throws std::invalid_argument with all names if there is none.
template <Key K>
const Algorithm<K>& algorithm(std::string_view name);

}  // namespace hail::join
