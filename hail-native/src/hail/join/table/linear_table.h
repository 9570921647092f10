// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hail/join/table/hash.h"
#include "hail/join/table/partition.h"
#include "hail/join/table/tuple.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"
#include "hail/memory/growing_array.h"
#include "hail/work/task_queue.h"
#include "hail/work/workers.h"

namespace hail::join {

/// The slots of a linear table: three for each two rows. The uppermost bits of a hash choose the
/// slot, and also split the slots into pieces of consecutive slots.
template <Key K>
class LinearSlots {
 public:
  /// Bytes of the table for each row.
  static constexpr uint64_t kRowBytes = sizeof(Tuple<K>) * 3 / 2;

  /// rows         that the table will hold
  /// piece_bits   log2 of the number of pieces
  LinearSlots(const MixHash& hash, uint64_t rows, unsigned piece_bits)
      : hash_(hash), piece_bits_(piece_bits), piece_size_(size_for(rows, piece_bits)) {}

  uint64_t pieces() const { return uint64_t{1} << piece_bits_; }
  /// Slots of a piece.
  uint64_t piece_size() const { return piece_size_; }
  uint64_t slots() const { return piece_size_ << piece_bits_; }

  /// The number of a key's piece: the uppermost bits of its hash.
  uint64_t piece_of(K key) const { return piece_bits_ == 0 ? 0 : hash_(key) >> (64 - piece_bits_); }
  /// Where the search for a key begins.
  uint64_t home(K key) const { return fast_range(hash_(key), slots()); }
  /// The next slot; after the last slot, the first.
  uint64_t after(uint64_t slot) const { return slot + 1 == slots() ? 0 : slot + 1; }

 private:
  static uint64_t size_for(uint64_t rows, unsigned piece_bits) {
    // Each piece begins with a cache line. There are more slots than rows, so each search ends.
    constexpr uint64_t kLine = kLineBytes / sizeof(Tuple<K>);
    const uint64_t step = kLine << piece_bits;
    const uint64_t wanted = std::max<uint64_t>(rows, 1);
    return (wanted + (wanted + 1) / 2 + step - 1) / step * kLine;
  }

  MixHash hash_;
  unsigned piece_bits_;
  uint64_t piece_size_;
};

/// Finds rows in a linear table whose slots may be in any memory, such as a mapped file. A slot
/// holds a key and the payload plus one; 0 marks an empty slot. So all keys are allowed, and all
/// payloads but the greatest. At least one slot is empty. Any number of threads may use the view.
template <Key K>
class LinearView {
 public:
  using Code = K;
  static constexpr bool kRanked = false;

  LinearView(const LinearSlots<K>& layout, std::span<const Tuple<K>> slots)
      : layout_(layout), slots_(slots) {}

  std::span<const Tuple<K>> slots() const { return slots_; }
  const LinearSlots<K>& layout() const { return layout_; }

  /// The parts of a buffered probe are the pieces of the table. part_of() maps keys of both sides
  /// to [0, parts()).
  uint64_t parts() const { return layout_.pieces(); }
  uint64_t part_of(K key) const { return layout_.piece_of(key); }

  /// Calls sink(row, payload) for each match; at most once for each row if Unique. Matches of the
  /// rows in a group may alternate.
  ///
  /// Group   rows that go through each step together, so that their accesses to memory overlap; 1
  ///         for row by row
  template <bool Unique, unsigned Group, class Sink>
  void probe(std::span<const Tuple<K>> rows, Sink& sink) const {
    for (size_t from = 0; from < rows.size(); from += Group) {
      const Tuple<K>* group = rows.data() + from;
      const unsigned n = static_cast<unsigned>(std::min<size_t>(Group, rows.size() - from));
      walk<Unique, Group>(
          n, [group](unsigned i) { return group[i].key; },
          [group, &sink](unsigned i, K payload) { sink(group[i], payload); });
    }
  }

  /// Keeps the rows whose keys are in the table.
  ///
  /// keys        keys[row] is the key of a row; it fits K
  /// selection   numbers of rows
  /// kept        receives the numbers of the kept rows, in their order; may be `selection`
  /// Returns the number of kept rows.
  template <unsigned Group, class Keys>
  size_t filter(const Keys& keys, std::span<const uint32_t> selection, uint32_t* kept) const {
    size_t count = 0;
    for (size_t from = 0; from < selection.size(); from += Group) {
      const uint32_t* group = selection.data() + from;
      const unsigned n = static_cast<unsigned>(std::min<size_t>(Group, selection.size() - from));
      bool found[Group] = {};
      walk<true, Group>(
          n, [&keys, group](unsigned i) { return static_cast<K>(keys[group[i]]); },
          [&found](unsigned i, K) { found[i] = true; });
      for (unsigned i = 0; i < n; ++i) {
        const uint32_t row = group[i];
        kept[count] = row;
        count += found[i];
      }
    }
    return count;
  }

 private:
  /// Calls found(i, payload) for each match of key(i), i < n; at most once for each i if Unique.
  /// All open searches advance by one slot before any of them takes its next step. So neither a
  /// match nor the end of a search costs a branch for each row.
  template <bool Unique, unsigned Group, class KeyOf, class Found>
  void walk(unsigned n, const KeyOf& key, const Found& found) const {
    uint64_t at[Group];
    uint32_t open[Group];
    uint32_t hit[Group];
    K payload[Group];
    const Tuple<K>* slots = slots_.data();
    for (unsigned i = 0; i < n; ++i) {
      at[i] = layout_.home(key(i));
      open[i] = i;
      __builtin_prefetch(&slots[at[i]]);
    }
    while (n > 0) {
      unsigned hits = 0;
      unsigned still_open = 0;
      for (unsigned j = 0; j < n; ++j) {
        const uint32_t i = open[j];
        const Tuple<K> slot = slots[at[i]];
        const bool taken = slot.payload != 0;
        const bool match = taken & (slot.key == key(i));
        hit[hits] = i;
        payload[hits] = static_cast<K>(slot.payload - 1);
        hits += match;
        const bool goes_on = taken & !(Unique & match);
        const uint64_t here = at[i];
        at[i] = layout_.after(here);
        // The next slot may be on the next cache line, which only open searches need.
        __builtin_prefetch(&slots[goes_on ? at[i] : here]);
        open[still_open] = i;
        still_open += goes_on;
      }
      for (unsigned j = 0; j < hits; ++j) {
        found(hit[j], payload[j]);
      }
      n = still_open;
    }
  }

  LinearSlots<K> layout_;
  std::span<const Tuple<K>> slots_;
};

/// What a build does when a key comes twice.
enum class Repeats {
  kEndBuild,  ///< the build gives up at the first repeat it finds: the table has no rows
  kKeep       ///< all rows are in the table
};

/// A table of codes and numbers by linear probing (NOP of paper B). Slots have the order of the
/// uppermost bits of a hash.
///
///   piece 0            piece 1            ..   last piece
///   | slot | slot | .. | slot | slot | .. | .. | slot .. |
///   a run at the end of a piece goes on in the next piece, after the last piece in the first
///
/// build() first splits the rows by these bits. Then a single worker fills each piece, in its cache
/// and without atomic steps. Rows that run past the end of their piece follow when all pieces are
/// full. After that the table never changes, and any number of threads may read it.
template <Key K>
class LinearTable {
 public:
  /// Builds the table of rows from a source. Beside the table, the build needs a copy of the rows,
  /// split by pieces. Placing a piece frees its part of the copy. So copy and table together never
  /// take more than the table and one piece for each worker.
  ///
  /// source    see RowsInMemory; no payload is the greatest number of K
  /// slots     for at least as many rows as the source has
  /// repeats   whether the build gives up when a key comes twice
  /// Throws BudgetExceeded.
  template <class Source>
  static LinearTable build(const Source& source, const LinearSlots<K>& slots, Repeats repeats,
                           Workers& workers, MemoryBudget& budget, Pages pages) {
    LinearTable table(slots);
    table.fill(source, repeats, workers, budget, pages);
    return table;
  }

  /// Whether a key came twice.
  bool repeated() const { return repeated_; }

  LinearView<K> view() const { return {layout_, slots_.span()}; }

 private:
  explicit LinearTable(const LinearSlots<K>& slots) : layout_(slots) {}

  template <class Source>
  void fill(const Source& source, Repeats repeats, Workers& workers, MemoryBudget& budget,
            Pages pages) {
    PartitionedRows<K> parts =
        Partitioner<K>(workers, budget, pages)
            .split(source, static_cast<size_t>(layout_.pieces()),
                   [this](K key) { return static_cast<size_t>(layout_.piece_of(key)); });
    // Count piece by piece: placing a piece frees its part of the copy.
    slots_ = Array<Tuple<K>>::uncounted(budget, MemoryUse::kTable, layout_.slots(), pages);
    std::vector<GrowingArray<Tuple<K>>> beyond;
    for (unsigned thread = 0; thread < workers.threads(); ++thread) {
      beyond.emplace_back(budget, MemoryUse::kBuffer);
    }
    std::atomic<bool> repeated = false;
    const auto given_up = [&] {
      return repeats == Repeats::kEndBuild && repeated.load(std::memory_order_relaxed);
    };
    TaskQueue tasks(ascending_order(static_cast<uint32_t>(layout_.pieces())));
    workers.run([&](unsigned thread) {
      uint32_t piece;
      while (!given_up() && tasks.take(piece)) {
        const uint64_t begin = piece * layout_.piece_size();
        const uint64_t end = begin + layout_.piece_size();
        slots_.count(begin, end);
        for (const Tuple<K>& row : parts.fragment(piece, 0)) {
          uint64_t slot = layout_.home(row.key);
          bool found = false;
          for (; slot < end && slots_[slot].payload != 0; ++slot) {
            found |= slots_[slot].key == row.key;
          }
          if (found) [[unlikely]] {
            repeated.store(true, std::memory_order_relaxed);
            if (given_up()) {
              return;
            }
          }
          if (slot < end) [[likely]] {
            put(slot, row);
          } else {
            beyond[thread].push_back(row);
          }
        }
        parts.give_back(piece);
      }
    });
    for (size_t thread = 0; thread < beyond.size() && !given_up(); ++thread) {
      for (const Tuple<K>& row : beyond[thread].span()) {
        // The first slot after the piece: the worker saw all slots from the home to there taken.
        uint64_t slot = (layout_.piece_of(row.key) + 1) * layout_.piece_size() % layout_.slots();
        bool found = false;
        for (; slots_[slot].payload != 0; slot = layout_.after(slot)) {
          found |= slots_[slot].key == row.key;
        }
        put(slot, row);
        if (found) {
          repeated.store(true, std::memory_order_relaxed);
        }
      }
    }
    if (given_up()) {
      slots_ = {};
    }
    repeated_ = repeated.load(std::memory_order_relaxed);
  }

  void put(uint64_t slot, const Tuple<K>& row) {
    slots_[slot] = {row.key, static_cast<K>(row.payload + 1)};
  }

  LinearSlots<K> layout_;
  Array<Tuple<K>> slots_;
  bool repeated_ = false;
};

}  // namespace hail::join
