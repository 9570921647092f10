// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "hail/join/table/concise_buckets.h"
#include "hail/join/table/concise_view.h"
#include "hail/join/table/overflow_table.h"
#include "hail/join/table/partition.h"
#include "hail/join/table/tuple.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"
#include "hail/work/task_queue.h"
#include "hail/work/workers.h"

namespace hail::join {

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
  Array<typename Buckets::Entry> rank_rows(const OldPayload& old_payload) {
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
  ConciseTable(const Buckets& buckets, MemoryBudget& budget, uint64_t seed)
      : buckets_(buckets), overflow_(budget, seed) {}

  bool is_set(uint64_t bucket) const { return join::is_set(words_.span(), bucket); }

  void set(uint64_t bucket) { words_[word_of(bucket)].bits |= uint32_t{1} << bit_of(bucket); }

  /// Whether a row whose bucket is taken may go to the next bucket.
  bool may_go_on(uint64_t bucket) const {
    return !Buckets::kExact && !ends_piece(buckets_, bucket);
  }

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

  /// Where the rows of each piece begin, in the array and in overflow. One element more has the
  /// sums.
  struct Places {
    explicit Places(uint64_t pieces) : array(pieces + 1), overflow(pieces + 1) {}

    std::vector<uint64_t> array;
    std::vector<uint64_t> overflow;
    /// The most rows of a piece in the array.
    uint64_t most = 0;
  };

  template <class Source>
  void fill(const Source& source, Workers& workers, MemoryBudget& budget, Pages pages,
            uint64_t most_overflow, uint64_t copy_bytes) {
    // A window has one more piece without buckets, for rows outside.
    const uint64_t pieces = buckets_.pieces() + Buckets::kWindow;
    Partitioner<K> partitioner(workers, budget, pages);
    const std::vector<Round> order = rounds(source, workers, budget, pieces, copy_bytes);
    const bool at_once = order.size() == 1;
    std::optional<PartitionedRows<K>> parts(split(source, partitioner, order.front(), at_once));
    words_ = Array<ConciseWord>(budget, MemoryUse::kTable, word_of(buckets_.buckets()), pages);
    Places places(pieces);
    for (const Round& round : order) {
      if (round.from > 0) {
        parts.reset();
        parts.emplace(split(source, partitioner, round, at_once));
      }
      mark_pieces(round, *parts, workers, places);
    }
    add_up(places);
    if (places.overflow[pieces] > most_overflow) {
      words_ = {};
      repeated_ = true;
      return;
    }
    // Count piece by piece: placing a piece frees its part of the copy.
    array_ = Array<typename Buckets::Entry>::uncounted(budget, MemoryUse::kTable,
                                                       places.array[pieces], pages);
    Tuple<K>* overflow =
        places.overflow[pieces] == 0 ? nullptr : overflow_.resize(places.overflow[pieces]);
    Filled filled(budget, places.most, workers.threads());
    std::atomic<bool> repeated = false;
    for (const Round& round : order) {
      if (!at_once) {
        parts.reset();
        parts.emplace(split(source, partitioner, round, at_once));
      }
      place_pieces(round, *parts, workers, places, filled, overflow, repeated);
    }
    parts.reset();
    overflow_.seal();
    repeated_ = repeated.load(std::memory_order_relaxed) || repeats_in_overflow();
  }

  /// Sets the bits of the pieces of a round. Sets element piece + 1 of `places` to the numbers of
  /// the piece's rows.
  void mark_pieces(const Round& round, const PartitionedRows<K>& parts, Workers& workers,
                   Places& places) {
    TaskQueue tasks(ascending_order(static_cast<uint32_t>(round.to - round.from)));
    workers.run([&](unsigned) {
      uint32_t task;
      while (tasks.take(task)) {
        const std::span<const Tuple<K>> part = parts.fragment(task, 0);
        const uint64_t piece = round.from + task;
        const uint64_t placed = piece == buckets_.pieces() ? 0 : mark(part);
        places.array[piece + 1] = placed;
        places.overflow[piece + 1] = part.size() - placed;
      }
    });
  }

  /// Turns numbers of rows into places.
  static void add_up(Places& places) {
    for (size_t piece = 1; piece < places.array.size(); ++piece) {
      places.most = std::max(places.most, places.array[piece]);
      places.array[piece] += places.array[piece - 1];
      places.overflow[piece] += places.overflow[piece - 1];
    }
  }

  /// For each thread: a bit for each place of the piece that it fills.
  struct Filled {
    Filled(MemoryBudget& budget, uint64_t most, unsigned threads)
        : words(most / 64 + 1), bits(budget, MemoryUse::kBuffer, words * threads) {}

    /// The bits of a thread, none of them set.
    uint64_t* cleared(unsigned thread) {
      uint64_t* mine = bits.data() + thread * words;
      std::fill_n(mine, words, 0);
      return mine;
    }

    const uint64_t words;
    Array<uint64_t> bits;
  };

  /// Sets the counts of the pieces of a round, and places their rows. Frees the rows of a piece as
  /// soon as they are placed.
  ///
  /// overflow   the first row in overflow
  /// repeated   becomes true if place_rows() finds a duplicate key
  void place_pieces(const Round& round, PartitionedRows<K>& parts, Workers& workers,
                    const Places& places, Filled& filled, Tuple<K>* overflow,
                    std::atomic<bool>& repeated) {
    TaskQueue tasks(ascending_order(static_cast<uint32_t>(round.to - round.from)));
    workers.run([&](unsigned thread) {
      uint32_t task;
      while (tasks.take(task)) {
        const std::span<const Tuple<K>> part = parts.fragment(task, 0);
        const uint64_t piece = round.from + task;
        Tuple<K>* beyond = overflow + places.overflow[piece];
        if (piece == buckets_.pieces()) {
          std::copy(part.begin(), part.end(), beyond);
          continue;
        }
        const uint64_t first = places.array[piece];
        array_.count(first, places.array[piece + 1]);
        count_before(piece, first);
        if (place_rows(part, first, filled.cleared(thread), beyond)) {
          repeated.store(true, std::memory_order_relaxed);
        }
        parts.give_back(task);
      }
    });
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
      } else if (may_go_on(bucket) && !is_set(bucket + 1)) {
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
    uint64_t from = word_of(piece * buckets_.piece_size());
    uint64_t to = std::min<uint64_t>(from + word_of(buckets_.piece_size()), words_.size());
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
      uint64_t at = words_[word_of(bucket)].rank(bit_of(bucket));
      if (test(filled, at - first_place)) {
        const bool second = may_go_on(bucket) && is_set(bucket + 1);
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
      array_[at] = Buckets::entry(row);
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
  Array<typename Buckets::Entry> array_;
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
