// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hail/join/table/hash.h"
#include "hail/join/table/overflow_table.h"
#include "hail/join/table/partition.h"
#include "hail/join/table/tuple.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"
#include "hail/work/task_queue.h"
#include "hail/work/workers.h"

namespace hail::join {

// Bucket policies. A policy says what a bucket of a concise table stands for:
//
//   policy          a bucket is for  the array has   overflow has
//   HashBuckets     a hash value     key, payload    rows that found no free bucket
//   DomainBuckets   one key          payload         all rows of a key but its first
//   WindowBuckets   one key          payload         the same, and rows outside of the window
//   RankedBuckets   one key          nothing         as its base policy
//
// kExact: a bucket belongs to one key. kWindow: some keys have no bucket. kRanked: there is no
// array.
/// The buckets of a concise hash table (paper A, section 2): eight for each row, chosen by the
/// uppermost bits of a hash. A row whose bucket is taken goes to the next bucket of the same piece.
template <Key K, class Hash>
class HashBuckets {
 public:
  /// What the array has for each set bit.
  using Stored = Tuple<K>;
  static constexpr bool kExact = false;
  static constexpr bool kWindow = false;
  static constexpr bool kRanked = false;

  /// rows         that the table will hold
  /// piece_bits   log2 of the number of pieces
  HashBuckets(Hash hash, uint64_t rows, unsigned piece_bits)
      : hash_(hash), shift_(piece_bits), piece_(piece_of(rows, piece_bits)) {}

  uint64_t pieces() const { return uint64_t{1} << shift_; }
  uint64_t piece_size() const { return piece_; }
  uint64_t buckets() const { return piece_ << shift_; }

  /// The piece of a key: the uppermost bits of its hash.
  uint64_t piece(K key) const { return shift_ == 0 ? 0 : hash_(key) >> (64 - shift_); }
  uint64_t bucket(K key) const { return fast_range(hash_(key), buckets()); }
  bool covers(K) const { return true; }

  static Stored stored(Tuple<K> row) { return row; }
  static K payload(const Stored& stored) { return stored.payload; }

 private:
  static constexpr uint64_t kBucketsPerRow = 8;
  static constexpr uint64_t kUnit = 512;

  static uint64_t piece_of(uint64_t rows, unsigned piece_bits) {
    uint64_t unit = kUnit << piece_bits;
    uint64_t units = (std::max<uint64_t>(rows, 1) * kBucketsPerRow + unit - 1) / unit;
    return units * kUnit;
  }

  Hash hash_;
  unsigned shift_;
  uint64_t piece_;
};

/// The buckets of a concise array table (paper A, section 2.4): one for each value from the least
/// to the greatest key. A bucket has one key, so the array need not store keys.
template <Key K>
class DomainBuckets {
 public:
  using Stored = K;
  static constexpr bool kExact = true;
  static constexpr bool kWindow = false;
  static constexpr bool kRanked = false;

  /// range        number of values from the least to the greatest key, both included
  /// piece_bits   log2 of the most pieces there can be; a piece has at least 512 buckets
  DomainBuckets(uint64_t least, uint64_t range, unsigned piece_bits)
      : least_(least), range_(std::max<uint64_t>(range, 1)), shift_(shift_of(range_, piece_bits)) {}

  uint64_t pieces() const { return ((range_ - 1) >> shift_) + 1; }
  uint64_t piece_size() const { return uint64_t{1} << shift_; }
  uint64_t buckets() const { return (range_ + kUnit - 1) / kUnit * kUnit; }

  uint64_t piece(K key) const { return bucket(key) >> shift_; }
  uint64_t bucket(K key) const { return key - least_; }
  bool covers(K key) const { return key - least_ < range_; }

  static Stored stored(Tuple<K> row) { return row.payload; }
  static K payload(const Stored& stored) { return stored; }

 private:
  static constexpr uint64_t kUnit = 512;

  static unsigned shift_of(uint64_t range, unsigned piece_bits) {
    unsigned width = static_cast<unsigned>(std::bit_width(range - 1));
    unsigned least = static_cast<unsigned>(std::bit_width(kUnit)) - 1;
    return std::max(least, width > piece_bits ? width - piece_bits : 0);
  }

  uint64_t least_;
  uint64_t range_;
  unsigned shift_;
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
  struct Stored {};
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
  return buckets.piece(key);
}

/// The bits of 32 buckets, and a count.
struct ConciseWord {
  static constexpr unsigned kBuckets = 32;

  /// A set bit is a bucket with a row.
  uint32_t bits;
  /// Number of set bits in all earlier words.
  uint32_t before;
};

/// Finds rows in a concise table whose arrays may be in any memory, such as a mapped file. The view
/// does not own the arrays. Any number of threads may use it.
template <Key K, class Buckets>
class ConciseView {
 public:
  using Code = K;
  using Stored = typename Buckets::Stored;
  static constexpr bool kRanked = Buckets::kRanked;

  ConciseView(const Buckets& buckets, std::span<const ConciseWord> words,
              std::span<const Stored> array, const OverflowView<K>& overflow)
      : buckets_(buckets), words_(words), array_(array), overflow_(overflow) {}

  const Buckets& buckets() const { return buckets_; }
  std::span<const ConciseWord> words() const { return words_; }
  /// Empty if the buckets are ranked.
  std::span<const Stored> array() const { return array_; }
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
        __builtin_prefetch(&words_[bucket[i] / kWordBits]);
      }
      unsigned hits = 0;
      for (unsigned i = 0; i < n; ++i) {
        ConciseWord word = words_[bucket[i] / kWordBits];
        unsigned bit = bucket[i] % kWordBits;
        uint32_t place = word.before + static_cast<uint32_t>(
                                           std::popcount(word.bits & ((uint32_t{1} << bit) - 1)));
        hit_row[hits] = i;
        hit_place[hits] = place;
        word_bits[hits] = word.bits >> bit;
        bool hit = (word.bits >> bit & 1) != 0;
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
          const Stored& first = array_[hit_place[j]];
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
        __builtin_prefetch(&words_[bucket[i] / kWordBits]);
      }
      for (unsigned i = 0; i < n; ++i) {
        const ConciseWord word = words_[bucket[i] / kWordBits];
        const unsigned bit = bucket[i] % kWordBits;
        const uint32_t place =
            word.before +
            static_cast<uint32_t>(std::popcount(word.bits & ((uint32_t{1} << bit) - 1)));
        const bool hit = ((word.bits >> bit & 1) != 0) & covered[i];
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
        __builtin_prefetch(&words_[bucket[i] / kWordBits]);
      }
      for (unsigned i = 0; i < n; ++i) {
        const uint32_t row = group[i];
        [[maybe_unused]] const K key = static_cast<K>(keys[row]);
        bool keep = is_set(bucket[i]);
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
    uint64_t bucket = buckets_.bucket(key);
    return (words_[bucket / kWordBits].bits >> (bucket % kWordBits) & 1) != 0;
  }

 private:
  static constexpr unsigned kWordBits = ConciseWord::kBuckets;

  bool is_set(uint64_t bucket) const {
    return (words_[bucket / kWordBits].bits >> (bucket % kWordBits) & 1) != 0;
  }

  bool ends_piece(uint64_t bucket) const { return (bucket + 1) % buckets_.piece_size() == 0; }

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
    if (bucket % kWordBits != kWordBits - 1) [[likely]] {
      second = (bits & 2) != 0;
    } else if (ends_piece(bucket)) {
      find_overflow<Unique>(row, sink);
      return;
    } else {
      second = is_set(bucket + 1);
    }
    if (!second) {
      return;
    }
    const Stored& next = array_[place + 1];
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
  std::span<const Stored> array_;
  OverflowView<K> overflow_;
};

/// A table whose buckets are bits, and whose rows lie in a dense array in the order of their
/// buckets.
///
///   word  = | 32 bits of buckets | number of bits set in all words before |
///   array = rows of set bits, in order; no place is empty
///   the rows that found no bucket are in an overflow table
///
/// Bits and counts take 16 bits for each row of a hash table, or two for each value of an array
/// table.
///
/// build() makes the table with all workers; a single worker fills each piece of consecutive
/// buckets. After that the table never changes, and any number of threads may read it.
template <Key K, class Buckets>
class ConciseTable {
 public:
  /// Builds the table of these rows. The buckets cover all keys, unless they are a window. Beside
  /// the table, the build needs a copy of the rows, split by pieces. Placing a piece frees its part
  /// of the copy.
  ///
  /// most_overflow   rows that may find no bucket. With more, the build gives up: the table has no
  ///                 rows, repeated() is true, and no other method may be called
  /// copy_bytes      what the copy may take. If all rows take more, the build works in rounds
  ///                 (paper A, section 4.1). Each round copies at least one piece, and reads all
  ///                 rows four times
  /// seed            of the overflow table
  /// Throws BudgetExceeded.
  static ConciseTable build(std::span<const Tuple<K>> rows, const Buckets& buckets,
                            Workers& workers, MemoryBudget& budget, Pages pages,
                            uint64_t most_overflow = kAnyOverflow, uint64_t copy_bytes = kAnyBytes,
                            uint64_t seed = 0) {
    return build(RowsInMemory<K>(rows), buckets, workers, budget, pages, most_overflow, copy_bytes,
                 seed);
  }

  /// Builds the table of rows from a source. See RowsInMemory for what a source is.
  template <class Source>
  static ConciseTable build(const Source& source, const Buckets& buckets, Workers& workers,
                            MemoryBudget& budget, Pages pages, uint64_t most_overflow,
                            uint64_t copy_bytes, uint64_t seed) {
    ConciseTable table(buckets, budget, seed);
    table.fill(source, workers, budget, pages, most_overflow, copy_bytes);
    return table;
  }

  static constexpr uint64_t kAnyOverflow = ~uint64_t{0};
  static constexpr uint64_t kAnyBytes = ~uint64_t{0};

  /// Rows in the array; rows in overflow come on top.
  uint64_t rows() const { return array_.size(); }
  uint64_t overflow() const { return overflow_.size(); }

  /// True if a key came twice, or if the build gave up.
  bool repeated() const { return repeated_; }

  ConciseView<K, Buckets> view() const {
    return {buckets_, words_.span(), array_.span(), overflow_.view()};
  }

  /// Calls sink(row, payload) for each match, as ConciseView::probe does.
  template <bool Unique, unsigned Group, class Sink>
  void probe(std::span<const Tuple<K>> rows, Sink& sink) const {
    view().template probe<Unique, Group>(rows, sink);
  }

  bool may_contain(K key) const { return view().may_contain(key); }

  /// Makes ranks of keys the payloads of an array table, and gives up its array. Row i of the array
  /// gets payload i. Rows in overflow get the numbers after these. Call at most once; then use
  /// ranked_view().
  ///
  /// old_payload   is called with the old payload of each row in overflow, in the order of the new
  ///               ones
  /// Returns the old payloads of the array, in the order of the new ones.
  template <class OldPayload>
  Array<typename Buckets::Stored> rank_rows(const OldPayload& old_payload) {
    static_assert(Buckets::kExact);
    overflow_.replace_payloads([&, next = array_.size()](K payload) mutable {
      old_payload(payload);
      return static_cast<K>(next++);
    });
    return std::move(array_);
  }

  /// A view of the table after rank_rows().
  ConciseView<K, RankedBuckets<Buckets>> ranked_view() const {
    return {RankedBuckets<Buckets>(buckets_), words_.span(), {}, overflow_.view()};
  }

 private:
  static constexpr unsigned kWordBits = ConciseWord::kBuckets;

  ConciseTable(const Buckets& buckets, MemoryBudget& budget, uint64_t seed)
      : buckets_(buckets), overflow_(budget, seed) {}

  bool is_set(uint64_t bucket) const {
    return (words_[bucket / kWordBits].bits >> (bucket % kWordBits) & 1) != 0;
  }

  void set(uint64_t bucket) {
    words_[bucket / kWordBits].bits |= uint32_t{1} << (bucket % kWordBits);
  }

  uint64_t place(uint64_t bucket) const {
    const ConciseWord& word = words_[bucket / kWordBits];
    return word.before + static_cast<uint64_t>(std::popcount(
                             word.bits & ((uint32_t{1} << (bucket % kWordBits)) - 1)));
  }

  /// The last bucket of a piece has no next one: another thread fills the next piece.
  bool ends_piece(uint64_t bucket) const { return (bucket + 1) % buckets_.piece_size() == 0; }

  /// Pieces [from, to) that are filled together, and the number of their rows.
  struct Round {
    uint64_t from;
    uint64_t to;
    uint64_t rows;
  };

  /// The rows of a source that belong to a round, as a source.
  template <class Source>
  struct RowsOfRound {
    const Source& all;
    const Buckets& buckets;
    Round round;

    uint64_t size() const { return round.rows; }

    template <class With>
    void chunks(unsigned threads, unsigned thread, const With& with) const {
      constexpr size_t kRows = 512;
      Tuple<K> chosen[kRows];
      size_t count = 0;
      all.chunks(threads, thread, [&](std::span<const Tuple<K>> rows) {
        for (const Tuple<K>& row : rows) {
          chosen[count] = row;
          const uint64_t piece = piece_of_key(buckets, row.key);
          count += piece >= round.from && piece < round.to;
          if (count == kRows) {
            with(std::span<const Tuple<K>>(chosen, count));
            count = 0;
          }
        }
      });
      with(std::span<const Tuple<K>>(chosen, count));
    }
  };

  /// Packs as many pieces into each round as copy_bytes allows, and at least one.
  template <class Source>
  std::vector<Round> rounds(const Source& source, Workers& workers, MemoryBudget& budget,
                            uint64_t pieces, uint64_t copy_bytes) const {
    const uint64_t most_rows = copy_bytes / sizeof(Tuple<K>);
    if (source.size() <= most_rows) {
      return {{0, pieces, source.size()}};
    }
    Array<uint64_t> counts(budget, MemoryUse::kBuffer, pieces * workers.threads());
    workers.run([&](unsigned thread) {
      uint64_t* mine = counts.data() + thread * pieces;
      source.chunks(workers.threads(), thread, [&](std::span<const Tuple<K>> rows) {
        for (const Tuple<K>& row : rows) {
          ++mine[piece_of_key(buckets_, row.key)];
        }
      });
    });
    std::vector<Round> found{{0, 0, 0}};
    for (uint64_t piece = 0; piece < pieces; ++piece) {
      uint64_t rows = 0;
      for (unsigned thread = 0; thread < workers.threads(); ++thread) {
        rows += counts[thread * pieces + piece];
      }
      if (found.back().rows > 0 && found.back().rows + rows > most_rows) {
        found.push_back({piece, piece, 0});
      }
      found.back().to = piece + 1;
      found.back().rows += rows;
    }
    return found;
  }

  /// Copies the rows of a round, split by pieces.
  ///
  /// all   whether the round has all rows
  template <class Source>
  PartitionedRows<K> split(const Source& source, Partitioner<K>& partitioner, const Round& round,
                           bool all) const {
    const auto partition = [this, &round](K key) {
      return static_cast<size_t>(piece_of_key(buckets_, key) - round.from);
    };
    const size_t pieces = static_cast<size_t>(round.to - round.from);
    if (all) {
      return partitioner.split(source, pieces, partition);
    }
    return partitioner.split(RowsOfRound<Source>{source, buckets_, round}, pieces, partition);
  }

  template <class Source>
  void fill(const Source& source, Workers& workers, MemoryBudget& budget, Pages pages,
            uint64_t most_overflow, uint64_t copy_bytes) {
    // A window has one more piece without buckets, for rows outside.
    const uint64_t outside = buckets_.pieces();
    const uint64_t pieces = outside + Buckets::kWindow;
    Partitioner<K> partitioner(workers, budget, pages);
    const std::vector<Round> order = rounds(source, workers, budget, pieces, copy_bytes);
    const bool at_once = order.size() == 1;
    std::optional<PartitionedRows<K>> parts(split(source, partitioner, order.front(), at_once));
    words_ = Array<ConciseWord>(budget, MemoryUse::kTable, buckets_.buckets() / kWordBits, pages);
    std::vector<uint64_t> first_place(pieces + 1);
    std::vector<uint64_t> first_overflow(pieces + 1);
    for (const Round& round : order) {
      if (round.from > 0) {
        parts.reset();
        parts.emplace(split(source, partitioner, round, at_once));
      }
      TaskQueue marking(ascending_order(static_cast<uint32_t>(round.to - round.from)));
      workers.run([&](unsigned) {
        uint32_t task;
        while (marking.take(task)) {
          const std::span<const Tuple<K>> part = parts->fragment(task, 0);
          const uint64_t piece = round.from + task;
          const uint64_t placed = piece == outside ? 0 : mark(part);
          first_place[piece + 1] = placed;
          first_overflow[piece + 1] = part.size() - placed;
        }
      });
    }
    uint64_t most = 0;
    for (uint64_t piece = 0; piece < pieces; ++piece) {
      most = std::max(most, first_place[piece + 1]);
      first_place[piece + 1] += first_place[piece];
      first_overflow[piece + 1] += first_overflow[piece];
    }
    if (first_overflow[pieces] > most_overflow) {
      words_ = {};
      repeated_ = true;
      return;
    }
    // Count piece by piece: placing a piece frees its part of the copy.
    array_ = Array<typename Buckets::Stored>::uncounted(budget, MemoryUse::kTable,
                                                        first_place[pieces], pages);
    Tuple<K>* overflow =
        first_overflow[pieces] == 0 ? nullptr : overflow_.resize(first_overflow[pieces]);
    const uint64_t filled_words = most / 64 + 1;
    Array<uint64_t> filled(budget, MemoryUse::kBuffer, filled_words * workers.threads());

    std::atomic<bool> repeated = false;
    for (const Round& round : order) {
      if (!at_once) {
        parts.reset();
        parts.emplace(split(source, partitioner, round, at_once));
      }
      TaskQueue placing(ascending_order(static_cast<uint32_t>(round.to - round.from)));
      workers.run([&](unsigned thread) {
        uint64_t* mine = filled.data() + thread * filled_words;
        uint32_t task;
        while (placing.take(task)) {
          const std::span<const Tuple<K>> part = parts->fragment(task, 0);
          const uint64_t piece = round.from + task;
          if (piece == outside) {
            std::copy(part.begin(), part.end(), overflow + first_overflow[piece]);
            continue;
          }
          array_.count(first_place[piece], first_place[piece + 1]);
          std::fill_n(mine, filled_words, 0);
          count_before(piece, first_place[piece]);
          if (place_rows(part, first_place[piece], mine, overflow + first_overflow[piece])) {
            repeated.store(true, std::memory_order_relaxed);
          }
          parts->give_back(task);
        }
      });
    }
    parts.reset();
    overflow_.seal();
    repeated_ = repeated.load(std::memory_order_relaxed) || repeats_in_overflow();
  }

  bool repeats_in_overflow() const {
    const OverflowView<K> overflow = overflow_.view();
    for (const Tuple<K>& row : overflow.rows) {
      unsigned found = 0;
      overflow.find(row.key, [&found](K) { return ++found < 2; });
      if (found == 2) {
        return true;
      }
    }
    return false;
  }

  /// Sets the bit of each row that finds a bucket. Returns the number of these rows.
  uint64_t mark(std::span<const Tuple<K>> rows) {
    uint64_t placed = 0;
    for (const Tuple<K>& row : rows) {
      uint64_t bucket = buckets_.bucket(row.key);
      if (!is_set(bucket)) {
        set(bucket);
        ++placed;
      } else if (!Buckets::kExact && !ends_piece(bucket) && !is_set(bucket + 1)) {
        set(bucket + 1);
        ++placed;
      }
    }
    return placed;
  }

  /// Sets the counts of the words of a piece.
  ///
  /// before   bits set in all earlier pieces
  void count_before(uint64_t piece, uint64_t before) {
    uint64_t from = piece * buckets_.piece_size() / kWordBits;
    uint64_t to = std::min<uint64_t>(from + buckets_.piece_size() / kWordBits, words_.size());
    for (uint64_t word = from; word < to; ++word) {
      words_[word].before = static_cast<uint32_t>(before);
      before += static_cast<uint64_t>(std::popcount(words_[word].bits));
    }
  }

  /// Places rows in the order mark() saw them; another order would leave holes.
  ///
  /// filled     a bit for each place of the piece, none set
  /// overflow   receives the rows without a place
  /// Returns true on a duplicate key, except one whose rows are both in overflow:
  /// repeats_in_overflow() finds these.
  bool place_rows(std::span<const Tuple<K>> rows, uint64_t first_place, uint64_t* filled,
                  Tuple<K>* overflow) {
    bool repeated = false;
    for (const Tuple<K>& row : rows) {
      uint64_t bucket = buckets_.bucket(row.key);
      uint64_t at = place(bucket);
      if (test(filled, at - first_place)) {
        const bool second = !Buckets::kExact && !ends_piece(bucket) && is_set(bucket + 1);
        repeated |= has_key(at, row.key);
        if (second && !test(filled, at + 1 - first_place)) {
          ++at;
        } else {
          repeated |= second && has_key(at + 1, row.key);
          *overflow++ = row;
          continue;
        }
      }
      filled[(at - first_place) / 64] |= uint64_t{1} << ((at - first_place) % 64);
      array_[at] = Buckets::stored(row);
    }
    return repeated;
  }

  /// Whether the row at this place has the key. The place belongs to a bucket of the key.
  bool has_key([[maybe_unused]] uint64_t place, [[maybe_unused]] K key) const {
    if constexpr (Buckets::kExact) {
      return true;
    } else {
      return array_[place].key == key;
    }
  }

  static bool test(const uint64_t* bits, uint64_t at) {
    return (bits[at / 64] >> (at % 64) & 1) != 0;
  }

  Buckets buckets_;
  Array<ConciseWord> words_;
  Array<typename Buckets::Stored> array_;
  OverflowTable<K> overflow_;
  bool repeated_ = false;
};

template <Key K, class Hash>
using ConciseHashTable = ConciseTable<K, HashBuckets<K, Hash>>;

template <Key K>
using ConciseArrayTable = ConciseTable<K, DomainBuckets<K>>;

template <Key K>
using ConciseWindowTable = ConciseTable<K, WindowBuckets<K>>;

}  // namespace hail::join
