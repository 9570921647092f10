// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>

#include "hail/laboratory/select/candidate.h"
#include "hail/laboratory/select/join_shape.h"

namespace hail::select {

/// More bytes than any join is given; what a join cannot be run on has this peak.
inline constexpr uint64_t kTooManyBytes = uint64_t{1} << 62;

/// The most bytes that a join counts on its budget at one time: never less than what it will count,
/// and at most 5 % more where nothing is repeated, with exceptions.
///
/// Where that depends on chance, such as on the largest partition by a hash, it is what is exceeded
/// less than once in a million joins of keys that were not made to collide. Payloads of all ones,
/// which arrays keep apart, are taken to be rare; rows of repeated keys, which tables keep apart or in
/// one partition, are as many as the shape allows.
///
/// The bound is looser for concise tables. Their rows go from a copy to the table piece by piece: each
/// thread is taken to hold a piece twice at the same moment, and keys of a concise array, of which it
/// is not known where in their range they are, to fill these pieces wholly. That is at most the array
/// too much, less than half of the whole.
uint64_t peak_bytes(const Plan& plan, const JoinShape& shape);

}  // namespace hail::select
