// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/operator/star_probe.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <string>
#include <utility>

#include "hail/arrow/gather.h"
#include "hail/arrow/result.h"
#include "hail/errors.h"

namespace hail::join {
namespace {

[[noreturn]] void refuse_column(size_t column, const std::string& what) {
  throw InvalidArgument("Column " + std::to_string(column) + " of the result " + what);
}

/// Adds the time from its beginning to its end to a number of nanoseconds.
class Timed {
 public:
  explicit Timed(uint64_t& nanoseconds) : nanoseconds_(nanoseconds) {}
  ~Timed() {
    nanoseconds_ += static_cast<uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin_).count());
  }

  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  uint64_t& nanoseconds_;
  const Clock::time_point begin_ = Clock::now();
};

}  // namespace

StarProbe::StarProbe(Star star, std::shared_ptr<MemoryBudget> budget)
    : star_(std::move(star)),
      budget_(std::move(budget)),
      used_(star_.used_probe_columns()),
      scratch_(*budget_, MemoryUse::kBuffer, 1),
      selection_(*budget_, MemoryUse::kBuffer, KeyCodec::kStride),
      probe_side_(star_.probe(), star_.probe_outputs, "probe", star_.batch_rows, *budget_,
                  star_.row_numbers) {
  const arrow::Schema columns = star_.result();
  for (size_t i = star_.row_numbers ? 1 : 0; i < columns.size(); ++i) {
    types_.push_back(arrow::value_type(columns[i], "result"));
    nullable_.push_back(columns[i].nullable());
  }
  for (const std::shared_ptr<BuiltJoin>& join : star_.joins) {
    sides_.push_back(std::make_unique<StarSide>(join, star_.batch_rows, *budget_));
    StarSide* side = sides_.back().get();
    order_.push_back(side);
    if (side->pairs()) {
      pairing_.push_back(side);
      unique_ = unique_ && side->has_one_match();
    }
  }
  choice_.resize(pairing_.size());
  matches_.resize(pairing_.size());
}

bool StarProbe::is_pending() const {
  return given_ < pairs_ || place_ < selected_ || (batch_ && from_ + rows_ < batch_->rows());
}

void StarProbe::add(arrow::OwnedArray array) {
  check_given("A batch");
  release();
  batch_.emplace(std::move(array), star_.probe(), used_, "probe", *budget_);
  if (batch_->rows() == 0) {
    release();
    return;
  }
  for (const uint32_t output : star_.probe_outputs) {
    outputs_.push_back(batch_->column(output));
  }
  for (StarSide* side : order_) {
    side->set_batch(*batch_);
  }
}

uint32_t StarProbe::finish() {
  check_given("The end");
  release();
  finished_ = true;
  return 0;
}

void StarProbe::release() {
  batch_.reset();
  outputs_.clear();
  from_ = 0;
  rows_ = 0;
}

void StarProbe::collect() {
  if (given_ < pairs_) {
    return;
  }
  given_ = 0;
  pairs_ = 0;
  while (pairs_ < star_.batch_rows && (place_ < selected_ || next_stride())) {
    pair_rows();
  }
}

uint64_t StarProbe::next(ArrowArray* out) {
  collect();
  if (given_ == pairs_) {
    return 0;
  }
  uint64_t count = probe_side_.rows_that_fit(outputs_, given_, pairs_ - given_);
  for (const auto& side : sides_) {
    count = side->result().rows_that_fit(side->outputs(), given_, count);
  }
  arrow::ResultBatch result(budget_);
  if (star_.row_numbers) {
    result.add_row_numbers(probe_side_.numbers(given_, count));
  }
  probe_side_.take(outputs_, given_, count, result);
  for (const auto& side : sides_) {
    side->result().take(side->outputs(), given_, count, result);
  }
  result.finish(count, out);
  given_ += count;
  return count;
}

void StarProbe::check(const StarRows& to) const {
  if (to.capacity == 0) {
    throw InvalidArgument("The memory for rows has room for none");
  }
  if (star_.row_numbers != (to.row_numbers != nullptr)) {
    throw InvalidArgument(star_.row_numbers ? "The memory for rows has none for row numbers"
                                            : "The star gives no row numbers");
  }
  if (to.columns.size() != types_.size()) {
    throw InvalidArgument("The memory for rows has " + std::to_string(to.columns.size()) +
                          " columns, the result " + std::to_string(types_.size()));
  }
  for (size_t i = 0; i < types_.size(); ++i) {
    if (types_[i].layout != arrow::Layout::kFixed && types_[i].layout != arrow::Layout::kBits) {
      refuse_column(i, "has the type `" + types_[i].format + "', which only batches take");
    }
    if (to.columns[i].values == nullptr) {
      refuse_column(i, "has no memory for values");
    }
    if (nullable_[i] && to.columns[i].validity == nullptr) {
      refuse_column(i, "may be NULL and has no memory for validity");
    }
  }
}

uint64_t StarProbe::next_into(const StarRows& to) {
  check(to);
  collect();
  const uint64_t count = std::min(pairs_ - given_, to.capacity);
  if (count == 0) {
    return 0;
  }
  if (star_.row_numbers) {
    const std::span<const uint32_t> numbers = probe_side_.numbers(given_, count);
    std::copy(numbers.begin(), numbers.end(), to.row_numbers);
  }
  size_t column = 0;
  const auto write = [&](const ResultSide& side, std::span<const arrow::ColumnView> views) {
    if (views.empty()) {
      return;
    }
    const std::span<const uint32_t> rows = side.numbers(given_, count);
    for (const arrow::ColumnView& view : views) {
      const StarColumn& into = to.columns[column++];
      if (view.layout == arrow::Layout::kBits) {
        arrow::gather_bits(view, rows, into.values);
      } else {
        arrow::gather_fixed(view, rows, into.values);
      }
      if (into.validity != nullptr) {
        arrow::gather_validity(view, rows, into.validity);
      }
    }
  };
  write(probe_side_, outputs_);
  for (const auto& side : sides_) {
    write(side->result(), side->outputs());
  }
  given_ += count;
  return count;
}

bool StarProbe::next_stride() {
  if (!batch_ || from_ + rows_ == batch_->rows()) {
    return false;
  }
  std::stable_sort(order_.begin(), order_.end(),
                   [](const StarSide* a, const StarSide* b) { return a->rank() > b->rank(); });
  from_ += rows_;
  rows_ = std::min<uint64_t>(KeyCodec::kStride, batch_->rows() - from_);
  const std::span<uint32_t> rows = selection_.span();
  std::iota(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(rows_), 0);
  selected_ = rows_;
  for (size_t i = 0; i < order_.size() && selected_ > 0; ++i) {
    const Timed timed(order_[i]->nanoseconds());
    selected_ = order_[i]->filter(from_, rows.first(selected_), scratch_[0]);
  }
  for (size_t i = 0; i < order_.size() && selected_ > 0; ++i) {
    const Timed timed(order_[i]->nanoseconds());
    selected_ = order_[i]->look_up(from_, rows.first(selected_), scratch_[0]);
  }
  place_ = 0;
  return true;
}

void StarProbe::pair_rows() {
  if (unique_) {
    pair_unique_rows();
    return;
  }
  while (place_ < selected_ && pairs_ < star_.batch_rows) {
    pair_row();
  }
}

/// Does what pair_rows() does where each row is in the result once.
void StarProbe::pair_unique_rows() {
  const uint32_t* rows = selection_.data() + place_;
  const uint64_t count = std::min<uint64_t>(selected_ - place_, star_.batch_rows - pairs_);
  if (uint32_t* to = probe_side_.rows(pairs_)) {
    for (uint64_t i = 0; i < count; ++i) {
      to[i] = static_cast<uint32_t>(from_ + rows[i]);
    }
  }
  for (StarSide* side : pairing_) {
    if (uint32_t* to = side->result().rows(pairs_)) {
      for (uint64_t i = 0; i < count; ++i) {
        to[i] = side->match(rows[i]);
      }
    }
  }
  pairs_ += count;
  place_ += count;
}

/// Pairs a row with each choice of one match in each side; the last side's match changes first.
/// Goes on at the choice where the last result batch was full.
void StarProbe::pair_row() {
  const uint32_t row = selection_[place_];
  for (size_t i = 0; i < pairing_.size(); ++i) {
    matches_[i] = pairing_[i]->matches(row);
  }
  const size_t last = pairing_.size() - 1;
  while (pairs_ < star_.batch_rows) {
    const uint64_t count =
        std::min<uint64_t>(matches_[last].size() - choice_[last], star_.batch_rows - pairs_);
    probe_side_.fill(pairs_, count, static_cast<uint32_t>(from_ + row));
    for (size_t i = 0; i < last; ++i) {
      pairing_[i]->result().fill(pairs_, count, matches_[i][choice_[i]]);
    }
    pairing_[last]->result().copy(pairs_, matches_[last].subspan(choice_[last], count));
    pairs_ += count;
    choice_[last] += count;
    size_t i = last;
    while (choice_[i] == matches_[i].size()) {
      choice_[i] = 0;
      if (i == 0) {
        ++place_;
        return;
      }
      ++choice_[--i];
    }
  }
}

std::vector<StarCounts> StarProbe::counts() const {
  std::vector<StarCounts> counts;
  for (const auto& side : sides_) {
    counts.push_back(side->counts());
  }
  return counts;
}

}  // namespace hail::join
