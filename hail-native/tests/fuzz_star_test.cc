// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "c_probe.h"
#include "fuzz.h"
#include "hail/arrow/c_data.h"
#include "hail/arrow/schema.h"
#include "hail_join.h"
#include "rows.h"
#include "star_cases.h"

namespace hail {
namespace {

using join::Specification;
using testing_rows::Rows;
using testing_stars::Side;
using testing_stars::StarCase;
using workload::Random;

/// Finishes a join by the C interface. The caller closes it.
hail_join* build(const Side& side, Random& random) {
  const Specification& specification = side.specification;
  hail_join_options options{};
  options.size = sizeof(options);
  options.kind = static_cast<int32_t>(specification.kind);
  options.table = static_cast<int32_t>(specification.table);
  options.null_equal = specification.null_equal;
  options.keys = static_cast<uint32_t>(specification.build_keys.size());
  options.build_keys = specification.build_keys.data();
  options.probe_keys = specification.probe_keys.data();
  options.build_outputs = static_cast<uint32_t>(specification.build_outputs.size());
  options.build_output = specification.build_outputs.data();
  ArrowSchema build_schema{};
  ArrowSchema probe_schema{};
  arrow::export_schema(specification.build, &build_schema);
  arrow::export_schema(specification.probe, &probe_schema);
  hail_join* join = nullptr;
  hail_error error{};
  EXPECT_EQ(HAIL_OK, hail_join_create(&options, &build_schema, &probe_schema, &join, &error))
      << error.message;
  build_schema.release(&build_schema);
  probe_schema.release(&probe_schema);
  ArrowArray batch = testing_rows::make_array(side.shape, side.rows, 0, side.rows.size(), random);
  EXPECT_EQ(HAIL_OK, hail_join_build(join, &batch, &error)) << error.message;
  EXPECT_EQ(HAIL_OK, hail_join_finish_build(join, nullptr, &error)) << error.message;
  return join;
}

/// A star of finished joins, and what it is created with, which may be nonsense.
class RandomStar {
 public:
  explicit RandomStar(Random& random) : made(testing_stars::random_star(random)) {
    for (const Side& side : made.sides) {
      joins.push_back(build(side, random));
    }
    count = static_cast<uint32_t>(joins.size());
    options.size = sizeof(options);
    options.batch_rows = made.batch_rows;
    options.probe_outputs = static_cast<uint32_t>(made.probe_outputs.size());
    options.probe_output = made.probe_outputs.data();
  }

  RandomStar(const RandomStar&) = delete;
  RandomStar& operator=(const RandomStar&) = delete;

  ~RandomStar() {
    for (hail_join* join : owned()) {
      hail_join_close(join);
    }
  }

  /// Gives one argument a value that the library can detect as wrong, or another right value.
  void forge(Random& random) {
    switch (random.below(9)) {
      case 0:
        options.size = static_cast<uint32_t>(fuzz::number(random, sizeof(options)));
        break;
      case 1:
        options.batch_rows = static_cast<uint32_t>(fuzz::number(random, uint32_t{1} << 24));
        break;
      case 2:
        // From too little for anything to enough.
        options.memory_budget = random.next() >> (36 + random.below(28));
        break;
      case 3:
        options.probe_output = nullptr;
        break;
      case 4:
        // Fewer of them; nobody can detect more than there are.
        options.probe_outputs = static_cast<uint32_t>(random.below(options.probe_outputs + 1));
        break;
      case 5:
        if (!made.probe_outputs.empty()) {
          made.probe_outputs[random.below(made.probe_outputs.size())] =
              static_cast<uint32_t>(fuzz::number(random, made.probe_shape.size()));
        }
        break;
      case 6:
        // Fewer joins, and numbers at which nothing is read.
        count = random.below(2) == 0 ? static_cast<uint32_t>(random.below(joins.size() + 1))
                                     : 65 + static_cast<uint32_t>(random.next() >> 33);
        break;
      case 7: {
        hail_join*& missing = joins[random.below(joins.size())];
        replaced_.push_back(missing);
        missing = nullptr;
        break;
      }
      default:
        // Replace a join by one that a star refuses, or by one with another probe side.
        replace(random.below(joins.size()), random);
        break;
    }
  }

  /// Rows that the star gives, once it was taken.
  Rows expected() const {
    StarCase taken = made;
    taken.sides.resize(count);
    taken.probe_outputs.resize(options.probe_outputs);
    return testing_stars::expected_rows(taken);
  }

  StarCase made;
  std::vector<hail_join*> joins;
  uint32_t count = 0;
  hail_star_options options{};

 private:
  std::vector<hail_join*> owned() const {
    std::vector<hail_join*> all = joins;
    all.insert(all.end(), replaced_.begin(), replaced_.end());
    return all;
  }

  void replace(size_t place, Random& random) {
    Side& side = made.sides[place];
    if (random.below(2) == 0) {
      // Kinds that give build rows keep their outputs, so that the join itself is allowed.
      side.specification.kind = join::gives_build_rows(side.specification.kind)
                                    ? join::JoinKind::kBuildOuter
                                    : join::JoinKind::kCount;
    } else {
      side.specification.probe[random.below(side.specification.probe.size())].name += "?";
    }
    replaced_.push_back(joins[place]);
    joins[place] = build(side, random);
  }

  std::vector<hail_join*> replaced_;
};

/// Probes with all rows in batches of any size; returns a status that ended it.
int run(hail_probe* probe, const StarCase& made, Random& random, Rows& result, hail_error& error) {
  ArrowSchema exported{};
  EXPECT_EQ(HAIL_OK, hail_probe_result_schema(probe, &exported, &error)) << error.message;
  const arrow::Schema schema = arrow::read_schema(exported, "result");
  exported.release(&exported);
  ArrowArray batch{};
  auto read = [&] { return testing_rows::read_rows(probe, schema, result, error); };
  for (size_t from = 0; from < made.probe.size();) {
    const size_t to = std::min(made.probe.size(), from + 1 + random.below(made.probe.size()));
    batch = testing_rows::make_array(made.probe_shape, made.probe, from, to, random);
    if (const int status = hail_probe_batch(probe, &batch, &error); status != HAIL_OK) {
      return status;
    }
    EXPECT_EQ(nullptr, batch.release);
    if (const int status = read(); status != HAIL_OK) {
      return status;
    }
    from = to;
  }
  uint32_t others = 1;
  if (const int status = hail_probe_finish(probe, &others, &error); status != HAIL_OK) {
    return status;
  }
  EXPECT_EQ(0U, others);
  return read();
}

TEST(FuzzStarTest, StarsAreRefusedOrJoinAsTheySay) {
  fuzz::Rounds rounds(1'000);
  while (rounds.next()) {
    SCOPED_TRACE(rounds.name());
    Random random = rounds.random();
    RandomStar star(random);
    for (uint64_t forged = random.below(4); forged > 1; --forged) {
      star.forge(random);
    }
    hail_probe* probe = nullptr;
    hail_error error{};
    int status =
        hail_star_probe_create(star.joins.data(), star.count, &star.options, &probe, &error);
    ASSERT_EQ(status == HAIL_OK, probe != nullptr);
    Rows result;
    if (status == HAIL_OK) {
      // The probe keeps the joins that it needs.
      for (hail_join*& join : star.joins) {
        hail_join_close(join);
        join = nullptr;
      }
      status = run(probe, star.made, random, result, error);
      hail_probe_close(probe);
    }
    if (status == HAIL_OK) {
      ASSERT_EQ(testing_rows::exact_texts(star.expected()), testing_rows::exact_texts(result));
    } else if (status == HAIL_BUDGET_EXCEEDED) {
      ASSERT_NE(0U, star.options.memory_budget) << error.message;
    } else {
      ASSERT_EQ(HAIL_INVALID_ARGUMENT, status) << error.message;
    }
  }
}

}  // namespace
}  // namespace hail
