// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "hail/join/table/hash.h"
#include "hail/join/table/tuple.h"

namespace hail::join {

// Bucket policies. A policy says what buckets, array, payloads and overflow of a concise table mean:
//
//   policy          a bucket is for  the array has  the payload is        overflow has
//   HashBuckets     a hash value     key, payload   the row's             rows without a free bucket
//   DomainBuckets   one key          payload        the row's             rows of a key but its first
//   WindowBuckets   one key          payload        the row's             these, and keys outside
//   RankedBuckets   one key          nothing        the rank of the key   as its base policy
//
//   kExact    a bucket belongs to one key, so a set bit is a match and the array needs no keys
//   kWindow   keys outside of the window have no bucket; all their rows are in overflow
//   kRanked   there is no array: bits and counts give the payload
//
// Consecutive buckets form pieces. One thread fills a piece, which fits a cache. No row goes from
// its bucket into another piece.

/// The size of a piece is a multiple of this number of buckets. Their bits and counts are two cache
/// lines.
inline constexpr uint64_t kPieceUnit = 512;

/// The buckets of a concise hash table (paper A, section 2): eight for each row, chosen by the
/// uppermost bits of a hash. A row whose bucket is taken goes to the next bucket of the same piece.
template <Key K, class Hash>
class HashBuckets {
 public:
  /// What the array has for each set bit.
  using Entry = Tuple<K>;
  static constexpr bool kExact = false;
  static constexpr bool kWindow = false;
  static constexpr bool kRanked = false;

  /// rows         that the table will hold
  /// piece_bits   log2 of the number of pieces
  HashBuckets(Hash hash, uint64_t rows, unsigned piece_bits)
      : hash_(hash), piece_bits_(piece_bits), piece_size_(size_for(rows, piece_bits)) {}

  uint64_t pieces() const { return uint64_t{1} << piece_bits_; }
  /// Buckets of a piece.
  uint64_t piece_size() const { return piece_size_; }
  uint64_t buckets() const { return piece_size_ << piece_bits_; }

  /// The number of a key's piece: the uppermost bits of its hash.
  uint64_t piece_of(K key) const { return piece_bits_ == 0 ? 0 : hash_(key) >> (64 - piece_bits_); }
  uint64_t bucket(K key) const { return fast_range(hash_(key), buckets()); }
  bool covers(K) const { return true; }

  static Entry entry(Tuple<K> row) { return row; }
  static K payload(const Entry& entry) { return entry.payload; }

 private:
  static constexpr uint64_t kBucketsPerRow = 8;

  static uint64_t size_for(uint64_t rows, unsigned piece_bits) {
    const uint64_t step = kPieceUnit << piece_bits;
    const uint64_t steps = (std::max<uint64_t>(rows, 1) * kBucketsPerRow + step - 1) / step;
    return steps * kPieceUnit;
  }

  Hash hash_;
  unsigned piece_bits_;
  uint64_t piece_size_;
};

/// The buckets of a concise array table (paper A, section 2.4): one for each value from the least
/// to the greatest key. A bucket has one key, so the array need not store keys.
template <Key K>
class DomainBuckets {
 public:
  using Entry = K;
  static constexpr bool kExact = true;
  static constexpr bool kWindow = false;
  static constexpr bool kRanked = false;

  /// range        number of values from the least to the greatest key, both included
  /// piece_bits   log2 of the most pieces there can be; a piece has at least kPieceUnit buckets
  DomainBuckets(uint64_t least, uint64_t range, unsigned piece_bits)
      : least_(least),
        range_(std::max<uint64_t>(range, 1)),
        piece_size_bits_(size_bits_for(range_, piece_bits)) {}

  uint64_t pieces() const { return ((range_ - 1) >> piece_size_bits_) + 1; }
  /// Buckets of a piece; the last piece may have fewer.
  uint64_t piece_size() const { return uint64_t{1} << piece_size_bits_; }
  uint64_t buckets() const { return (range_ + kPieceUnit - 1) / kPieceUnit * kPieceUnit; }

  /// The number of a key's piece.
  uint64_t piece_of(K key) const { return bucket(key) >> piece_size_bits_; }
  uint64_t bucket(K key) const { return key - least_; }
  bool covers(K key) const { return key - least_ < range_; }

  static Entry entry(Tuple<K> row) { return row.payload; }
  static K payload(const Entry& entry) { return entry; }

 private:
  /// log2 of the size of a piece.
  static unsigned size_bits_for(uint64_t range, unsigned piece_bits) {
    const unsigned width = static_cast<unsigned>(std::bit_width(range - 1));
    const unsigned least = static_cast<unsigned>(std::bit_width(kPieceUnit)) - 1;
    return std::max(least, width > piece_bits ? width - piece_bits : 0);
  }

  uint64_t least_;
  uint64_t range_;
  unsigned piece_size_bits_;
};

/// The buckets of a concise array table for keys that mostly lie in a window (paper A, section
/// 2.4.1). Keys outside of the window have no bucket; their rows are in overflow.
template <Key K>
class WindowBuckets : public DomainBuckets<K> {
 public:
  static constexpr bool kWindow = true;

  using DomainBuckets<K>::DomainBuckets;
};

/// The buckets of an array table whose payloads are ranks of keys. The least key with a bucket has
/// rank 0, the next key rank 1. The bits give the rank, so there is no array.
template <class Base>
class RankedBuckets : public Base {
 public:
  struct Entry {};
  static constexpr bool kRanked = true;
  static_assert(Base::kExact);

  explicit RankedBuckets(const Base& base) : Base(base) {}
};

/// The piece of a concise table that a key belongs to, for rows of both sides. A window has one
/// piece more, after the pieces with buckets, for all keys outside. Without a window, a key that no
/// bucket covers belongs to piece 0, where it finds nothing.
template <Key K, class Buckets>
uint64_t piece_of_key(const Buckets& buckets, K key) {
  if (Buckets::kExact && !buckets.covers(key)) {
    return Buckets::kWindow ? buckets.pieces() : 0;
  }
  return buckets.piece_of(key);
}

/// Whether a bucket is the last of its piece. Then no row goes on to the next bucket: another
/// thread fills the next piece.
template <class Buckets>
bool ends_piece(const Buckets& buckets, uint64_t bucket) {
  return (bucket + 1) % buckets.piece_size() == 0;
}

}  // namespace hail::join
