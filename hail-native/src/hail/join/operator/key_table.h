// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "hail/arrow/column_view.h"
#include "hail/join/concise_table.h"
#include "hail/join/hash.h"
#include "hail/join/key_codec.h"
#include "hail/join/key_window.h"
#include "hail/join/linear_table.h"
#include "hail/join/operator/specification.h"
#include "hail/join/piece_probe.h"
#include "hail/join/settings.h"
#include "hail/memory/budget.h"
#include "hail/work/workers.h"

namespace hail::join {

/// Which table there is to be for some keys, and why.
struct TablePlan {
  bool array = false;
  /// Linear probing in place of a concise hash table, where there is no array.
  bool linear = false;
  uint64_t keys = 0;
  /// Of an array: its codes are least to least + range - 1, and all others those of `outside` keys.
  uint64_t least = 0;
  uint64_t range = 0;
  uint64_t outside = 0;
  unsigned piece_bits = 0;
  std::string explanation;
};

/// Chooses between a concise array table and a concise hash table by their sizes (paper A, section
/// 2.4: an array has two bits for each value, a hash table a key and 16 bits for each row). If few
/// keys are far from all others, the array is for a window, and they are in overflow. Linear probing
/// is for those who ask for it.
///
/// exact       whether equal codes are equal keys
/// keys        number of keys
/// greatest    the greatest code
/// key_bytes   4 or 8, of a code
/// room        bytes that the budget leaves
/// window      find_window of the codes
/// Throws InvalidArgument if an array is asked for where there cannot be one.
TablePlan plan_table(TableChoice choice, bool exact, uint64_t keys, uint64_t greatest,
                     unsigned key_bytes, uint64_t room,
                     const std::function<KeyWindow(uint64_t most)>& window);

/// What the copy of the rows may take while a table is built: all of them if there is room, else so
/// much that it and the table fit it, or next to nothing.
///
/// key_bytes   4 or 8, of a code
/// room        bytes that the budget leaves
uint64_t copy_that_fits(const TablePlan& plan, unsigned key_bytes, unsigned threads, uint64_t room);

/// Codes of rows that wait to be looked up.
struct WaitingCodes {
  std::span<const uint64_t> codes;
  std::span<const KeyState> states;
  /// How many of them are searchable.
  uint64_t searchable;
};

/// Finds the group of rows that has a key, by the key's code. A code is in it once if codes are
/// exact, else perhaps several times.
class KeyTable {
 public:
  template <Key K>
  using Hashed = HashBuckets<K, MixHash>;
  template <Key K>
  using Direct = DomainBuckets<K>;
  template <Key K>
  using Window = WindowBuckets<K>;
  using View =
      std::variant<ConciseView<uint32_t, Hashed<uint32_t>>, ConciseView<uint64_t, Hashed<uint64_t>>,
                   ConciseView<uint32_t, Direct<uint32_t>>, ConciseView<uint64_t, Direct<uint64_t>>,
                   ConciseView<uint32_t, Window<uint32_t>>, ConciseView<uint64_t, Window<uint64_t>>,
                   ConciseView<uint32_t, RankedBuckets<Direct<uint32_t>>>,
                   ConciseView<uint64_t, RankedBuckets<Direct<uint64_t>>>,
                   ConciseView<uint32_t, RankedBuckets<Window<uint32_t>>>,
                   ConciseView<uint64_t, RankedBuckets<Window<uint64_t>>>, LinearView<uint32_t>,
                   LinearView<uint64_t>>;

  static constexpr uint64_t kAnyOverflow = ~uint64_t{0};

  /// rows                       a source of codes, and the groups they stand for
  /// most_overflow, copy_bytes  see ConciseTable::build. A linear table has no overflow; its build is
  ///                            given up at the first code that comes twice unless any is allowed
  /// seed                       of all hashes of codes
  template <Key K, class Source>
  static KeyTable build(const Source& rows, TablePlan plan, uint64_t most_overflow,
                        uint64_t copy_bytes, uint64_t seed, Workers& workers,
                        MemoryBudget& budget) {
    auto with = [&](const auto& buckets) {
      return KeyTable(std::move(plan), ConciseTable<K, std::decay_t<decltype(buckets)>>::build(
                                           rows, buckets, workers, budget, Pages::kHuge,
                                           most_overflow, copy_bytes, seed));
    };
    if (plan.outside > 0) {
      return with(Window<K>(plan.least, plan.range, plan.piece_bits));
    }
    if (plan.array) {
      return with(Direct<K>(plan.least, plan.range, plan.piece_bits));
    }
    if (plan.linear) {
      const LinearSlots<K> slots(MixHash(seed), plan.keys, plan.piece_bits);
      return KeyTable(
          std::move(plan),
          LinearTable<K>::build(rows, slots,
                                most_overflow == kAnyOverflow ? Repeats::kKeep : Repeats::kEndBuild,
                                workers, budget, Pages::kHuge));
    }
    return with(Hashed<K>(MixHash(seed), plan.keys, plan.piece_bits));
  }

  /// A table in memory of someone else.
  KeyTable(TablePlan plan, const View& view) : plan_(std::move(plan)), view_(view) {}

  const TablePlan& plan() const { return plan_; }
  const View& view() const { return view_; }

  /// Whether a code came twice, or the build was given up. Only of tables that were built here.
  bool repeated() const { return repeated_; }

  /// Numbers the groups of an array table anew: by the ranks of their codes, and those in overflow
  /// after these. The table then keeps no numbers but those (paper A, section 2.4: an array without
  /// payload is its bits). Of tables that were built here, once.
  ///
  /// places   of what is returned, at least as many as groups
  /// Returns the numbers that groups had, in the order of the new ones; further places are 0.
  /// Throws BudgetExceeded; then nothing has changed.
  Array<uint32_t> rank_groups(uint64_t places, MemoryBudget& budget);

  /// Whether they are numbered so.
  bool ranked() const {
    return std::visit([](const auto& view) { return std::decay_t<decltype(view)>::kRanked; },
                      view_);
  }

  /// Whether rank_groups(places) returns memory that the table has had already.
  bool ranks_in_place(uint64_t places) const;

  /// Whether what tells that a code is in it tells the group as well: there is no array to be looked
  /// at after bits.
  bool finds_at_once() const { return ranked() || plan_.linear; }

  /// Whether filter() keeps none whose codes are not in the table: always, but by the bits of a
  /// concise hash table.
  bool filters_exactly() const { return plan_.array || plan_.linear; }

  /// The numbers of those of some rows, ascending, whose codes may be in the table: by the bits of its
  /// buckets, or by the slots of a linear table.
  ///
  /// kept   at least `rows` places
  /// Returns how many they are.
  unsigned filter(const KeyCodec::Codes& codes, unsigned rows, uint32_t* kept) const {
    unsigned count = 0;
    for (unsigned i = 0; i < rows; ++i) {
      kept[count] = i;
      count += codes.state[i] == KeyState::kSearchable;
    }
    return std::visit(
        [&](const auto& view) {
          return static_cast<unsigned>(view.template filter<kGroup>(
              std::span<const uint64_t>(codes.code, rows), {kept, count}, kept));
        },
        view_);
  }

  /// Sets the group of each of some rows, kNone for those that have none.
  ///
  /// exact   whether equal codes are equal keys
  /// equal   equal(row, group) tells whether they are, if not
  template <class Equal>
  void find(const KeyCodec::Codes& codes, unsigned rows, bool exact, const Equal& equal,
            uint32_t* groups) const {
    std::visit([&](const auto& view) { find_in(view, codes, rows, exact, equal, groups); }, view_);
  }

  /// The same of rows that wait, piece by piece of the table.
  template <class Equal>
  void find_by_pieces(const WaitingCodes& waiting, bool exact, const Equal& equal, Workers& workers,
                      MemoryBudget& budget, uint32_t* groups) const {
    std::fill_n(groups, waiting.codes.size(), arrow::kNone);
    if (waiting.searchable == 0) {
      return;
    }
    std::visit(
        [&]<class AnyView>(const AnyView& view) {
          using K = typename AnyView::Code;
          with_take(exact, equal, groups, [&](auto unique, auto take) {
            probe_by_pieces<decltype(unique)::value, kGroup>(
                view, SearchableCodes<K>(waiting), workers, budget, Pages::kHuge,
                [&take](unsigned, const Tuple<K>& row, K group) { take(row, group); });
          });
        },
        view_);
  }

 private:
  using Owner = std::variant<
      std::monostate, ConciseTable<uint32_t, Hashed<uint32_t>>,
      ConciseTable<uint64_t, Hashed<uint64_t>>, ConciseTable<uint32_t, Direct<uint32_t>>,
      ConciseTable<uint64_t, Direct<uint64_t>>, ConciseTable<uint32_t, Window<uint32_t>>,
      ConciseTable<uint64_t, Window<uint64_t>>, LinearTable<uint32_t>, LinearTable<uint64_t>>;
  /// Rows whose accesses to memory overlap.
  static constexpr unsigned kGroup = 128;

  template <class Table>
  requires requires(const Table& table) { View(table.view()); }
  KeyTable(TablePlan plan, Table table)
      : plan_(std::move(plan)),
        repeated_(table.repeated()),
        view_(table.view()),
        owner_(std::move(table)) {}

  template <class AnyView, class Equal>
  static void find_in(const AnyView& view, const KeyCodec::Codes& codes, unsigned rows, bool exact,
                      const Equal& equal, uint32_t* groups) {
    using K = typename AnyView::Code;
    if constexpr (AnyView::kRanked) {
      view.template rank<kGroup>(
          std::span<const uint64_t>(codes.code, rows),
          [&codes](size_t i) { return codes.state[i] == KeyState::kSearchable; }, arrow::kNone,
          groups);
      return;
    }
    std::fill_n(groups, rows, arrow::kNone);
    Tuple<K> searched[KeyCodec::kStride];
    unsigned count = 0;
    for (unsigned i = 0; i < rows; ++i) {
      searched[count] = {static_cast<K>(codes.code[i]), static_cast<K>(i)};
      count += codes.state[i] == KeyState::kSearchable;
    }
    with_take(exact, equal, groups, [&](auto unique, auto take) {
      view.template probe<decltype(unique)::value, kGroup>(
          std::span<const Tuple<K>>(searched, count), take);
    });
  }

  /// Calls look_up(unique, take): take(row, group) sets the group of a row, whose number is its
  /// payload; unique is whether that is for the first candidate of a row, or one that is equal.
  template <class Equal, class LookUp>
  static void with_take(bool exact, const Equal& equal, uint32_t* groups, const LookUp& look_up) {
    if (exact) {
      look_up(std::true_type(), [groups](const auto& row, auto group) {
        groups[row.payload] = static_cast<uint32_t>(group);
      });
    } else {
      look_up(std::false_type(), [groups, &equal](const auto& row, auto group) {
        uint32_t& found = groups[row.payload];
        if (found == arrow::kNone && equal(row.payload, static_cast<uint32_t>(group))) {
          found = static_cast<uint32_t>(group);
        }
      });
    }
  }

  /// Those codes that wait and are searchable, and the rows' numbers, as a source of rows.
  template <Key K>
  class SearchableCodes {
   public:
    explicit SearchableCodes(const WaitingCodes& waiting) : waiting_(waiting) {}

    uint64_t size() const { return waiting_.searchable; }

    template <class With>
    void chunks(unsigned threads, unsigned thread, const With& with) const {
      Tuple<K> chunk[KeyCodec::kStride];
      const uint64_t rows = waiting_.codes.size();
      const uint64_t to = piece_begin(rows, threads, thread + 1);
      for (uint64_t from = piece_begin(rows, threads, thread); from < to;) {
        const uint64_t end = std::min<uint64_t>(from + KeyCodec::kStride, to);
        size_t count = 0;
        for (; from < end; ++from) {
          chunk[count] = {static_cast<K>(waiting_.codes[from]), static_cast<K>(from)};
          count += waiting_.states[from] == KeyState::kSearchable;
        }
        with(std::span<const Tuple<K>>(chunk, count));
      }
    }

   private:
    WaitingCodes waiting_;
  };

  TablePlan plan_;
  bool repeated_ = false;
  View view_;
  /// Nothing if the memory is someone else's.
  Owner owner_;
};

}  // namespace hail::join
