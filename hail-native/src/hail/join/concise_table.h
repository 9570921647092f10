#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "hail/join/hash.h"
#include "hail/join/overflow_table.h"
#include "hail/join/partition.h"
#include "hail/join/tuple.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"
#include "hail/work/task_queue.h"
#include "hail/work/workers.h"

namespace hail::join {

/// The buckets of a concise hash table (paper A, section 2): eight for each row, chosen by the
/// uppermost bits of a hash. A row that finds its bucket taken goes to the next one.
template <Key K, class Hash>
class HashBuckets {
 public:
  /// What a bucket stands for: its row.
  using Stored = Tuple<K>;
  static constexpr bool kExact = false;

  HashBuckets(Hash hash, uint64_t rows, unsigned piece_bits)
      : hash_(hash), shift_(piece_bits), piece_(piece_of(rows, piece_bits)) {}

  uint64_t pieces() const { return uint64_t{1} << shift_; }
  uint64_t piece_size() const { return piece_; }
  uint64_t buckets() const { return piece_ << shift_; }

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

/// The buckets of a concise array table (paper A, section 2.4): one for each value between the least
/// and the greatest key, so that a bucket has one key, which needs not be stored.
template <Key K>
class DomainBuckets {
 public:
  using Stored = K;
  static constexpr bool kExact = true;

  /// range: number of values from the least key to the greatest, both included
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

/// 32 buckets of a concise table.
struct ConciseWord {
  static constexpr unsigned kBuckets = 32;

  /// A bit for each bucket that has a row.
  uint32_t bits;
  /// Number of bits that are set in all words before.
  uint32_t before;
};

/// What finds rows in a concise table: arrays, wherever their memory is.
template <Key K, class Buckets>
class ConciseView {
 public:
  using Stored = typename Buckets::Stored;

  ConciseView(const Buckets& buckets, std::span<const ConciseWord> words,
              std::span<const Stored> array, const OverflowView<K>& overflow)
      : buckets_(buckets), words_(words), array_(array), overflow_(overflow) {}

  const Buckets& buckets() const { return buckets_; }
  std::span<const ConciseWord> words() const { return words_; }
  std::span<const Stored> array() const { return array_; }
  const OverflowView<K>& overflow() const { return overflow_; }

  /// Calls sink(row, payload) for each match, for one match of a row at most if Unique. Works on a
  /// group of rows at a time, one step after the other, so that their accesses to memory overlap
  /// (paper A, section 1.3). With a group of one it is the plain lookup, row by row.
  template <bool Unique, unsigned Group, class Sink>
  void probe(std::span<const Tuple<K>> rows, Sink& sink) const {
    uint32_t word_bits[Group];
    uint32_t hit_row[Group];
    uint32_t hit_place[Group];
    uint64_t bucket[Group];
    for (size_t from = 0; from < rows.size(); from += Group) {
      const Tuple<K>* group = rows.data() + from;
      const unsigned n = static_cast<unsigned>(std::min<size_t>(Group, rows.size() - from));
      for (unsigned i = 0; i < n; ++i) {
        K key = group[i].key;
        // Bucket 0 stands in for keys that no bucket covers; the test below turns them away.
        bucket[i] = buckets_.covers(key) ? buckets_.bucket(key) : 0;
        __builtin_prefetch(&words_[bucket[i] / kWordBits]);
      }
      unsigned hits = 0;
      for (unsigned i = 0; i < n; ++i) {
        ConciseWord word = words_[bucket[i] / kWordBits];
        unsigned bit = bucket[i] % kWordBits;
        uint32_t place = word.before + static_cast<uint32_t>(std::popcount(
                                           word.bits & ((uint32_t{1} << bit) - 1)));
        hit_row[hits] = i;
        hit_place[hits] = place;
        word_bits[hits] = word.bits >> bit;
        bool hit = (word.bits >> bit & 1) != 0;
        if constexpr (Buckets::kExact) {
          hit &= buckets_.covers(group[i].key);
        }
        hits += hit;
      }
      for (unsigned j = 0; j < hits; ++j) {
        __builtin_prefetch(&array_[hit_place[j]]);
      }
      if constexpr (Buckets::kExact) {
        for (unsigned j = 0; j < hits; ++j) {
          sink(group[hit_row[j]], Buckets::payload(array_[hit_place[j]]));
        }
        if (!Unique && !overflow_.rows.empty()) {
          for (unsigned j = 0; j < hits; ++j) {
            find_overflow<false>(group[hit_row[j]], sink);
          }
        }
        continue;
      } else {
        for (unsigned j = 0; j < hits; ++j) {
          const Tuple<K>& row = group[hit_row[j]];
          const Tuple<K>& first = array_[hit_place[j]];
          if (first.key == row.key) {
            sink(row, first.payload);
            if constexpr (Unique) {
              continue;
            }
          }
          probe_further<Unique>(row, bucket[hit_row[j]], hit_place[j], word_bits[j], sink);
        }
      }
    }
  }

  /// Whether a key may be in the table: false only if it is not (paper A, section 3.1).
  bool may_contain(K key) const {
    if (!buckets_.covers(key)) {
      return false;
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

  /// The second bucket of a row, and overflow.
  ///
  /// bits    those of the row's word from its bucket on
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
    const Tuple<K>& next = array_[place + 1];
    if (next.key == row.key) {
      sink(row, next.payload);
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

/// A table whose buckets are bits, and whose rows are a dense array in the order of their buckets.
///
///   word  = | 32 bits of buckets | number of bits set in all words before |
///   array = rows of set bits, in order; no place is empty
///   the rows that found no bucket are in an overflow table
///
/// With 16 bits for each row of a hash table; with two for each value of an array table. Built at
/// once, by all workers, a piece of consecutive buckets by one of them; then it does not change.
template <Key K, class Buckets>
class ConciseTable {
 public:
  /// A table of these rows, all of whose keys the buckets cover.
  /// Memory beside the table: one partitioned copy of the rows while it is built.
  ///
  /// most_overflow   rows that may find no bucket. If there are more the build is given up: the table
  ///                 has no rows, nothing but repeated() may be asked, and that is true
  static ConciseTable build(std::span<const Tuple<K>> rows, const Buckets& buckets,
                            Workers& workers, MemoryBudget& budget, Pages pages, Write write,
                            uint64_t most_overflow = kAnyOverflow) {
    ConciseTable table(buckets, budget);
    table.fill(rows, workers, budget, pages, write, most_overflow);
    return table;
  }

  static constexpr uint64_t kAnyOverflow = ~uint64_t{0};

  uint64_t rows() const { return array_.size(); }
  uint64_t overflow() const { return overflow_.size(); }

  /// Whether a key came twice, or the build was given up.
  bool repeated() const { return repeated_; }

  ConciseView<K, Buckets> view() const {
    return {buckets_, words_.span(), array_.span(), overflow_.view()};
  }

  /// See ConciseView.
  template <bool Unique, unsigned Group, class Sink>
  void probe(std::span<const Tuple<K>> rows, Sink& sink) const {
    view().template probe<Unique, Group>(rows, sink);
  }

  bool may_contain(K key) const { return view().may_contain(key); }

 private:
  static constexpr unsigned kWordBits = ConciseWord::kBuckets;

  ConciseTable(const Buckets& buckets, MemoryBudget& budget)
      : buckets_(buckets), overflow_(budget) {}

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

  /// A row never goes from the last bucket of a piece to the next one, which another thread fills.
  bool ends_piece(uint64_t bucket) const { return (bucket + 1) % buckets_.piece_size() == 0; }

  void fill(std::span<const Tuple<K>> rows, Workers& workers, MemoryBudget& budget, Pages pages,
            Write write, uint64_t most_overflow) {
    const uint64_t pieces = buckets_.pieces();
    Partitioner<K> partitioner(workers, budget, pages, write);
    PartitionedRows<K> parts = partitioner.split(
        rows, pieces, [this](K key) { return buckets_.piece(key); }, Layout::kContiguous);
    words_ = Array<ConciseWord>(budget, MemoryUse::kTable, buckets_.buckets() / kWordBits, pages);
    std::vector<uint64_t> first_place(pieces + 1);
    std::vector<uint64_t> first_overflow(pieces + 1);

    TaskQueue marking(ascending_order(static_cast<uint32_t>(pieces)));
    workers.run([&](unsigned) {
      uint32_t piece;
      while (marking.take(piece)) {
        std::span<const Tuple<K>> part = parts.fragment(piece, 0);
        uint64_t placed = mark(part);
        first_place[piece + 1] = placed;
        first_overflow[piece + 1] = part.size() - placed;
      }
    });
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
    array_ = Array<typename Buckets::Stored>(budget, MemoryUse::kTable, first_place[pieces], pages);
    Tuple<K>* overflow =
        first_overflow[pieces] == 0 ? nullptr : overflow_.resize(first_overflow[pieces]);
    const uint64_t filled_words = most / 64 + 1;
    Array<uint64_t> filled(budget, MemoryUse::kBuffer, filled_words * workers.threads());

    TaskQueue placing(ascending_order(static_cast<uint32_t>(pieces)));
    std::atomic<bool> repeated = false;
    workers.run([&](unsigned thread) {
      uint64_t* mine = filled.data() + thread * filled_words;
      uint32_t piece;
      while (placing.take(piece)) {
        std::fill_n(mine, filled_words, 0);
        count_before(piece, first_place[piece]);
        if (place_rows(parts.fragment(piece, 0), first_place[piece], mine,
                       overflow + first_overflow[piece])) {
          repeated.store(true, std::memory_order_relaxed);
        }
      }
    });
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

  /// Sets the bit of each row that finds a bucket; returns how many do.
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

  void count_before(uint64_t piece, uint64_t before) {
    uint64_t from = piece * buckets_.piece_size() / kWordBits;
    uint64_t to = std::min<uint64_t>(from + buckets_.piece_size() / kWordBits, words_.size());
    for (uint64_t word = from; word < to; ++word) {
      words_[word].before = static_cast<uint32_t>(before);
      before += static_cast<uint64_t>(std::popcount(words_[word].bits));
    }
  }

  /// Puts rows to their places, in the order in which they were marked: only so each place is filled.
  /// Returns whether a key came twice, unless both rows of it are in overflow: of two rows of one
  /// key the later one finds the earlier one where it would have gone itself, or in overflow.
  ///
  /// filled    a bit for each place of the piece, none set
  /// overflow  where rows without a place go
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

  /// Whether the row at a place, which is that of a bucket of the key, has the key.
  bool has_key([[maybe_unused]] uint64_t place, [[maybe_unused]] K key) const {
    if constexpr (Buckets::kExact) {
      return true;
    } else {
      return array_[place].key == key;
    }
  }

  static bool test(const uint64_t* bits, uint64_t at) { return (bits[at / 64] >> (at % 64) & 1) != 0; }

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

}  // namespace hail::join
