// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <vector>

#include "hail/join/table/hash.h"
#include "hail/join/table/tuple.h"

// Sinks receive the matches of a join: sink(probe row, payload of the build row). Each thread has
// its own sink; in the end add() adds them up.

namespace hail::join {

/// Counts matches.
struct CountSink {
  uint64_t matches = 0;

  template <Key K>
  void operator()(const Tuple<K>&, K) {
    ++matches;
  }

  void add(const CountSink& other) { matches += other.matches; }

  friend bool operator==(const CountSink&, const CountSink&) = default;
};

/// Counts matches and adds up the payloads of the build side.
struct SumSink {
  uint64_t matches = 0;
  uint64_t sum = 0;

  template <Key K>
  void operator()(const Tuple<K>&, K build) {
    ++matches;
    sum += build;
  }

  void add(const SumSink& other) {
    matches += other.matches;
    sum += other.sum;
  }

  friend bool operator==(const SumSink&, const SumSink&) = default;
};

/// Shows whether two joins have the same matches, in any order. Counts matches, and adds up the
/// build payloads and a hash of each pair of payloads.
struct ChecksumSink {
  uint64_t matches = 0;
  uint64_t sum = 0;
  uint64_t pairs = 0;

  template <Key K>
  void operator()(const Tuple<K>& probe, K build) {
    ++matches;
    sum += build;
    pairs += mix64(mix64(probe.payload) + build);
  }

  void add(const ChecksumSink& other) {
    matches += other.matches;
    sum += other.sum;
    pairs += other.pairs;
  }

  friend bool operator==(const ChecksumSink&, const ChecksumSink&) = default;
};

/// Keeps the payloads of both rows of each match, in any order. No budget counts them: use this
/// only for joins with few matches.
struct PairSink {
  struct Pair {
    uint64_t probe;
    uint64_t build;
  };

  std::vector<Pair> pairs;

  template <Key K>
  void operator()(const Tuple<K>& probe, K build) {
    pairs.push_back({probe.payload, build});
  }

  void add(const PairSink& other) {
    pairs.insert(pairs.end(), other.pairs.begin(), other.pairs.end());
  }
};

}  // namespace hail::join
