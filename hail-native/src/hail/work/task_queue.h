// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hail {

/// Hands out the numbers of tasks, each once, in a given order.
class TaskQueue {
 public:
  explicit TaskQueue(std::vector<uint32_t> order) : order_(std::move(order)) {}

  /// Takes the next task. Returns false if all are taken.
  bool take(uint32_t& task) {
    size_t at = next_.fetch_add(1, std::memory_order_relaxed);
    if (at >= order_.size()) {
      return false;
    }
    task = order_[at];
    return true;
  }

 private:
  std::vector<uint32_t> order_;
  std::atomic<size_t> next_{0};
};

/// Returns the numbers 0 to tasks - 1.
std::vector<uint32_t> ascending_order(uint32_t tasks);

/// Returns the order of improved scheduling (paper B, section 6.2). Task t lies on NUMA node
/// t * nodes / tasks. The order takes a task of each node in turn, so neighbours lie on different
/// nodes. With one node it is the ascending order.
std::vector<uint32_t> round_robin_order(uint32_t tasks, uint32_t nodes);

}  // namespace hail
