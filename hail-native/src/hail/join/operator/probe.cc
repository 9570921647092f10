// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/operator/probe.h"

#include <algorithm>
#include <string>

#include "hail/arrow/result.h"
#include "hail/errors.h"
#include "hail/join/operator/buffered_lookup.h"
#include "hail/join/operator/direct_lookup.h"
#include "hail/join/operator/row_choice.h"

namespace hail::join {

using arrow::ColumnView;
using arrow::kNone;

namespace {

constexpr uint8_t kFalse = 0;
constexpr uint8_t kTrue = 1;
constexpr uint8_t kUnknown = 2;

/// A column without rows, from which only kNone can be taken.
ColumnView no_rows(const arrow::Type& type) {
  ColumnView view;
  view.layout = type.layout;
  view.width = type.width;
  return view;
}

std::unique_ptr<Lookup> new_lookup(const BuiltJoin& join) {
  const Specification& specification = join.specification();
  if (specification.probe_mode == ProbeMode::kBuffered) {
    return std::make_unique<BufferedLookup>(join, specification.probe_buffer);
  }
  return std::make_unique<DirectLookup>(join);
}

}  // namespace

Probe::Probe(std::shared_ptr<BuiltJoin> join)
    : join_(std::move(join)),
      table_(join_->table()),
      kind_(join_->specification().kind),
      limit_(join_->specification().batch_rows),
      lookup_(new_lookup(*join_)),
      probe_side_(join_->specification().probe, join_->specification().probe_outputs, "probe",
                  limit_, *join_->budget()),
      build_side_(join_->specification().build, join_->specification().build_outputs, "build",
                  limit_, *join_->budget()),
      marks_(*join_->budget(), MemoryUse::kBuffer, kind_ == JoinKind::kMark ? limit_ : 0) {
  for (const arrow::Type& type : probe_side_.types()) {
    no_rows_.push_back(no_rows(type));
  }
  join_->open_probe();
}

Probe::~Probe() {
  if (!finished_) {
    join_->abandon_probe();
  }
}

bool Probe::is_pending() const {
  return given_ < pairs_ || row_ < found_.rows || lookup_->pending();
}

void Probe::add(arrow::OwnedArray array) {
  check_given("A batch");
  lookup_->add(std::move(array));
}

uint32_t Probe::finish() {
  check_given("The end");
  // Mark now: when other probes finish, they give owed build rows by the marks.
  if (lookup_->find(true)) {
    mark_and_count(lookup_->groups());
  }
  finished_ = true;
  const uint32_t others = join_->finish_probe();
  is_last_ = others == 0;
  return others;
}

uint64_t Probe::next(ArrowArray* out) {
  if (given_ == pairs_) {
    given_ = 0;
    pairs_ = 0;
    fill_from_batches();
    if (finished_ && kind_ == JoinKind::kCount) {
      return give_count(out);
    }
    if (finished_ && pairs_ == 0 && is_last_ && owes_build_rows(kind_)) {
      fill_from_build_side();
    }
  }
  return given_ == pairs_ ? 0 : give_pairs(out);
}

void Probe::put(uint32_t probe_row, uint32_t build_row) { put(probe_row, {&build_row, 1}); }

void Probe::put(uint32_t probe_row, std::span<const uint32_t> build_rows) {
  probe_side_.fill(pairs_, build_rows.size(), probe_row);
  build_side_.copy(pairs_, build_rows);
  pairs_ += build_rows.size();
}

void Probe::fill_from_batches() {
  while (pairs_ < limit_) {
    if (row_ == found_.rows && !next_rows()) {
      return;
    }
    switch (kind_) {
      case JoinKind::kInner:
      case JoinKind::kProbeOuter:
      case JoinKind::kBuildOuter:
      case JoinKind::kFullOuter:
        pair_rows();
        break;
      case JoinKind::kProbeSemi:
      case JoinKind::kProbeAnti:
      case JoinKind::kNullAwareAnti:
        pick_rows();
        break;
      case JoinKind::kMark:
        mark_rows();
        break;
      case JoinKind::kBuildSemi:
      case JoinKind::kBuildAnti:
      case JoinKind::kCount:
        row_ = found_.rows;
        break;
    }
  }
}

bool Probe::next_rows() {
  // All pairs of a result batch come from one probe batch.
  if (pairs_ > 0 && !lookup_->in_midst_of_batch()) {
    return false;
  }
  while (!lookup_->next(found_)) {
    found_ = {};
    row_ = 0;
    if (!lookup_->find(finished_)) {
      return false;
    }
    mark_and_count(lookup_->groups());
  }
  row_ = 0;
  place_ = 0;
  outputs_ = &found_.batch->outputs;
  return true;
}

void Probe::mark_and_count(std::span<const uint32_t> groups) {
  if (owes_build_rows(kind_)) {
    for (const uint32_t group : groups) {
      if (group != kNone) {
        join_->mark(group);
      }
    }
  } else if (kind_ == JoinKind::kCount) {
    for (const uint32_t group : groups) {
      count_ += group == kNone ? 0 : table_.rows_of(group);
    }
  }
}

void Probe::pair_rows() {
  if (table_.unique) {
    pair_unique_rows();
    return;
  }
  const bool unmatched = misses_build_rows(kind_);
  while (row_ < found_.rows && pairs_ < limit_) {
    const uint32_t group = found_.groups[row_];
    const uint32_t probe_row = static_cast<uint32_t>(found_.from + row_);
    if (group == kNone) {
      if (unmatched) {
        put(probe_row, kNone);
      }
      ++row_;
    } else {
      const uint64_t begin = table_.first[group] + place_;
      const uint64_t left = table_.first[group + 1] - begin;
      const uint64_t count = std::min(left, limit_ - pairs_);
      put(probe_row, table_.ordered.subspan(begin, count));
      if (count == left) {
        place_ = 0;
        ++row_;
      } else {
        place_ += count;
      }
    }
  }
}

/// Does what pair_rows() does where groups are rows, without a branch on whether a row has a match.
void Probe::pair_unique_rows() {
  const uint32_t* groups = found_.groups + row_;
  const bool unmatched = misses_build_rows(kind_);
  const uint64_t rows = std::min<uint64_t>(found_.rows - row_, limit_ - pairs_);
  uint64_t found = 0;
  auto keep = [&](const auto& place) {
    found = 0;
    for (uint64_t i = 0; i < rows; ++i) {
      place(found, i);
      found += unmatched | (groups[i] != kNone);
    }
  };
  if (uint32_t* to = build_side_.rows(pairs_)) {
    keep([to, groups](uint64_t at, uint64_t i) { to[at] = groups[i]; });
  }
  if (uint32_t* to = probe_side_.rows(pairs_)) {
    const uint64_t from = found_.from + row_;
    keep([to, from](uint64_t at, uint64_t i) { to[at] = static_cast<uint32_t>(from + i); });
  } else if (build_side_.empty()) {
    keep([](uint64_t, uint64_t) {});
  }
  pairs_ += found;
  row_ += rows;
}

void Probe::pick_rows() {
  const RowChoice chosen(kind_, table_);
  for (; row_ < found_.rows && pairs_ < limit_; ++row_) {
    if (chosen(found_.groups[row_] != kNone, found_.states[row_])) {
      put(static_cast<uint32_t>(found_.from + row_), kNone);
    }
  }
}

void Probe::mark_rows() {
  const bool three_valued = !table_.codec.null_equal();
  for (; row_ < found_.rows && pairs_ < limit_; ++row_) {
    const bool is_null = found_.states[row_] == KeyState::kNull;
    uint8_t mark = kFalse;
    if (found_.groups[row_] != kNone) {
      mark = kTrue;
    } else if (three_valued && table_.given_rows > 0 && (is_null || table_.null_key_rows > 0)) {
      mark = kUnknown;
    }
    marks_[pairs_] = mark;
    put(static_cast<uint32_t>(found_.from + row_), kNone);
  }
}

void Probe::fill_from_build_side() {
  outputs_ = &no_rows_;
  const bool wanted = kind_ == JoinKind::kBuildSemi;
  if (table_.unique) {
    for (; owed_ < table_.rows && pairs_ < limit_; ++owed_) {
      if (join_->marked(owed_) == wanted) {
        put(kNone, static_cast<uint32_t>(owed_));
      }
    }
    return;
  }
  // After the last group come the rows with NULL keys, which have no match.
  const uint64_t groups = table_.distinct_keys;
  while (owed_ <= groups && pairs_ < limit_) {
    const bool marked = owed_ < groups && join_->marked(owed_);
    const uint64_t begin = table_.first[owed_] + place_;
    const uint64_t end = owed_ < groups ? table_.first[owed_ + 1] : table_.ordered.size();
    uint64_t count = 0;
    if (marked == wanted) {
      count = std::min(end - begin, limit_ - pairs_);
      put(kNone, table_.ordered.subspan(begin, count));
    }
    if (marked == wanted && begin + count < end) {
      place_ += count;
    } else {
      place_ = 0;
      ++owed_;
    }
  }
}

uint64_t Probe::give_pairs(ArrowArray* out) {
  const std::vector<ColumnView>& probe_columns = *outputs_;
  const std::vector<ColumnView>& build_columns = table_.outputs;
  uint64_t count = probe_side_.rows_that_fit(probe_columns, given_, pairs_ - given_);
  count = build_side_.rows_that_fit(build_columns, given_, count);
  arrow::ResultBatch result(join_->budget());
  probe_side_.take(probe_columns, given_, count, result);
  build_side_.take(build_columns, given_, count, result);
  if (kind_ == JoinKind::kMark) {
    result.add_booleans(marks_.span().subspan(given_, count));
  }
  result.finish(count, out);
  given_ += count;
  return count;
}

uint64_t Probe::give_count(ArrowArray* out) {
  if (count_given_) {
    return 0;
  }
  const int64_t count = static_cast<int64_t>(count_);
  arrow::ResultBatch result(join_->budget());
  result.add_integers({&count, 1});
  result.finish(1, out);
  count_given_ = true;
  return 1;
}

}  // namespace hail::join
