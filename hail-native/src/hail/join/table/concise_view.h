// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hail/join/table/concise_buckets.h"
#include "hail/join/table/overflow_table.h"
#include "hail/join/table/tuple.h"

namespace hail::join {

/// The bits of 32 buckets, and a count.
struct ConciseWord {
  static constexpr unsigned kBuckets = 32;

  /// A set bit is a bucket with a row.
  uint32_t bits;
  /// Number of set bits in all earlier words.
  uint32_t before;

  /// Whether bit `at` of the word is set.
  bool is_set(unsigned at) const { return (bits >> at & 1) != 0; }

  /// Number of set bits before bit `at` of the word, in all words. If the bit is set, this is the
  /// place of its row in the array.
  uint32_t rank(unsigned at) const {
    return before + static_cast<uint32_t>(std::popcount(bits & ((uint32_t{1} << at) - 1)));
  }
};

/// The word of a bucket, and the bucket's bit in the word.
inline uint64_t word_of(uint64_t bucket) { return bucket / ConciseWord::kBuckets; }
inline unsigned bit_of(uint64_t bucket) {
  return static_cast<unsigned>(bucket % ConciseWord::kBuckets);
}

/// Whether a bucket has a row.
inline bool is_set(std::span<const ConciseWord> words, uint64_t bucket) {
  return words[word_of(bucket)].is_set(bit_of(bucket));
}

/// Finds rows in a concise table whose arrays may be in any memory, such as a mapped file. The view
/// does not own the arrays. Any number of threads may use it.
template <Key K, class Buckets>
class ConciseView {
 public:
  using Code = K;
  using Entry = typename Buckets::Entry;
  static constexpr bool kRanked = Buckets::kRanked;

  ConciseView(const Buckets& buckets, std::span<const ConciseWord> words,
              std::span<const Entry> array, const OverflowView<K>& overflow)
      : buckets_(buckets), words_(words), array_(array), overflow_(overflow) {}

  const Buckets& buckets() const { return buckets_; }
  std::span<const ConciseWord> words() const { return words_; }
  /// Empty if the buckets are ranked.
  std::span<const Entry> array() const { return array_; }
  const OverflowView<K>& overflow() const { return overflow_; }

  /// The parts of a buffered probe: one for each piece of the table, and one for keys outside of a
  /// window. A part of the table fits a cache. part_of() maps keys of both sides to [0, parts()).
  uint64_t parts() const { return buckets_.pieces() + Buckets::kWindow; }
  uint64_t part_of(K key) const { return piece_of_key(buckets_, key); }

  /// Calls sink(row, payload) for each match; at most once for each row if Unique. Matches of the
  /// rows in a group may alternate.
  ///
  /// Group   rows that go through each step together, so that their accesses to memory overlap
  ///         (paper A, section 1.3); 1 for row by row
  template <bool Unique, unsigned Group, class Sink>
  void probe(std::span<const Tuple<K>> rows, Sink& sink) const {
    uint32_t word_bits[Group];
    uint32_t hit_row[Group];
    uint32_t hit_place[Group];
    uint64_t bucket[Group];
    [[maybe_unused]] uint32_t outside_row[Group];
    for (size_t from = 0; from < rows.size(); from += Group) {
      const Tuple<K>* group = rows.data() + from;
      const unsigned n = static_cast<unsigned>(std::min<size_t>(Group, rows.size() - from));
      [[maybe_unused]] unsigned outside = 0;
      for (unsigned i = 0; i < n; ++i) {
        K key = group[i].key;
        if constexpr (Buckets::kWindow) {
          outside_row[outside] = i;
          outside += !buckets_.covers(key);
        }
        // Keys without a bucket look at bucket 0; the test of covers() below rejects them.
        bucket[i] = buckets_.covers(key) ? buckets_.bucket(key) : 0;
        __builtin_prefetch(&words_[word_of(bucket[i])]);
      }
      unsigned hits = 0;
      for (unsigned i = 0; i < n; ++i) {
        const ConciseWord& word = words_[word_of(bucket[i])];
        const unsigned bit = bit_of(bucket[i]);
        hit_row[hits] = i;
        hit_place[hits] = word.rank(bit);
        word_bits[hits] = word.bits >> bit;
        bool hit = word.is_set(bit);
        if constexpr (Buckets::kExact) {
          hit &= buckets_.covers(group[i].key);
        }
        hits += hit;
      }
      if constexpr (!Buckets::kRanked) {
        for (unsigned j = 0; j < hits; ++j) {
          __builtin_prefetch(&array_[hit_place[j]]);
        }
      }
      if constexpr (Buckets::kExact) {
        for (unsigned j = 0; j < hits; ++j) {
          sink(group[hit_row[j]], payload_at(hit_place[j]));
        }
        if (!Unique && !overflow_.rows.empty()) {
          for (unsigned j = 0; j < hits; ++j) {
            find_overflow<false>(group[hit_row[j]], sink);
          }
        }
        if constexpr (Buckets::kWindow) {
          for (unsigned j = 0; j < outside; ++j) {
            find_overflow<Unique>(group[outside_row[j]], sink);
          }
        }
        continue;
      } else {
        for (unsigned j = 0; j < hits; ++j) {
          const Tuple<K>& row = group[hit_row[j]];
          const Entry& first = array_[hit_place[j]];
          if (first.key == row.key) {
            sink(row, Buckets::payload(first));
            if constexpr (Unique) {
              continue;
            }
          }
          probe_further<Unique>(row, bucket[hit_row[j]], hit_place[j], word_bits[j], sink);
        }
      }
    }
  }

  /// Looks up keys in ranked buckets, where each key is at most once. Sets found[i] to the payload
  /// of keys[i], or to `none` if no row has the key or searched(i) is false. Reads only the bits,
  /// and does not branch on whether there is a match.
  template <unsigned Group, class Searched>
  void rank(std::span<const uint64_t> keys, const Searched& searched, uint32_t none,
            uint32_t* found) const {
    static_assert(Buckets::kRanked);
    uint64_t bucket[Group];
    bool covered[Group];
    for (size_t from = 0; from < keys.size(); from += Group) {
      const unsigned n = static_cast<unsigned>(std::min<size_t>(Group, keys.size() - from));
      for (unsigned i = 0; i < n; ++i) {
        const K key = static_cast<K>(keys[from + i]);
        const bool inside = buckets_.covers(key);
        covered[i] = searched(from + i) & inside;
        bucket[i] = covered[i] ? buckets_.bucket(key) : 0;
        __builtin_prefetch(&words_[word_of(bucket[i])]);
      }
      for (unsigned i = 0; i < n; ++i) {
        const ConciseWord word = words_[word_of(bucket[i])];
        const unsigned bit = bit_of(bucket[i]);
        const uint32_t place = word.rank(bit);
        const bool hit = covered[i] && word.is_set(bit);
        found[from + i] = hit ? place : none;
      }
      if constexpr (Buckets::kWindow) {
        for (unsigned i = 0; i < n; ++i) {
          if (!covered[i] && searched(from + i)) {
            overflow_.find(static_cast<K>(keys[from + i]), [&](K payload) {
              found[from + i] = static_cast<uint32_t>(payload);
              return false;
            });
          }
        }
      }
    }
  }

  /// Keeps the rows whose keys may be in the table (paper A, section 3.1). An array table keeps
  /// exactly the rows whose keys it has. Reads the bits once for each row, never the array.
  ///
  /// keys        keys[row] is the key of a row; it fits K
  /// selection   numbers of rows
  /// kept        receives the numbers of the kept rows, in their order; may be `selection`
  /// Returns the number of kept rows.
  template <unsigned Group, class Keys>
  size_t filter(const Keys& keys, std::span<const uint32_t> selection, uint32_t* kept) const {
    uint64_t bucket[Group];
    size_t count = 0;
    for (size_t from = 0; from < selection.size(); from += Group) {
      const uint32_t* group = selection.data() + from;
      const unsigned n = static_cast<unsigned>(std::min<size_t>(Group, selection.size() - from));
      for (unsigned i = 0; i < n; ++i) {
        const K key = static_cast<K>(keys[group[i]]);
        bucket[i] = buckets_.covers(key) ? buckets_.bucket(key) : 0;
        __builtin_prefetch(&words_[word_of(bucket[i])]);
      }
      for (unsigned i = 0; i < n; ++i) {
        const uint32_t row = group[i];
        [[maybe_unused]] const K key = static_cast<K>(keys[row]);
        bool keep = is_set(words_, bucket[i]);
        if constexpr (Buckets::kExact) {
          keep &= buckets_.covers(key);
        }
        if constexpr (Buckets::kWindow) {
          keep |= !buckets_.covers(key) && may_contain(key);
        }
        kept[count] = row;
        count += keep;
      }
    }
    return count;
  }

  /// False if no row has the key, true if one may have it (paper A, section 3.1).
  bool may_contain(K key) const {
    if (!buckets_.covers(key)) {
      bool found = false;
      if constexpr (Buckets::kWindow) {
        overflow_.find(key, [&found](K) { return !(found = true); });
      }
      return found;
    }
    return is_set(words_, buckets_.bucket(key));
  }

 private:
  K payload_at(uint64_t place) const {
    if constexpr (Buckets::kRanked) {
      return static_cast<K>(place);
    } else {
      return Buckets::payload(array_[place]);
    }
  }

  /// Looks at the second bucket of a row, then in overflow.
  ///
  /// bits   of the row's word, from its bucket on
  template <bool Unique, class Sink>
  void probe_further(const Tuple<K>& row, uint64_t bucket, uint64_t place, uint32_t bits,
                     Sink& sink) const {
    bool second;
    if (bit_of(bucket) != ConciseWord::kBuckets - 1) [[likely]] {
      second = (bits & 2) != 0;
    } else if (ends_piece(buckets_, bucket)) {
      find_overflow<Unique>(row, sink);
      return;
    } else {
      second = is_set(words_, bucket + 1);
    }
    if (!second) {
      return;
    }
    const Entry& next = array_[place + 1];
    if (next.key == row.key) {
      sink(row, Buckets::payload(next));
      if constexpr (Unique) {
        return;
      }
    }
    find_overflow<Unique>(row, sink);
  }

  template <bool Unique, class Sink>
  void find_overflow(const Tuple<K>& row, Sink& sink) const {
    overflow_.find(row.key, [&](K payload) {
      sink(row, payload);
      return !Unique;
    });
  }

  Buckets buckets_;
  std::span<const ConciseWord> words_;
  std::span<const Entry> array_;
  OverflowView<K> overflow_;
};

}  // namespace hail::join
