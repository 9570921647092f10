// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/operator/built_join.h"

#include "hail/errors.h"

namespace hail::join {

BuiltJoin::BuiltJoin(Specification specification, std::shared_ptr<MemoryBudget> budget,
                     std::unique_ptr<const JoinTable> table)
    : specification_(std::move(specification)),
      budget_(std::move(budget)),
      table_(std::move(table)),
      matched_(*budget_, MemoryUse::kTable,
               owes_build_rows(specification_.kind) ? (table_->groups() + 63) / 64 : 0) {}

void BuiltJoin::open_probe() {
  std::lock_guard lock(mutex_);
  if (given_) {
    throw WrongState(
        "The rows of the build side were given to a probe that finished as the last "
        "one; open all probes before the first of them finishes");
  }
  ++open_;
}

uint32_t BuiltJoin::finish_probe() {
  std::lock_guard lock(mutex_);
  --open_;
  given_ |= open_ == 0 && owes_build_rows(specification_.kind);
  return open_;
}

void BuiltJoin::abandon_probe() {
  std::lock_guard lock(mutex_);
  --open_;
}

}  // namespace hail::join
