// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/memory/budget.h"

#include <cstdlib>

namespace hail {

const char* name_of(MemoryUse use) {
  switch (use) {
    case MemoryUse::kPartition:
      return "partitions";
    case MemoryUse::kTable:
      return "the hash table";
    case MemoryUse::kOverflow:
      return "overflow of the hash table";
    case MemoryUse::kBuffer:
      return "buffers";
    case MemoryUse::kColumn:
      return "columns of the build side";
    case MemoryUse::kResult:
      return "a batch of the result";
  }
  std::abort();
}

BudgetExceeded::BudgetExceeded(MemoryUse use, uint64_t wanted, uint64_t used, uint64_t limit)
    : std::runtime_error("Memory budget of " + std::to_string(limit) +
                         " bytes exceeded: " + std::to_string(wanted) + " bytes wanted for " +
                         name_of(use) + ", " + std::to_string(used) + " in use"),
      wanted_(wanted),
      used_(used),
      limit_(limit) {}

void MemoryBudget::reserve(MemoryUse use, uint64_t bytes) {
  uint64_t before = used_.load(std::memory_order_relaxed);
  do {
    if (bytes > limit_ - before) {
      throw BudgetExceeded(use, bytes, before, limit_);
    }
  } while (!used_.compare_exchange_weak(before, before + bytes, std::memory_order_relaxed));
  by_use_[static_cast<unsigned>(use)].fetch_add(bytes, std::memory_order_relaxed);
  uint64_t now = before + bytes;
  uint64_t peak = peak_.load(std::memory_order_relaxed);
  while (now > peak && !peak_.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
  }
}

void MemoryBudget::release(MemoryUse use, uint64_t bytes) noexcept {
  by_use_[static_cast<unsigned>(use)].fetch_sub(bytes, std::memory_order_relaxed);
  used_.fetch_sub(bytes, std::memory_order_relaxed);
}

}  // namespace hail
