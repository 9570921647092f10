// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "hail/laboratory/workload/random.h"

namespace hail::fuzz {

/// Rounds of a test of random input. By default a few rounds run, the same ones each time. The
/// environment may set others:
///
///   HAIL_FUZZ_SECONDS  as many rounds as there is time for, with another seed each time
///   HAIL_FUZZ_SEED     the seed
///   HAIL_FUZZ_ROUND    this round only
///
/// When a sanitizer ends the process, it prints the name of the round.
class Rounds {
 public:
  /// few: number of rounds unless the environment sets another
  explicit Rounds(uint64_t few);
  ~Rounds();

  Rounds(const Rounds&) = delete;
  Rounds& operator=(const Rounds&) = delete;

  /// Starts the next round. Returns false if there is none.
  bool next();

  /// Random numbers of this round, the same each time the round is repeated.
  workload::Random random() const;

  /// Whether this round is the first of a group of `rounds` rounds with a shared input, which
  /// shared_random() makes.
  bool begins(uint64_t rounds) const;
  workload::Random shared_random(uint64_t rounds) const;

  /// The environment that repeats this round alone.
  std::string name() const;

 private:
  uint64_t seed_ = 0;
  uint64_t first_ = 0;
  uint64_t round_ = 0;
  uint64_t end_;
  bool begun_ = false;
  bool timed_ = false;
  std::chrono::steady_clock::time_point until_;
};

/// Returns a number that is often close to a limit, or near `close`.
uint64_t number(workload::Random& random, uint64_t close);

}  // namespace hail::fuzz
