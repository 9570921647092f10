// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "star_cases.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "key_types.h"

namespace hail::testing_stars {

using join::JoinKind;
using join::Specification;
using join::TableChoice;
using testing_rows::KeyTypes;
using testing_rows::kKeyTypes;
using testing_rows::Row;
using testing_rows::Rows;
using testing_rows::Shape;
using workload::Random;

void complete(Side& side, const StarCase& made) {
  side.specification.build = testing_rows::schema_of(side.shape);
  side.specification.probe = testing_rows::schema_of(made.probe_shape);
}

Rows expected_rows(const StarCase& made) {
  Rows rows = made.probe;
  size_t columns = made.probe_shape.size();
  for (const Side& side : made.sides) {
    Specification specification = side.specification;
    specification.probe_outputs.resize(columns);
    std::iota(specification.probe_outputs.begin(), specification.probe_outputs.end(), 0);
    rows = testing_rows::expected_rows(specification, side.rows, rows);
    columns += specification.build_outputs.size();
  }
  for (Row& row : rows) {
    Row wanted;
    for (const uint32_t column : made.probe_outputs) {
      wanted.push_back(row[column]);
    }
    wanted.insert(wanted.end(), row.begin() + static_cast<std::ptrdiff_t>(made.probe_shape.size()),
                  row.end());
    row = std::move(wanted);
  }
  return rows;
}

std::string texts_of(const Rows& rows) {
  std::string all;
  for (const Row& row : rows) {
    all += testing_rows::exact_texts({row}).front() + "\n";
  }
  return all;
}

StarCase random_star(Random& random) {
  StarCase made;
  const uint64_t values = 1 + random.below(random.below(2) == 0 ? 6 : 100);
  const unsigned null_share = static_cast<unsigned>(random.below(3) * 10);
  const size_t joins = 1 + random.below(4);
  std::vector<const KeyTypes*> keys;
  std::vector<uint32_t> first_key{0};
  for (size_t join = 0; join < joins; ++join) {
    const uint64_t parts = random.below(3) == 0 ? 2 : 1;
    for (uint64_t part = 0; part < parts; ++part) {
      keys.push_back(&kKeyTypes[random.below(kKeyTypes.size())]);
      made.probe_shape.push_back(keys.back()->probe);
    }
    first_key.push_back(static_cast<uint32_t>(keys.size()));
  }
  const Shape more{{"i", ""}, {"u", random.below(4) == 0 ? "i" : ""}, {"b", ""}};
  made.probe_shape.insert(made.probe_shape.end(), more.begin(), more.end());
  const size_t most_rows = random.below(8) == 0 ? 3'000 : 200;
  made.probe = random_rows(keys, false, random.below(most_rows), values, null_share, random);
  for (uint32_t column = 0; column < made.probe_shape.size(); ++column) {
    if (random.below(2) == 0) {
      made.probe_outputs.push_back(column);
    }
  }
  constexpr uint32_t kBatchRows[] = {1, 2, 3, 7, 64, 1'000, 8'192};
  made.batch_rows = kBatchRows[random.below(7)];
  for (size_t join = 0; join < joins; ++join) {
    Side& side = made.sides.emplace_back();
    const std::vector<const KeyTypes*> mine(keys.begin() + first_key[join],
                                            keys.begin() + first_key[join + 1]);
    Specification& specification = side.specification;
    for (const KeyTypes* key : mine) {
      specification.build_keys.push_back(static_cast<uint32_t>(side.shape.size()));
      specification.probe_keys.push_back(first_key[join] + specification.build_keys.back());
      side.shape.push_back(key->build);
    }
    side.shape.insert(side.shape.end(), more.begin(), more.end());
    specification.kind = kStarKinds[random.below(mine.size() == 1 ? 5 : 4)];
    // Fewer copies with more joins, as each join multiplies the rows of the result.
    side.rows = random_rows(
        mine, true, random.below(values * (joins > 2 ? 1 : 3) + 2), values,
        specification.kind == JoinKind::kNullAwareAnti && random.below(2) == 0 ? 0 : null_share,
        random);
    if (random.below(3) == 0) {
      // At most one row of each key, so that groups are rows.
      Rows once;
      std::vector<std::string> seen;
      for (const Row& row : side.rows) {
        const std::string key =
            texts_of({Row(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(mine.size()))});
        if (std::find(seen.begin(), seen.end(), key) == seen.end()) {
          seen.push_back(key);
          once.push_back(row);
        }
      }
      side.rows = std::move(once);
    }
    if (gives_build_rows(specification.kind)) {
      for (uint32_t column = 0; column < side.shape.size(); ++column) {
        // A table without texts puts rows in the order of their keys.
        if (random.below(2) == 0 && (side.shape[column].format != "u" || random.below(2) == 0)) {
          specification.build_outputs.push_back(column);
        }
      }
    }
    specification.null_equal = random.below(4) == 0;
    constexpr TableChoice kTables[] = {TableChoice::kAuto, TableChoice::kAuto,
                                       TableChoice::kConciseHash, TableChoice::kLinearProbing};
    specification.table = kTables[random.below(4)];
    specification.hash_mask = random.below(3) != 0 ? ~uint64_t{0} : random.below(4);
    specification.hash_seed = random.next();
  }
  for (Side& side : made.sides) {
    complete(side, made);
  }
  return made;
}

}  // namespace hail::testing_stars
