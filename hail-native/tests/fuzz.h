// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "hail/laboratory/workload/random.h"

namespace hail::fuzz {

/// The rounds of a test of random input. Without being told otherwise the same few each time; the
/// environment may ask for others:
///
///   HAIL_FUZZ_SECONDS  as many rounds as there is time for, with another seed each time
///   HAIL_FUZZ_SEED     the seed
///   HAIL_FUZZ_ROUND    this round only
///
/// When a sanitizer ends the process it says which round it was.
class Rounds {
 public:
  /// few: rounds if nothing is told
  explicit Rounds(uint64_t few);
  ~Rounds();

  Rounds(const Rounds&) = delete;
  Rounds& operator=(const Rounds&) = delete;

  /// Whether there is another round, which begins.
  bool next();

  /// Random numbers of this round, the same whenever it is repeated.
  workload::Random random() const;

  /// Whether this round is the first of so many with an input in common, which comes from their
  /// shared_random().
  bool begins(uint64_t rounds) const;
  workload::Random shared_random(uint64_t rounds) const;

  /// What to set to repeat this round alone.
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

/// A number that is often at a border, or near `close`.
uint64_t number(workload::Random& random, uint64_t close);

}  // namespace hail::fuzz
