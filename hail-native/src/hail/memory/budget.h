// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

namespace hail {

/// What memory is used for; errors and figures name it.
enum class MemoryUse : unsigned { kPartition, kTable, kOverflow, kBuffer, kColumn, kResult };

inline constexpr unsigned kMemoryUses = 6;

const char* name_of(MemoryUse use);

/// Thrown before an allocation that the budget does not allow.
class BudgetExceeded : public std::runtime_error {
 public:
  BudgetExceeded(MemoryUse use, uint64_t wanted, uint64_t used, uint64_t limit);

  uint64_t wanted() const { return wanted_; }
  /// Bytes that were in use when the budget refused.
  uint64_t used() const { return used_; }
  uint64_t limit() const { return limit_; }

 private:
  uint64_t wanted_;
  uint64_t used_;
  uint64_t limit_;
};

/// Counts the bytes of a join and refuses those beyond its limit. Any thread may call any method.
class MemoryBudget {
 public:
  static constexpr uint64_t kUnlimited = std::numeric_limits<uint64_t>::max();

  explicit MemoryBudget(uint64_t limit = kUnlimited) : limit_(limit) {}

  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  /// Counts bytes that are about to be allocated. If they exceed the limit, throws BudgetExceeded
  /// and counts nothing.
  void reserve(MemoryUse use, uint64_t bytes);

  void release(MemoryUse use, uint64_t bytes) noexcept;

  uint64_t limit() const { return limit_; }
  uint64_t used() const { return used_.load(std::memory_order_relaxed); }
  uint64_t used(MemoryUse use) const {
    return by_use_[static_cast<unsigned>(use)].load(std::memory_order_relaxed);
  }

  /// The most bytes in use at one time.
  uint64_t peak() const { return peak_.load(std::memory_order_relaxed); }

 private:
  const uint64_t limit_;
  std::atomic<uint64_t> used_{0};
  std::atomic<uint64_t> peak_{0};
  std::array<std::atomic<uint64_t>, kMemoryUses> by_use_{};
};

}  // namespace hail
