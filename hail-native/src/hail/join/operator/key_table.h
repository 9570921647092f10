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
#include "hail/join/key/key_codec.h"
#include "hail/join/operator/specification.h"
#include "hail/join/table/concise_table.h"
#include "hail/join/table/hash.h"
#include "hail/join/table/key_window.h"
#include "hail/join/table/linear_table.h"
#include "hail/join/table/piece_probe.h"
#include "hail/join/table/table_size.h"
#include "hail/memory/budget.h"
#include "hail/work/workers.h"

namespace hail::join {

/// Which table to build for some keys, and why.
struct TablePlan {
  /// A concise array table.
  bool array = false;
  /// Linear probing, if not an array; otherwise a concise hash table.
  bool linear = false;
  uint64_t keys = 0;
  /// Array only: codes from least to least + range - 1 have a bucket; `outside` keys have none.
  uint64_t least = 0;
  uint64_t range = 0;
  uint64_t outside = 0;
  unsigned piece_bits = 0;
  /// Why this table, in one line.
  std::string explanation;
};

/// Chooses between a concise array table and a concise hash table by size (paper A, section 2.4).
/// An array has two bits for each value, a hash table a key and 16 bits for each row. If few keys
/// are far from all others, the array covers a window, and these keys go to overflow. Linear
/// probing must be asked for.
///
/// exact       whether equal codes are equal keys
/// keys        number of keys
/// greatest    the greatest code
/// key_bytes   bytes of a code, 4 or 8
/// room        bytes that the budget leaves
/// window      find_window() of the codes, for a window of at most `most` values
/// Throws InvalidArgument if an array is asked for but cannot be.
TablePlan plan_table(TableChoice choice, bool exact, uint64_t keys, uint64_t greatest,
                     unsigned key_bytes, uint64_t room,
                     const std::function<KeyWindow(uint64_t most)>& window);

/// Bytes the copy of the rows may take while a table is built. The copy may have all rows if there
/// is room; otherwise it gets what the budget leaves beside the table, perhaps 0.
///
/// key_bytes   bytes of a code, 4 or 8
/// room        bytes that the budget leaves
uint64_t copy_that_fits(const TablePlan& plan, unsigned key_bytes, unsigned threads, uint64_t room);

/// Codes of rows that wait to be looked up, with their states.
struct WaitingCodes {
  std::span<const uint64_t> codes;
  std::span<const KeyState> states;
  /// Number of codes that are searchable.
  uint64_t searchable;
};

/// A view has: Code, the type of its codes; kRanked, whether a code has a rank without an array;
/// parts() and part_of(), the pieces for buffered probes; probe() and filter(). image_table.cc writes
/// and reads each kind of view, image_check.cc checks it.
///
/// Finds the group of a key by the key's code. The table has each exact code once, and may have a
/// code that is a hash several times. A table that is built, and perhaps ranked, never changes, so
/// any number of threads may look up codes.
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

  /// Builds the table of a plan.
  ///
  /// rows            a source of codes and their groups; see RowsInMemory
  /// most_overflow   see ConciseTable::build. A linear table has no overflow: its build gives up at
  ///                 the first repeated code, unless this is kAnyOverflow
  /// copy_bytes      see ConciseTable::build; a linear table ignores this
  /// seed            of all hashes of codes
  /// Throws BudgetExceeded.
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

  /// A table whose memory belongs to another object, which outlives the table.
  KeyTable(TablePlan plan, const View& view) : plan_(std::move(plan)), view_(view) {}

  const TablePlan& plan() const { return plan_; }
  const View& view() const { return view_; }

  /// True if a code came twice, or if the build gave up. Only for tables that build() made.
  bool repeated() const { return repeated_; }

  /// Renumbers the groups of an array table by the ranks of their codes; groups in overflow get the
  /// numbers after these. The table then keeps no numbers: its bits are enough (paper A, section
  /// 2.4). Only for array tables that build() made. Call at most once.
  ///
  /// places   size of the returned array; at least the number of groups
  /// Returns the old numbers of the groups, in the order of the new ones; further places are 0.
  /// Throws BudgetExceeded; then nothing has changed.
  Array<uint32_t> rank_groups(uint64_t places, MemoryBudget& budget);

  /// Whether groups are numbered by the ranks of their codes.
  bool ranked() const {
    return std::visit([](const auto& view) { return std::decay_t<decltype(view)>::kRanked; },
                      view_);
  }

  /// Whether rank_groups(places) returns memory of the table instead of allocating more.
  bool ranks_in_place(uint64_t places) const;

  /// Whether one access finds the group of a code: there is no array to read after the bits.
  bool finds_at_once() const { return ranked() || plan_.linear; }

  /// Whether filter() keeps exactly the rows whose codes are in the table. Only the bits of a
  /// concise hash table keep others too.
  bool filters_exactly() const { return plan_.array || plan_.linear; }

  /// Keeps the rows whose codes may be in the table, by the bits of the table or the slots of a
  /// linear one.
  ///
  /// rows   number of codes
  /// kept   receives the numbers of the kept rows, ascending; has at least `rows` places
  /// Returns the number of kept rows.
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

  /// Looks up the codes of some rows. Sets groups[i] to the group of row i, or to kNone.
  ///
  /// exact   whether equal codes are equal keys
  /// equal   equal(row, group) compares their keys; unused if codes are exact
  template <class Equal>
  void find(const KeyCodec::Codes& codes, unsigned rows, bool exact, const Equal& equal,
            uint32_t* groups) const {
    std::visit([&](const auto& view) { find_in(view, codes, rows, exact, equal, groups); }, view_);
  }

  /// Looks up rows that wait, piece by piece of the table. Sets groups[i] as find() does.
  /// Throws BudgetExceeded.
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

  /// Calls look_up(unique, take). take(row, group) sets the group of the row whose number is
  /// row.payload. Exact codes are unique: their first candidate is the match. Otherwise candidates
  /// are compared until one is equal.
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

  /// A source of rows: the searchable codes among the waiting ones, and the numbers of their rows.
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
  /// Empty if the memory belongs to another object.
  Owner owner_;
};

}  // namespace hail::join
