// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/laboratory/select/candidate.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "hail/errors.h"

namespace hail::select {
namespace {

using join::Layout;

constexpr std::array kCandidates{
    Candidate{"NOP", Kernel::kLinear, false, false, false, Layout::kContiguous},
    Candidate{"NOP-batched", Kernel::kLinearBatched, false, false, false, Layout::kContiguous},
    Candidate{"NOPA", Kernel::kArray, true, false, false, Layout::kContiguous},
    Candidate{"NOPA-batched", Kernel::kArrayBatched, true, false, false, Layout::kContiguous},
    Candidate{"CHTJ", Kernel::kConciseHash, false, true, false, Layout::kContiguous},
    Candidate{"CAT", Kernel::kConciseArray, true, true, false, Layout::kContiguous},
    Candidate{"CPRL", Kernel::kPartLinear, false, false, true, Layout::kChunked},
    Candidate{"CPRA", Kernel::kPartArray, true, false, true, Layout::kChunked},
    Candidate{"PRL", Kernel::kPartLinear, false, false, true, Layout::kContiguous},
    Candidate{"PRA", Kernel::kPartArray, true, false, true, Layout::kContiguous},
    Candidate{"PRO", Kernel::kPartChained, false, false, true, Layout::kContiguous},
    Candidate{"PROiS", Kernel::kPartChained, false, false, true, Layout::kContiguous},
};

}  // namespace

void JoinShape::check() const {
  if (key_bytes == 0 || key_bytes > 8) {
    throw InvalidArgument("A key has 1 to 8 bytes, not " + std::to_string(key_bytes));
  }
  if (threads == 0 || nodes == 0) {
    throw InvalidArgument("A join has at least one thread and one node");
  }
  if (!(skew >= 0 && skew < 1)) {
    throw InvalidArgument("Skew is from 0 to below 1, not " + std::to_string(skew));
  }
  if (unique && knows_range() && key_range < build_rows) {
    throw InvalidArgument(std::to_string(build_rows) + " rows of unique keys do not have " +
                          std::to_string(key_range) + " values");
  }
  if (!streaming && !knows_probe_rows()) {
    throw InvalidArgument("A probe side that does not stream has a known number of rows");
  }
}

std::span<const Candidate> candidates() { return kCandidates; }

join::HashKind hash_for(const JoinShape& shape) {
  constexpr uint64_t kMost = uint64_t{1} << 60;
  const uint64_t rows = std::clamp<uint64_t>(shape.build_rows, 1, kMost);
  const bool dense =
      shape.unique && shape.knows_range() && shape.key_range <= std::bit_ceil(2 * rows);
  return dense ? join::HashKind::kIdentity : join::HashKind::kMix;
}

Plan plan_for(const Candidate& candidate, const JoinShape& shape) {
  constexpr unsigned kLeastBits = 4;
  constexpr unsigned kTasks = 4;
  const join::HashKind hash = candidate.array     ? join::HashKind::kIdentity
                              : candidate.concise ? join::HashKind::kMix
                                                  : hash_for(shape);
  if (!candidate.partitioned) {
    return {&candidate, hash, 0, join::Write::kPlain};
  }
  const double row = shape.row_bytes();
  const bool mixed = hash == join::HashKind::kMix;
  unsigned bits;
  switch (candidate.kernel) {
    case Kernel::kPartArray:
      bits =
          join::radix_bits(shape.key_range, shape.width(), 1, mixed, shape.caches, shape.threads);
      break;
    case Kernel::kPartChained:
      bits = join::radix_bits(shape.build_rows, row + 2 * sizeof(uint32_t), 1, mixed, shape.caches,
                              shape.threads);
      break;
    default:
      bits = join::radix_bits(shape.build_rows, row, 0.5, mixed, shape.caches, shape.threads);
  }
  const unsigned least =
      std::max(kLeastBits, static_cast<unsigned>(std::bit_width(kTasks * shape.threads - 1)));
  bits = std::max(bits, least);
  return {&candidate, hash, bits, join::usual_write(size_t{1} << bits)};
}

}  // namespace hail::select
