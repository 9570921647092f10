// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/work/task_queue.h"

#include <numeric>
#include <stdexcept>

namespace hail {

std::vector<uint32_t> ascending_order(uint32_t tasks) {
  std::vector<uint32_t> order(tasks);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

std::vector<uint32_t> round_robin_order(uint32_t tasks, uint32_t nodes) {
  if (nodes == 0) {
    throw std::invalid_argument("A machine has at least one NUMA node, not 0");
  }
  std::vector<uint32_t> next(nodes);
  std::vector<uint32_t> end(nodes);
  for (uint32_t node = 0; node < nodes; ++node) {
    next[node] = static_cast<uint32_t>((uint64_t{tasks} * node + nodes - 1) / nodes);
    end[node] = static_cast<uint32_t>((uint64_t{tasks} * (node + 1) + nodes - 1) / nodes);
  }
  std::vector<uint32_t> order;
  order.reserve(tasks);
  while (order.size() < tasks) {
    for (uint32_t node = 0; node < nodes; ++node) {
      if (next[node] < end[node]) {
        order.push_back(next[node]++);
      }
    }
  }
  return order;
}

}  // namespace hail
