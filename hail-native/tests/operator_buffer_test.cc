// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hail/arrow/c_data.h"
#include "hail/arrow/owned_array.h"
#include "hail/errors.h"
#include "hail/join/operator/probe.h"
#include "hail/laboratory/workload/random.h"
#include "hail/memory/budget.h"
#include "key_types.h"
#include "operator_cases.h"
#include "rows.h"

namespace hail::join {
namespace {

using testing_operators::build_join;
using testing_operators::Case;
using testing_operators::give_all_columns;
using testing_operators::integers;
using testing_operators::kKinds;
using testing_operators::probe_in_turn;
using testing_operators::random_case;
using testing_operators::read_all;
using testing_operators::takes_one_key;
using testing_rows::KeyTypes;
using testing_rows::kKeyTypes;
using testing_rows::Row;
using testing_rows::Rows;
using workload::Random;

/// Each row as text.
std::vector<std::string> in_order(const Rows& rows) {
  std::vector<std::string> texts;
  for (const Row& row : rows) {
    texts.push_back(testing_rows::exact_texts({row}).front());
  }
  return texts;
}

/// Returns the rows of each probe, in order. `buffer` has the bytes of its buffer, if it has one.
std::vector<std::vector<std::string>> given_with(Case made, std::optional<uint64_t> buffer,
                                                 uint64_t seed) {
  made.specification.probe_mode = buffer ? ProbeMode::kBuffered : ProbeMode::kDirect;
  made.specification.probe_buffer = buffer.value_or(0);
  made.specification.check();
  Random random(seed);
  auto budget = std::make_shared<MemoryBudget>();
  std::vector<Rows> results;
  probe_in_turn(made, build_join(made, budget, random), random, results);
  EXPECT_EQ(0U, budget->used());
  std::vector<std::vector<std::string>> texts;
  for (const Rows& rows : results) {
    texts.push_back(in_order(rows));
  }
  return texts;
}

TEST(OperatorTest, BufferedProbesGiveWhatDirectOnesGiveInTheSameOrder) {
  const uint64_t seed = static_cast<uint64_t>(testing::UnitTest::GetInstance()->random_seed());
  for (uint64_t round = 0; round < 40; ++round) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(round));
    Random random(seed * 1000 + round);
    std::vector<const KeyTypes*> keys{&kKeyTypes[random.below(std::size(kKeyTypes))]};
    if (random.below(3) == 0) {
      keys.push_back(&kKeyTypes[random.below(std::size(kKeyTypes))]);
    }
    Case made = random_case(keys, random);
    for (const JoinKind kind : kKinds) {
      if (keys.size() > 1 && takes_one_key(kind)) {
        continue;
      }
      SCOPED_TRACE("kind " + std::to_string(static_cast<int>(kind)));
      give_all_columns(made, kind);
      const auto wanted = given_with(made, std::nullopt, round);
      // One row, some, more than a stride of codes, all of them.
      for (const uint64_t buffer : {0U, 29U * 7, 29U * 1'500, 1U << 20}) {
        ASSERT_EQ(wanted, given_with(made, buffer, round)) << buffer << " bytes";
      }
    }
  }
}

/// An array that counts when it is released.
ArrowArray counted(ArrowArray array, unsigned& releases) {
  struct Owner {
    ArrowArray array;
    unsigned& releases;
  };
  ArrowArray made = array;
  made.private_data = new Owner{array, releases};
  made.release = [](ArrowArray* released) {
    Owner* owner = static_cast<Owner*>(released->private_data);
    ++owner->releases;
    owner->array.release(&owner->array);
    delete owner;
    released->release = nullptr;
  };
  return made;
}

/// A probe with a buffer for `buffer_rows` rows of integers. Counts the released batches.
class WaitingBatches {
 public:
  explicit WaitingBatches(uint64_t buffer_rows, uint64_t limit = MemoryBudget::kUnlimited)
      : made_(integers({1, 2, 2, 3}, {1, 2, 3, 4, std::nullopt})),
        budget_(std::make_shared<MemoryBudget>(limit)) {
    give_all_columns(made_, JoinKind::kProbeOuter);
    made_.specification.probe_mode = ProbeMode::kBuffered;
    made_.specification.probe_buffer = 29 * buffer_rows;
    probe_ = std::make_unique<Probe>(build_join(made_, budget_, random_));
  }

  /// Adds rows [from, to).
  void add(size_t from, size_t to) {
    ArrowArray array = testing_rows::make_array(made_.probe_shape, made_.probe, from, to, random_);
    add(array);
  }

  void add(ArrowArray array) {
    ArrowArray given = counted(array, releases_);
    probe_->add(arrow::OwnedArray(given));
  }

  uint64_t read() {
    Rows rows;
    read_all(*probe_, made_.specification.result(), made_.specification, rows);
    return rows.size();
  }

  const Case& made() const { return made_; }
  Probe& probe() { return *probe_; }
  MemoryBudget& budget() { return *budget_; }
  unsigned releases() const { return releases_; }
  void close() { probe_.reset(); }

 private:
  Random random_{21};
  unsigned releases_ = 0;
  Case made_;
  std::shared_ptr<MemoryBudget> budget_;
  std::unique_ptr<Probe> probe_;
};

TEST(OperatorTest, BatchesWaitUntilTheBufferIsFull) {
  WaitingBatches waiting(7);
  waiting.add(0, 3);
  EXPECT_EQ(0U, waiting.read());
  waiting.add(0, 0);
  EXPECT_EQ(1U, waiting.releases()) << "a batch without rows";
  EXPECT_EQ(0U, waiting.read());
  waiting.add(0, 3);
  EXPECT_EQ(0U, waiting.read());
  EXPECT_EQ(1U, waiting.releases());
  // The first of these rows fills the buffer; the others wait.
  waiting.add(1, 5);
  EXPECT_THROW(waiting.add(0, 1), WrongState);
  EXPECT_EQ(2U, waiting.releases()) << "a batch that came too early";
  EXPECT_EQ(2U * 4 + 2, waiting.read());
  EXPECT_EQ(4U, waiting.releases());
  waiting.add(0, 1);
  EXPECT_EQ(0U, waiting.read());
  EXPECT_EQ(4U, waiting.releases());
  EXPECT_EQ(0U, waiting.probe().finish());
  EXPECT_EQ(4U, waiting.releases());
  EXPECT_EQ(4U, waiting.read());
  EXPECT_EQ(6U, waiting.releases());
  EXPECT_EQ(0U, waiting.read());
}

TEST(OperatorTest, BatchesThatWaitAreReleasedWithTheProbe) {
  // Close before any look-up, after some rows were read, or after an end with unread rows.
  for (const unsigned stage : {0U, 1U, 2U}) {
    WaitingBatches waiting(stage == 1 ? 7 : 100);
    waiting.add(0, 5);
    EXPECT_EQ(0U, waiting.read());
    waiting.add(0, 5);
    ArrowArray result{};
    if (stage == 1) {
      EXPECT_EQ(6U, waiting.probe().next(&result));
      result.release(&result);
    } else if (stage == 2) {
      EXPECT_EQ(0U, waiting.read());
      EXPECT_EQ(0U, waiting.probe().finish());
    }
    EXPECT_EQ(0U, waiting.releases());
    waiting.close();
    EXPECT_EQ(2U, waiting.releases()) << "stage " << stage;
    EXPECT_EQ(0U, waiting.budget().used());
  }
}

TEST(OperatorTest, ABatchThatIsRefusedLeavesThoseThatWait) {
  WaitingBatches waiting(100);
  waiting.add(0, 5);
  EXPECT_EQ(0U, waiting.read());
  Random random(22);
  ArrowArray forged =
      testing_rows::make_array(waiting.made().probe_shape, waiting.made().probe, 0, 5, random);
  forged.n_children = 1;
  EXPECT_THROW(waiting.add(forged), InvalidBatch);
  EXPECT_EQ(1U, waiting.releases());
  waiting.add(2, 5);
  EXPECT_EQ(0U, waiting.read());
  EXPECT_EQ(0U, waiting.probe().finish());
  EXPECT_EQ(6U + 3, waiting.read());
  EXPECT_EQ(3U, waiting.releases());
}

TEST(OperatorTest, RowsThatWaitAreLookedUpWhenThereIsMemoryAgain) {
  constexpr uint64_t kLimit = 1'000'000;
  for (const bool at_end : {false, true}) {
    WaitingBatches waiting(at_end ? 100 : 5, kLimit);
    waiting.add(0, 5);
    unsigned failures = 0;
    uint64_t given = 0;
    bool finished = false;
    for (uint64_t room = 0; given == 0; room += 64) {
      const uint64_t taken = kLimit - waiting.budget().used() - room;
      waiting.budget().reserve(MemoryUse::kBuffer, taken);
      try {
        given = waiting.read();
        if (at_end && !finished) {
          waiting.probe().finish();
          finished = true;
          given = waiting.read();
        }
      } catch (const BudgetExceeded&) {
        EXPECT_EQ(0U, waiting.releases());
        ++failures;
      }
      waiting.budget().release(MemoryUse::kBuffer, taken);
    }
    EXPECT_EQ(6U, given);
    EXPECT_GT(failures, 5U);
    EXPECT_EQ(1U, waiting.releases());
  }
}

TEST(OperatorTest, ABufferIsFullWithManySmallBatchesOrDecodedColumns) {
  WaitingBatches waiting(1'000'000);
  uint64_t given = 0;
  for (size_t batch = 0; batch < 5'000; ++batch) {
    waiting.add(batch % 5, batch % 5 + 1);
    given += waiting.read();
    ASSERT_EQ(given > 0 ? 4'096U : 0U, waiting.releases()) << batch;
  }
  EXPECT_GT(given, 4'096U);

  Random random(23);
  Case made = integers({1}, {});
  made.probe_shape[1].index = "i";
  for (int64_t row = 0; row < 200; ++row) {
    made.probe.push_back({row % 2, std::string(300, 'x') + std::to_string(row)});
  }
  made.specification.probe = testing_rows::schema_of(made.probe_shape);
  give_all_columns(made, JoinKind::kProbeSemi);
  made.specification.probe_mode = ProbeMode::kBuffered;
  made.specification.probe_buffer = 100'000;
  Probe probe(build_join(made, std::make_shared<MemoryBudget>(), random));
  Rows rows;
  probe.add(testing_rows::make_batch(made.probe_shape, made.probe, 0, 200, random));
  read_all(probe, made.specification.result(), made.specification, rows);
  EXPECT_EQ(0U, rows.size());
  probe.add(testing_rows::make_batch(made.probe_shape, made.probe, 0, 200, random));
  read_all(probe, made.specification.result(), made.specification, rows);
  EXPECT_EQ(200U, rows.size());
}

}  // namespace
}  // namespace hail::join
