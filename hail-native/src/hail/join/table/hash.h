// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace hail::join {

/// Maps a hash of 64 bits to [0, n) by its upper bits, for any n: the upper half of their product.
inline uint64_t fast_range(uint64_t hash, uint64_t n) {
  return static_cast<uint64_t>((static_cast<unsigned __int128>(hash) * n) >> 64);
}

/// The finaliser of MurmurHash3, a bijection: flipping a bit of the input flips each bit of the
/// output with probability 1/2.
inline uint64_t mix64(uint64_t x) {
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdULL;
  x ^= x >> 33;
  x *= 0xc4ceb9fe1a85ec53ULL;
  x ^= x >> 33;
  return x;
}

/// Word number `at` of the random sequence of a seed.
inline uint64_t seed_word(uint64_t seed, uint64_t at) {
  return mix64(seed + at * 0x9e3779b97f4a7c15ULL);
}

/// Adds a word to a hash. A bijection of either argument while the other stays the same, so
/// changing one word always changes the hash.
inline uint64_t hash_step(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9fb21c651e98df25ULL;
  return hash ^ hash >> 32;
}

/// Hashes bytes and their number. The hash is the same on all machines of one byte order.
inline uint64_t hash_bytes(const void* data, size_t size, uint64_t seed = 0) {
  const uint8_t* bytes = static_cast<const uint8_t*>(data);
  uint64_t hash = hash_step(seed, size);
  uint64_t word;
  for (; size >= sizeof(word); size -= sizeof(word), bytes += sizeof(word)) {
    std::memcpy(&word, bytes, sizeof(word));
    hash = hash_step(hash, word);
  }
  if (size > 0) {
    word = 0;
    std::memcpy(&word, bytes, size);
    hash = hash_step(hash, word);
  }
  return mix64(hash);
}

/// Keyed hash: without the seed nobody can construct collisions, because every word is multiplied
/// by a secret. hash_bytes() has no such protection: one word can undo the change of another,
/// whatever the seed.
class SeededHash {
 public:
  explicit SeededHash(uint64_t seed)
      : first_(seed_word(seed, 1) | 1), second_(seed_word(seed, 2) | 1) {}

  /// The hash of bytes and their number.
  uint64_t bytes(const void* data, size_t size) const {
    const uint8_t* at = static_cast<const uint8_t*>(data);
    uint64_t hash = fold(first_ ^ size, second_);
    while (size > sizeof(uint64_t)) {
      const size_t rest = std::min(size - sizeof(uint64_t), sizeof(uint64_t));
      hash = fold(hash ^ word(at, sizeof(uint64_t)), second_ ^ word(at + sizeof(uint64_t), rest));
      at += sizeof(uint64_t) + rest;
      size -= sizeof(uint64_t) + rest;
    }
    if (size > 0) {
      hash = fold(hash ^ word(at, size), second_);
    }
    return fold(hash, first_);
  }

  /// Adds a number to a hash.
  uint64_t step(uint64_t hash, uint64_t number) const {
    return fold(hash ^ number ^ first_, second_);
  }

 private:
  static uint64_t fold(uint64_t a, uint64_t b) {
    const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
    return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
  }

  static uint64_t word(const uint8_t* from, size_t size) {
    uint64_t read = 0;
    std::memcpy(&read, from, size);
    return read;
  }

  uint64_t first_;
  uint64_t second_;
};

// Hash policies: functions from a key of at most 64 bits to a hash of 64 bits. Partitions use the
// lowest bits of the hash, tables the bits above, and concise tables the uppermost.

/// What a hash is for. With one seed, the hashes of two uses are independent.
enum class HashUse : uint64_t { kTable, kOverflow, kGroupParts, kGroupSlots };

/// Mixes all bits; the default. Without the seed nobody can choose keys that collide more often
/// than others.
///
/// Step one is the upper half of (factor * key + addend) modulo 2^128. With random factor and
/// addend, any two different keys take each pair of values with equal probability. The proof is in
/// Dietzfelbinger, Universal hashing and k-wise independent random variables via integer arithmetic
/// without primes, 1996. Step two is a public bijection. The bijection keeps this property, and
/// scatters keys at equal distances. So n keys in m buckets have n (n - 1) / 2m expected pairs in
/// one bucket, whichever bits choose the bucket.
///
/// Two simpler hashes do not give this.
///
/// A seed xored to the key before a public mixer fails for keys that differ only in their uppermost
/// bits. A product never carries these bits down, and tables look at few bits of the hash. So a few
/// bits of the seed decide how the hashes differ.
///
/// The folded product of key and secret fails for keys at equal distances: its lower half advances
/// by equal steps. For one secret in ten these keys then lie close together.
struct MixHash {
  MixHash() : MixHash(0) {}
  explicit MixHash(uint64_t seed, HashUse use = HashUse::kTable)
      : factor_(secret(seed, use, 0)), addend_(secret(seed, use, 1)) {}

  uint64_t operator()(uint64_t key) const {
    uint64_t hash = static_cast<uint64_t>((factor_ * key + addend_) >> 64);
    hash ^= hash >> 32;
    hash *= 0x9fb21c651e98df25ULL;
    return hash ^ hash >> 32;
  }

 private:
  static unsigned __int128 secret(uint64_t seed, HashUse use, uint64_t number) {
    // The first four words of the sequence are for SeededHash.
    const uint64_t at = 4 + 4 * static_cast<uint64_t>(use) + 2 * number;
    return static_cast<unsigned __int128>(seed_word(seed, at)) << 64 | seed_word(seed, at + 1);
  }

  unsigned __int128 factor_;
  unsigned __int128 addend_;
};

}  // namespace hail::join
