// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/operator/star_side.h"

#include <utility>

namespace hail::join {

using arrow::kNone;

StarSide::StarSide(std::shared_ptr<BuiltJoin> join, uint32_t limit, MemoryBudget& budget)
    : join_(std::move(join)),
      table_(join_->table()),
      outer_(misses_build_rows(join_->specification().kind)),
      pairs_(gives_build_rows(join_->specification().kind)),
      chosen_(join_->specification().kind, table_),
      bits_(bits_of()),
      cost_(static_cast<double>(table_.codec.parts().size()) * (table_.codec.exact() ? 1 : 4)),
      codes_(budget, MemoryUse::kBuffer, bits_ == Bits::kMay ? KeyCodec::kStride : 0),
      groups_(budget, MemoryUse::kBuffer, pairs_ ? KeyCodec::kStride : 0),
      result_(join_->specification().build, join_->specification().build_outputs, "build", limit,
              budget) {}

StarSide::Bits StarSide::bits_of() const {
  const JoinKind kind = join_->specification().kind;
  if (outer_) {
    return Bits::kNothing;
  }
  // Hashed codes need a comparison of keys: wait until all tables have dropped rows by their bits.
  if (table_.key_table.finds_at_once() && table_.codec.exact()) {
    return Bits::kGroups;
  }
  if (table_.key_table.filters_exactly() && table_.codec.exact() && !pairs_) {
    return Bits::kTell;
  }
  return kind == JoinKind::kInner || kind == JoinKind::kProbeSemi ? Bits::kMay : Bits::kNothing;
}

void StarSide::set_batch(const arrow::Batch& batch) {
  keys_.clear();
  for (const uint32_t key : join_->specification().probe_keys) {
    keys_.push_back(batch.column(key));
  }
}

bool StarSide::passes_most() const {
  constexpr double kMost = 0.85;
  return passed_ > kMost * seen_;
}

double StarSide::rank() const {
  // Nothing is known of a join that has seen no rows, so only its cost counts.
  const double dropped = seen_ == 0 ? 0.5 : 1 - passed_ / seen_;
  return dropped / cost_;
}

void StarSide::count(size_t seen, size_t passed) {
  constexpr double kKeptOfThePast = 0.98;
  counts_.seen += seen;
  counts_.passed += passed;
  seen_ = kKeptOfThePast * seen_ + static_cast<double>(seen);
  passed_ = kKeptOfThePast * passed_ + static_cast<double>(passed);
}

size_t StarSide::filter(uint64_t from, std::span<uint32_t> rows, Scratch& scratch) {
  coded_ = false;
  to_look_up_ = bits_ == Bits::kNothing || bits_ == Bits::kMay;
  if (bits_ == Bits::kNothing || (bits_ == Bits::kMay && passes_most())) {
    return rows.size();
  }
  if (bits_ == Bits::kGroups) {
    return find(from, rows, scratch);
  }
  table_.codec.encode_probe(keys_, from, rows, scratch.codes);
  const unsigned hits =
      table_.key_table.filter(scratch.codes, static_cast<unsigned>(rows.size()), scratch.kept);
  size_t kept = 0;
  if (bits_ == Bits::kTell) {
    unsigned hit = 0;
    for (unsigned i = 0; i < rows.size(); ++i) {
      const bool matches = hit < hits && scratch.kept[hit] == i;
      hit += matches;
      rows[kept] = rows[i];
      kept += chosen_(matches, scratch.codes.state[i]);
    }
  } else {
    for (; kept < hits; ++kept) {
      const uint32_t i = scratch.kept[kept];
      rows[kept] = rows[i];
      codes_[rows[kept]] = scratch.codes.code[i];
    }
    coded_ = true;
  }
  count(rows.size(), kept);
  return kept;
}

size_t StarSide::look_up(uint64_t from, std::span<uint32_t> rows, Scratch& scratch) {
  if (!to_look_up_) {
    return rows.size();
  }
  counts_.probed += rows.size();
  if (!coded_) {
    return find(from, rows, scratch);
  }
  for (size_t i = 0; i < rows.size(); ++i) {
    scratch.codes.code[i] = codes_[rows[i]];
    scratch.codes.state[i] = KeyState::kSearchable;
  }
  return find_coded(from, rows, scratch);
}

size_t StarSide::find(uint64_t from, std::span<uint32_t> rows, Scratch& scratch) {
  table_.codec.encode_probe(keys_, from, rows, scratch.codes);
  const size_t kept = find_coded(from, rows, scratch);
  count(rows.size(), kept);
  return kept;
}

size_t StarSide::find_coded(uint64_t from, std::span<uint32_t> rows, Scratch& scratch) {
  table_.find(
      scratch.codes, keys_, [&](uint64_t i) { return from + rows[i]; },
      static_cast<unsigned>(rows.size()), scratch.groups);
  if (outer_) {
    for (size_t i = 0; i < rows.size(); ++i) {
      groups_[rows[i]] = scratch.groups[i];
    }
    return rows.size();
  }
  size_t kept = 0;
  if (pairs_) {
    for (size_t i = 0; i < rows.size(); ++i) {
      const uint32_t row = rows[i];
      groups_[row] = scratch.groups[i];
      rows[kept] = row;
      kept += scratch.groups[i] != kNone;
    }
    return kept;
  }
  for (size_t i = 0; i < rows.size(); ++i) {
    rows[kept] = rows[i];
    kept += chosen_(scratch.groups[i] != kNone, scratch.codes.state[i]);
  }
  return kept;
}

std::span<const uint32_t> StarSide::matches(uint32_t row) {
  const uint32_t group = groups_[row];
  if (table_.unique || group == kNone) {
    one_match_ = group;
    return {&one_match_, 1};
  }
  return table_.ordered.subspan(table_.first[group], table_.first[group + 1] - table_.first[group]);
}

}  // namespace hail::join
