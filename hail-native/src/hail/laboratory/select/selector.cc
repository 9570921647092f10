// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/laboratory/select/selector.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "hail/laboratory/select/cost_model.h"
#include "hail/laboratory/select/peak_memory.h"

namespace hail::select {
namespace {

/// A key with more copies makes runs of a linear table that each of them goes by.
constexpr uint64_t kMostCopies = 16;
/// So many values for each key at most make any table but an array a waste.
constexpr uint64_t kDense = 2;

uint64_t array_bytes(const JoinShape& shape) {
  return shape.key_range >= kTooManyBytes / 8 ? kTooManyBytes : shape.key_range * shape.width();
}

bool takes_arrays(const JoinShape& shape) { return shape.unique && shape.knows_range(); }

bool is_dense(const JoinShape& shape) {
  return takes_arrays(shape) && shape.key_range / kDense <= shape.build_rows;
}

bool many_copies(const JoinShape& shape) {
  return !shape.unique && shape.most_copies > kMostCopies;
}

bool is_linear(const Candidate& candidate) {
  return candidate.kernel == Kernel::kLinear || candidate.kernel == Kernel::kLinearBatched ||
         candidate.kernel == Kernel::kPartLinear;
}

bool applies(const Candidate& candidate, const JoinShape& shape) {
  if (candidate.array && !takes_arrays(shape)) {
    return false;
  }
  if (candidate.partitioned && shape.streaming) {
    return false;
  }
  if (candidate.kernel == Kernel::kPartChained) {
    return (candidate.name == "PROiS") == (shape.nodes > 1);
  }
  return true;
}

/// Joins that are left, and what dropped the others.
class Field {
 public:
  explicit Field(std::vector<Estimate> all) : left_(std::move(all)) {}

  /// Keeps those that a predicate holds for.
  template <class Predicate>
  void keep(const Predicate& predicate) {
    std::erase_if(left_, [&](const Estimate& each) { return !predicate(each); });
  }

  /// The same unless that leaves none; returns whether it dropped any.
  template <class Predicate>
  bool prefer(const Predicate& predicate) {
    const size_t before = left_.size();
    if (std::any_of(left_.begin(), left_.end(), predicate)) {
      keep(predicate);
    }
    return left_.size() < before;
  }

  const Estimate* named(std::string_view name) const {
    for (const Estimate& each : left_) {
      if (each.plan.candidate->name == name) {
        return &each;
      }
    }
    return nullptr;
  }

  const std::vector<Estimate>& left() const { return left_; }

 private:
  std::vector<Estimate> left_;
};

std::vector<Estimate> estimates_with(const JoinShape& shape, const HostCosts* costs) {
  std::vector<Estimate> all;
  for (const Candidate& candidate : candidates()) {
    if (!applies(candidate, shape)) {
      continue;
    }
    Plan plan = plan_for(candidate, shape);
    if (costs != nullptr && candidate.partitioned) {
      plan = fastest_split(plan, shape, *costs);
    }
    const double seconds =
        costs != nullptr && shape.knows_probe_rows() ? estimated_seconds(plan, shape, *costs) : 0;
    all.push_back({plan, peak_bytes(plan, shape), seconds});
  }
  return all;
}

const Estimate& smallest(const std::vector<Estimate>& all) {
  return *std::min_element(all.begin(), all.end(), [](const Estimate& a, const Estimate& b) {
    return a.peak_bytes < b.peak_bytes;
  });
}

// ---- texts ----

std::string bytes_text(uint64_t bytes) {
  if (bytes == MemoryBudget::kUnlimited) {
    return "unlimited";
  }
  char text[32];
  std::snprintf(text, sizeof(text), "%.4g MB", static_cast<double>(bytes) * 1e-6);
  return text;
}

std::string time_text(double seconds) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.3g ms", seconds * 1e3);
  return text;
}

std::string count_text(uint64_t count) {
  return count == JoinShape::kUnknown ? "?" : std::to_string(count);
}

std::string one_line(std::string text) {
  constexpr size_t kMost = 255;
  text.resize(std::min(text.size(), kMost));
  return text;
}

std::string inputs_text(const JoinShape& shape) {
  char skew[16];
  std::snprintf(skew, sizeof(skew), "%.2f", shape.skew);
  return "n=" + count_text(shape.build_rows) + " m=" + count_text(shape.probe_rows) +
         (shape.streaming ? " streaming" : "") + " rows=" + std::to_string(shape.row_bytes()) +
         "B range=" + count_text(shape.key_range) +
         (shape.unique ? " unique" : " copies=" + count_text(shape.most_copies)) + " skew=" + skew +
         " threads=" + std::to_string(shape.threads) + " budget=" + bytes_text(shape.memory_budget);
}

// ---- rules ----

/// Joins in the order in which section 4 of the build sheet prefers them.
std::vector<std::string_view> preferred(const JoinShape& shape) {
  constexpr uint64_t kFewRows = 8'000'000;
  constexpr double kSkewed = 0.9;
  // More are not for a concise table, see peak_bytes().
  constexpr uint64_t kMostConciseRows = uint64_t{1} << 32;
  const uint64_t cache = shape.caches.last_level / shape.threads;
  const uint64_t array = takes_arrays(shape) ? array_bytes(shape) : kTooManyBytes;
  const uint64_t linear = peak_bytes(plan_for(candidates()[0], shape), shape);
  const bool generous =
      shape.memory_budget != MemoryBudget::kUnlimited && array <= shape.memory_budget / 4;
  const bool array_first = is_dense(shape) || array <= cache || generous;
  const bool concise_first =
      takes_arrays(shape) &&
      shape.key_range <=
          join::most_array_values(std::min(shape.build_rows, kMostConciseRows), shape.width());

  std::vector<std::string_view> shared;
  if (array_first) {
    shared.push_back(array <= shape.caches.second_level ? "NOPA" : "NOPA-batched");
  }
  if (concise_first) {
    shared.push_back("CAT");
  }
  if (!many_copies(shape)) {
    shared.push_back(linear <= shape.caches.second_level ? "NOP" : "NOP-batched");
  }
  shared.push_back("CHTJ");
  std::vector<std::string_view> partitioned;
  if (many_copies(shape)) {
    partitioned = {"PRO", "PROiS"};
  } else if (array_first) {
    partitioned = {"CPRA", "CPRL"};
  } else {
    partitioned = {"CPRL"};
  }
  const uint64_t table = array_first ? array : linear;
  const bool splits = many_copies(shape) ||
                      (table > cache && shape.build_rows >= kFewRows && shape.skew <= kSkewed);
  std::vector<std::string_view>& first = splits ? partitioned : shared;
  std::vector<std::string_view>& then = splits ? shared : partitioned;
  first.insert(first.end(), then.begin(), then.end());
  return first;
}

const Estimate& by_rules(const Field& field, const JoinShape& shape) {
  for (std::string_view name : preferred(shape)) {
    if (const Estimate* found = field.named(name)) {
      return *found;
    }
  }
  return smallest(field.left());
}

// ---- costs ----

/// The fastest, or what takes hardly more time and clearly less memory.
const Estimate& by_cost(const Field& field) {
  constexpr double kHardlyMore = 1.03;
  constexpr double kClearlyLess = 0.9;
  const Estimate* best = &*std::min_element(
      field.left().begin(), field.left().end(),
      [](const Estimate& a, const Estimate& b) { return a.seconds < b.seconds; });
  const double most = best->seconds * kHardlyMore;
  for (const Estimate& each : field.left()) {
    if (each.seconds <= most && static_cast<double>(each.peak_bytes) <
                                    kClearlyLess * static_cast<double>(best->peak_bytes)) {
      best = &each;
    }
  }
  return *best;
}

const Estimate* fastest_but(const Field& field, const Estimate& chosen) {
  const Estimate* next = nullptr;
  for (const Estimate& each : field.left()) {
    if (&each != &chosen && (next == nullptr || each.seconds < next->seconds)) {
      next = &each;
    }
  }
  return next;
}

Selection selection_of(const JoinShape& shape, const HostCosts* costs) {
  shape.check();
  Field field(estimates_with(shape, costs));
  const Estimate least = smallest(field.left());
  const size_t applying = field.left().size();
  field.keep([&](const Estimate& each) {
    return each.peak_bytes <= shape.memory_budget && each.peak_bytes < kTooManyBytes;
  });
  if (field.left().empty()) {
    return NeedsSpill{least.peak_bytes,
                      one_line("needs spill: " + std::string(least.plan.candidate->name) +
                               " is the smallest and takes " + bytes_text(least.peak_bytes) + "; " +
                               inputs_text(shape))};
  }
  const size_t dropped = applying - field.left().size();
  std::string why;
  if (many_copies(shape) &&
      field.prefer([](const Estimate& each) { return !is_linear(*each.plan.candidate); })) {
    why += ", many copies: no linear tables";
  }
  if (is_dense(shape) &&
      field.prefer([](const Estimate& each) { return each.plan.candidate->array; })) {
    why += ", dense: arrays";
  }
  if (shape.streaming) {
    why += ", streaming: one table";
  }
  if (dropped > 0) {
    why += ", budget dropped " + std::to_string(dropped) + " of " + std::to_string(applying);
  }
  const bool empty = shape.build_rows == 0 || shape.probe_rows == 0;
  const bool costed = costs != nullptr && shape.knows_probe_rows() && !empty;
  const Estimate& chosen = empty    ? smallest(field.left())
                           : costed ? by_cost(field)
                                    : by_rules(field, shape);
  std::string text(chosen.plan.candidate->name);
  if (empty) {
    text += ": a side is empty";
  } else if (!costed) {
    text += " by rules";
  } else {
    text += " by cost: " + time_text(chosen.seconds);
    if (const Estimate* next = fastest_but(field, chosen)) {
      text += ", next " + std::string(next->plan.candidate->name) + ' ' + time_text(next->seconds);
    }
  }
  text += why + "; peak " + bytes_text(chosen.peak_bytes);
  if (chosen.plan.candidate->partitioned) {
    text += " bits " + std::to_string(chosen.plan.radix_bits) +
            (chosen.plan.write == join::Write::kPlain ? " plain" : " streamed");
  }
  return Choice{chosen.plan.candidate->name,
                chosen.plan.hash,
                chosen.plan.radix_bits,
                chosen.plan.write,
                chosen.seconds,
                chosen.peak_bytes,
                one_line(text + "; " + inputs_text(shape))};
}

}  // namespace

Selection choose(const JoinShape& shape, const HostCosts& costs) {
  return selection_of(shape, &costs);
}

Selection choose_by_rules(const JoinShape& shape) { return selection_of(shape, nullptr); }

std::vector<Estimate> estimates(const JoinShape& shape, const HostCosts& costs) {
  shape.check();
  return estimates_with(shape, &costs);
}

}  // namespace hail::select
