// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/laboratory/workload/relations.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "hail/join/table/hash.h"
#include "hail/laboratory/workload/random.h"
#include "hail/laboratory/workload/zipf.h"

namespace hail::workload {
namespace {

using join::Tuple;

/// Distinct keys of 1 to keys * density, ascending: of each stretch of so many values one.
template <join::Key K>
K key_of(uint64_t number, uint64_t density, const Random& random) {
  uint64_t within = density == 1 ? 0 : join::fast_range(random.at(number), density);
  return static_cast<K>(number * density + within + 1);
}

}  // namespace

template <join::Key K>
Relations<K> make_relations(const RelationsShape& shape, MemoryBudget& budget) {
  if (shape.density_factor == 0 || shape.copies == 0) {
    throw std::invalid_argument("Density factor and copies of a key are at least 1");
  }
  const uint64_t keys = (shape.build_rows + shape.copies - 1) / shape.copies;
  const uint64_t most = std::numeric_limits<K>::max();
  // Keys without a match are above all others, as many values as the others have.
  if (keys > most / 2 / shape.density_factor ||
      std::max(shape.build_rows, shape.probe_rows) > most) {
    throw std::invalid_argument(std::to_string(keys) + " keys of density factor " +
                                std::to_string(shape.density_factor) + " do not fit " +
                                std::to_string(sizeof(K)) + " bytes");
  }
  const Random within(shape.seed);
  Relations<K> made;
  made.build = Array<Tuple<K>>(budget, MemoryUse::kBuffer, shape.build_rows);
  for (uint64_t row = 0; row < shape.build_rows; ++row) {
    made.build[row].key = key_of<K>(row % keys, shape.density_factor, within);
  }
  Random shuffle(shape.seed + 1);
  for (uint64_t row = shape.build_rows; row > 1; --row) {
    std::swap(made.build[row - 1], made.build[shuffle.below(row)]);
  }
  for (uint64_t row = 0; row < shape.build_rows; ++row) {
    made.build[row].payload = static_cast<K>(row);
  }
  made.probe = Array<Tuple<K>>(budget, MemoryUse::kBuffer, shape.probe_rows);
  if (keys == 0) {
    for (uint64_t row = 0; row < shape.probe_rows; ++row) {
      made.probe[row] = {static_cast<K>(row + 1), static_cast<K>(row)};
    }
    return made;
  }
  std::optional<Zipf> zipf;
  if (shape.zipf > 0) {
    zipf.emplace(keys, shape.zipf);
  }
  Random random(shape.seed + 2);
  const uint64_t beyond = keys * shape.density_factor;
  for (uint64_t row = 0; row < shape.probe_rows; ++row) {
    // A rank is not a small key: frequent keys are anywhere.
    uint64_t number = zipf ? join::mix64(zipf->rank(random.unit())) % keys : random.below(keys);
    K key = key_of<K>(number, shape.density_factor, within);
    if (shape.match_rate < 1 && random.unit() >= shape.match_rate) {
      key = static_cast<K>(key + beyond);
    }
    made.probe[row] = {key, static_cast<K>(row)};
  }
  return made;
}

template Relations<uint32_t> make_relations(const RelationsShape&, MemoryBudget&);
template Relations<uint64_t> make_relations(const RelationsShape&, MemoryBudget&);

}  // namespace hail::workload
