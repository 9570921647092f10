// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/laboratory/select/peak_memory.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "hail/join/table/concise_table.h"
#include "hail/join/table/hash.h"
#include "hail/memory/array.h"

namespace hail::select {
namespace {

using join::HashKind;

constexpr uint64_t kLine = join::kLineBytes;
constexpr uint64_t kPage = 4096;

/// Bytes that stop growing at kTooManyBytes.
class Bytes {
 public:
  Bytes() = default;

  /// An array as join::Array counts it.
  static Bytes array(uint64_t size, uint64_t element) {
    if (size >= kTooManyBytes / element) {
      return Bytes(kTooManyBytes);
    }
    return Bytes(size == 0 ? 0 : hail::internal::allocated_bytes(size * element));
  }

  Bytes operator+(Bytes other) const {
    return Bytes(std::min(kTooManyBytes, count_ + other.count_));
  }

  Bytes times(uint64_t factor) const {
    return factor != 0 && count_ >= kTooManyBytes / factor ? Bytes(kTooManyBytes)
                                                           : Bytes(count_ * factor);
  }

  uint64_t count() const { return count_; }

 private:
  explicit Bytes(uint64_t count) : count_(std::min(count, kTooManyBytes)) {}

  uint64_t count_ = 0;
};

Bytes most_of(Bytes a, Bytes b) { return a.count() < b.count() ? b : a; }

Bytes least_of(Bytes a, Bytes b) { return a.count() < b.count() ? a : b; }

uint64_t power_of_two(uint64_t least) {
  return std::bit_ceil(std::clamp<uint64_t>(least, 1, kTooManyBytes));
}

/// An OverflowTable that takes rows one by one: it doubles, and then gets its chains.
Bytes appended_overflow(uint64_t rows, uint64_t row_bytes) {
  constexpr uint64_t kFirst = 64;
  if (rows == 0) {
    return {};
  }
  const uint64_t capacity = std::max(kFirst, power_of_two(rows));
  const Bytes held = Bytes::array(capacity, row_bytes);
  const Bytes before = capacity == kFirst ? Bytes() : Bytes::array(capacity / 2, row_bytes);
  return held + most_of(before, Bytes::array(power_of_two(rows), sizeof(uint32_t)) +
                                    Bytes::array(capacity, sizeof(uint32_t)));
}

/// What is exceeded by a number of independent rare events less than once in a million times a
/// million, if this many are expected.
double far_above(double expected) { return expected + 7 * std::sqrt(expected) + 10; }

uint64_t whole(double bytes) {
  return bytes >= static_cast<double>(kTooManyBytes) ? kTooManyBytes : static_cast<uint64_t>(bytes);
}

/// Most rows that have one key.
uint64_t copies(const JoinShape& shape) {
  return shape.unique ? 1 : std::max<uint64_t>(1, std::min(shape.most_copies, shape.build_rows));
}

/// Rows that an array of payloads keeps apart: all but the first of each key, and some whose payload
/// is all ones.
uint64_t apart_from_array(const JoinShape& shape) {
  constexpr uint64_t kAllOnes = 64;
  const uint64_t rows = shape.build_rows;
  const uint64_t firsts = rows / copies(shape);
  return rows - firsts + std::min(firsts, kAllOnes);
}

// ---- one table ----

Bytes linear(const JoinShape& shape) {
  return Bytes::array(power_of_two(2 * std::min(shape.build_rows, kTooManyBytes / 2)),
                      shape.row_bytes()) +
         appended_overflow(std::min(shape.build_rows, copies(shape)), shape.row_bytes());
}

Bytes array(const JoinShape& shape) {
  return Bytes::array(std::max<uint64_t>(1, shape.key_range), shape.width()) +
         appended_overflow(apart_from_array(shape), shape.row_bytes());
}

/// The rows that find no bucket, at places that are known beforehand.
Bytes placed_overflow(uint64_t rows, uint64_t row_bytes) {
  return rows == 0
             ? Bytes()
             : Bytes::array(rows, row_bytes) + Bytes::array(power_of_two(rows), sizeof(uint32_t)) +
                   Bytes::array(rows, sizeof(uint32_t));
}

/// A partitioned side, and what is beside it while it is made.
struct Split {
  Bytes kept;
  Bytes beside;
};

Split split(uint64_t rows, uint64_t row_bytes, uint64_t partitions, uint64_t threads,
            join::Layout layout, join::Write write) {
  const uint64_t stride = (partitions + kLine - 1) / kLine * kLine;
  const uint64_t bounds =
      layout == join::Layout::kChunked ? threads * (partitions + 1) : partitions + 1;
  return {Bytes::array(rows, row_bytes) + Bytes::array(bounds, sizeof(uint64_t)),
          Bytes::array(stride * threads, sizeof(uint64_t)).times(2) +
              Bytes::array(write == join::Write::kPlain ? 0 : partitions * threads, kLine)};
}

// ---- concise tables ----

/// What is known of a concise table before it is built.
struct ConciseFigures {
  uint64_t pieces;
  uint64_t buckets;
  /// Bytes of what a bucket stands for; no more than those of a row.
  uint64_t stored;
  /// Rows that find no bucket, at most.
  uint64_t overflow;
  /// Rows of the largest piece, at most.
  uint64_t most_in_piece;
  /// Pieces that may have less than two pages of rows.
  uint64_t small_pieces;
};

/// Whether an array of so many bytes is counted, and given back, page by page.
bool goes_by_pages(Bytes bytes) {
  return hail::internal::begun_pages(bytes.count(), 0, bytes.count()).to > 0;
}

/// By how much memory grows while rows of unique keys go from their copy to the array, piece by piece.
/// A thread counts its piece of the array before it gives back that of the copy, and a page of the
/// copy that two pieces share stays.
Bytes growth_while_placing(const JoinShape& shape, const ConciseFigures& table) {
  const uint64_t rows = shape.build_rows;
  const Bytes array = Bytes::array(rows, table.stored);
  if (!goes_by_pages(Bytes::array(rows, shape.row_bytes())) ||
      !goes_by_pages(Bytes::array(rows - table.overflow, table.stored))) {
    return array;
  }
  const uint64_t at_once = std::min<uint64_t>(shape.threads, table.pieces);
  // A piece of the array that is half of the copy's takes less than is given back even without that
  // page, unless it is small.
  const uint64_t shared_pages =
      table.stored < shape.row_bytes() ? table.small_pieces + at_once : table.pieces;
  const Bytes growth = Bytes::array(table.most_in_piece, table.stored).times(at_once) +
                       Bytes::array(shared_pages + 1, kPage);
  return least_of(growth, array);
}

Bytes concise(const JoinShape& shape, const ConciseFigures& table) {
  const uint64_t row_bytes = shape.row_bytes();
  const Split parts = split(shape.build_rows, row_bytes, table.pieces, shape.threads,
                            join::Layout::kContiguous, join::usual_write(table.pieces));
  const Bytes fixed =
      Bytes::array(table.buckets / join::ConciseWord::kBuckets, sizeof(join::ConciseWord)) +
      Bytes::array((table.most_in_piece / 64 + 1) * shape.threads, sizeof(uint64_t));
  Bytes array = Bytes::array(shape.build_rows, table.stored);
  Bytes growth = growth_while_placing(shape, table);
  if (copies(shape) > 1) {
    // What is in the array and what in overflow is known only in sum, and each is rounded up; a row
    // takes no less in overflow.
    array = growth =
        Bytes::array(shape.build_rows - table.overflow, table.stored) + Bytes::array(2 * kPage, 1);
  }
  const Bytes placing = parts.kept + fixed + Bytes::array(table.overflow, row_bytes) + growth;
  const Bytes placed = fixed + array + placed_overflow(table.overflow, row_bytes);
  return most_of(parts.kept + parts.beside, most_of(placing, placed));
}

uint64_t concise_bits(const JoinShape& shape) {
  return join::concise_piece_bits(shape.build_rows, shape.row_bytes() + 2, shape.caches);
}

bool fits_concise(const JoinShape& shape) { return shape.build_rows < (uint64_t{1} << 32) - 1; }

Bytes concise_hash(const JoinShape& shape) {
  if (!fits_concise(shape)) {
    return Bytes::array(kTooManyBytes, 1);
  }
  // Paper A, section 2.1: of unique keys 0.725 % find no bucket.
  constexpr double kOverflow = 0.00735;
  const uint64_t rows = shape.build_rows;
  const join::HashBuckets<uint64_t, join::MixHash> buckets(
      {}, rows, static_cast<unsigned>(concise_bits(shape)));
  const double in_piece = static_cast<double>(rows) / static_cast<double>(buckets.pieces());
  const uint64_t most = buckets.pieces() == 1 || copies(shape) > 1
                            ? rows
                            : std::min(rows, whole(far_above(in_piece)));
  const uint64_t overflow =
      copies(shape) > 1 ? rows
                        : std::min(rows, whole(far_above(kOverflow * static_cast<double>(rows))));
  return concise(shape, {buckets.pieces(), buckets.buckets(), shape.row_bytes(), overflow, most,
                         buckets.pieces()});
}

Bytes concise_array(const JoinShape& shape) {
  if (!fits_concise(shape) || shape.key_range >= kTooManyBytes) {
    return Bytes::array(kTooManyBytes, 1);
  }
  const join::DomainBuckets<uint64_t> buckets(0, shape.key_range,
                                              static_cast<unsigned>(concise_bits(shape)));
  const uint64_t rows = shape.build_rows;
  const uint64_t keys = rows / copies(shape);
  // Where in their range the keys are is not known: they may fill some pieces and leave the others.
  const uint64_t full_pieces = std::min(buckets.pieces(), keys / buckets.piece_size());
  return concise(shape, {buckets.pieces(), buckets.buckets(), shape.width(), rows - keys,
                         copies(shape) > 1 ? rows : std::min(rows, buckets.piece_size()),
                         buckets.pieces() - full_pieces});
}

// ---- partitions ----

/// Rows of the largest partition of the build side.
uint64_t most_rows(const Plan& plan, const JoinShape& shape) {
  const uint64_t rows = shape.build_rows;
  const uint64_t partitions = uint64_t{1} << plan.radix_bits;
  if (partitions == 1) {
    return rows;
  }
  const double together = static_cast<double>(copies(shape));
  if (plan.hash == HashKind::kIdentity) {
    return std::min(rows, whole(together * static_cast<double>(shape.key_range / partitions + 1)));
  }
  const double keys = static_cast<double>(rows) / together / static_cast<double>(partitions);
  return std::min(rows, whole(together * far_above(keys)));
}

Bytes partition_table(const Plan& plan, const JoinShape& shape) {
  const uint64_t most = most_rows(plan, shape);
  switch (plan.candidate->kernel) {
    case Kernel::kPartArray:
      return Bytes::array(shape.key_range == 0 ? 1 : ((shape.key_range - 1) >> plan.radix_bits) + 1,
                          shape.width()) +
             appended_overflow(std::min(apart_from_array(shape), most), shape.row_bytes());
    case Kernel::kPartChained:
      return Bytes::array(power_of_two(most), sizeof(uint32_t)) +
             Bytes::array(most, sizeof(uint32_t));
    default:
      return Bytes::array(power_of_two(2 * std::min(most, kTooManyBytes / 2)), shape.row_bytes()) +
             appended_overflow(std::min(most, copies(shape)), shape.row_bytes());
  }
}

Bytes partitioned(const Plan& plan, const JoinShape& shape) {
  const uint64_t partitions = uint64_t{1} << plan.radix_bits;
  const Split build = split(shape.build_rows, shape.row_bytes(), partitions, shape.threads,
                            plan.candidate->layout, plan.write);
  const Split probe = split(shape.probe_rows, shape.row_bytes(), partitions, shape.threads,
                            plan.candidate->layout, plan.write);
  return build.kept + probe.kept +
         most_of(probe.beside, partition_table(plan, shape).times(shape.threads));
}

}  // namespace

uint64_t peak_bytes(const Plan& plan, const JoinShape& shape) {
  const Candidate& candidate = *plan.candidate;
  if ((candidate.array && !shape.knows_range()) ||
      (candidate.partitioned && !shape.knows_probe_rows())) {
    return kTooManyBytes;
  }
  if (candidate.partitioned) {
    return partitioned(plan, shape).count();
  }
  switch (candidate.kernel) {
    case Kernel::kConciseHash:
      return concise_hash(shape).count();
    case Kernel::kConciseArray:
      return concise_array(shape).count();
    case Kernel::kArray:
    case Kernel::kArrayBatched:
      return array(shape).count();
    default:
      return linear(shape).count();
  }
}

}  // namespace hail::select
