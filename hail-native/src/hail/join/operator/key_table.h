#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "hail/arrow/column_view.h"
#include "hail/join/concise_table.h"
#include "hail/join/hash.h"
#include "hail/join/key_codec.h"
#include "hail/join/operator/specification.h"
#include "hail/join/settings.h"
#include "hail/memory/budget.h"
#include "hail/work/workers.h"

namespace hail::join {

/// Which table there is to be for some keys, and why.
struct TablePlan {
  bool array = false;
  uint64_t keys = 0;
  /// Number of codes from 0 to the greatest; 0 if 64 bits do not count them.
  uint64_t range = 0;
  unsigned piece_bits = 0;
  std::string explanation;
};

/// Chooses between a concise array table and a concise hash table by their sizes (paper A, section
/// 2.4: an array has two bits for each value, a hash table a key and 16 bits for each row).
///
/// exact       whether equal codes are equal keys
/// keys        number of keys
/// greatest    the greatest code
/// key_bytes   4 or 8, of a code
/// room        bytes that the budget leaves
/// Throws InvalidArgument if an array is asked for where there cannot be one.
TablePlan plan_table(TableChoice choice, bool exact, uint64_t keys, uint64_t greatest,
                     unsigned key_bytes, uint64_t room);

/// Finds the group of rows that has a key, by the key's code. A code is in it once if codes are
/// exact, else perhaps several times.
class KeyTable {
 public:
  template <Key K>
  using Hashed = HashBuckets<K, MixHash>;
  template <Key K>
  using Direct = DomainBuckets<K>;
  using View = std::variant<ConciseView<uint32_t, Hashed<uint32_t>>,
                            ConciseView<uint64_t, Hashed<uint64_t>>,
                            ConciseView<uint32_t, Direct<uint32_t>>,
                            ConciseView<uint64_t, Direct<uint64_t>>>;

  /// rows           codes, and the groups they stand for
  /// most_overflow  see ConciseTable::build
  template <Key K>
  static KeyTable build(std::span<const Tuple<K>> rows, TablePlan plan, uint64_t most_overflow,
                        Workers& workers, MemoryBudget& budget) {
    if (plan.array) {
      Direct<K> buckets(0, plan.range, plan.piece_bits);
      return KeyTable(std::move(plan), ConciseTable<K, Direct<K>>::build(
                                           rows, buckets, workers, budget, Pages::kHuge,
                                           Write::kCombined, most_overflow));
    }
    Hashed<K> buckets(MixHash{}, plan.keys, plan.piece_bits);
    return KeyTable(std::move(plan),
                    ConciseTable<K, Hashed<K>>::build(rows, buckets, workers, budget, Pages::kHuge,
                                                      Write::kCombined, most_overflow));
  }

  /// A table in memory of someone else.
  KeyTable(TablePlan plan, const View& view) : plan_(std::move(plan)), view_(view) {}

  const TablePlan& plan() const { return plan_; }
  const View& view() const { return view_; }

  /// Whether a code came twice, or the build was given up. Only of tables that were built here.
  bool repeated() const { return repeated_; }

  /// Sets the group of each of some rows, kNone for those that have none.
  ///
  /// exact   whether equal codes are equal keys
  /// equal   equal(row, group) tells whether they are, if not
  template <class Equal>
  void find(const KeyCodec::Codes& codes, unsigned rows, bool exact, const Equal& equal,
            uint32_t* groups) const {
    std::fill_n(groups, rows, arrow::kNone);
    std::visit([&](const auto& view) { find_in(view, codes, rows, exact, equal, groups); }, view_);
  }

 private:
  using Owner = std::variant<std::monostate, ConciseTable<uint32_t, Hashed<uint32_t>>,
                             ConciseTable<uint64_t, Hashed<uint64_t>>,
                             ConciseTable<uint32_t, Direct<uint32_t>>,
                             ConciseTable<uint64_t, Direct<uint64_t>>>;
  /// Rows whose accesses to memory overlap.
  static constexpr unsigned kGroup = 128;

  template <Key K, class Buckets>
  KeyTable(TablePlan plan, ConciseTable<K, Buckets> table)
      : plan_(std::move(plan)),
        repeated_(table.repeated()),
        view_(table.view()),
        owner_(std::move(table)) {}

  template <Key K, class Buckets, class Equal>
  static void find_in(const ConciseView<K, Buckets>& view, const KeyCodec::Codes& codes,
                      unsigned rows, bool exact, const Equal& equal, uint32_t* groups) {
    Tuple<K> searched[KeyCodec::kStride];
    unsigned count = 0;
    for (unsigned i = 0; i < rows; ++i) {
      searched[count] = {static_cast<K>(codes.code[i]), static_cast<K>(i)};
      count += codes.state[i] == KeyState::kSearchable;
    }
    const std::span<const Tuple<K>> keys(searched, count);
    if (exact) {
      auto sink = [groups](const Tuple<K>& row, K group) {
        groups[row.payload] = static_cast<uint32_t>(group);
      };
      view.template probe<true, kGroup>(keys, sink);
    } else {
      auto sink = [groups, &equal](const Tuple<K>& row, K group) {
        uint32_t& found = groups[row.payload];
        if (found == arrow::kNone &&
            equal(static_cast<unsigned>(row.payload), static_cast<uint32_t>(group))) {
          found = static_cast<uint32_t>(group);
        }
      };
      view.template probe<false, kGroup>(keys, sink);
    }
  }

  TablePlan plan_;
  bool repeated_ = false;
  View view_;
  /// Nothing if the memory is someone else's.
  Owner owner_;
};

}  // namespace hail::join
