// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "fuzz.h"
#include "hail/arrow/schema.h"
#include "hail/errors.h"
#include "hail/join/operator/build_side.h"
#include "hail/join/operator/image.h"
#include "hail/join/operator/probe.h"
#include "hail/join/table/hash.h"
#include "rows.h"

namespace hail::join {
namespace {

using testing_rows::Cell;
using testing_rows::Rows;
using testing_rows::Shape;
using workload::Random;

/// Number of rounds that damage the same image.
constexpr uint64_t kOfOneImage = 20;
constexpr uint64_t kBudget = uint64_t{64} << 20;

// Places in the prologue, as docs/native-joins.md has them.
constexpr size_t kHeaderLength = 16;
constexpr size_t kFileLength = 24;
constexpr size_t kContentHash = 32;
constexpr size_t kHeaderHash = 40;
constexpr size_t kPrologue = 48;
constexpr uint64_t kSeed = 0x3c6ef372fe94f82bULL;

uint64_t word_at(const std::string& bytes, size_t at) {
  uint64_t word;
  std::memcpy(&word, bytes.data() + at, sizeof(word));
  return word;
}

void set_word(std::string& bytes, size_t at, uint64_t word) {
  std::memcpy(bytes.data() + at, &word, sizeof(word));
}

/// The length of the header as far as there is one.
size_t header_of(const std::string& image) {
  return std::min<uint64_t>(word_at(image, kHeaderLength), image.size());
}

void repair_content_hash(std::string& image) {
  uint64_t hash = kSeed;
  for (size_t at = header_of(image); at + sizeof(uint64_t) <= image.size();
       at += sizeof(uint64_t)) {
    hash = hash_step(hash, word_at(image, at));
  }
  set_word(image, kContentHash, hash);
}

void repair_header_hash(std::string& image) {
  const size_t header = header_of(image);
  if (header < kPrologue) {
    return;
  }
  set_word(image, kHeaderHash, 0);
  const uint64_t hash = hash_bytes(image.data(), kPrologue, kSeed);
  set_word(image, kHeaderHash, hash_bytes(image.data() + kPrologue, header - kPrologue, hash));
}

/// Changes one to four places of [from, to): a bit, a byte or a number.
void damage(std::string& bytes, size_t from, size_t to, Random& random) {
  if (to <= from) {
    return;
  }
  for (uint64_t left = 1 + random.below(4); left > 0; --left) {
    const size_t at = from + random.below(to - from);
    switch (random.below(4)) {
      case 0:
        bytes[at] = static_cast<char>(bytes[at] ^ 1 << random.below(8));
        break;
      case 1:
        bytes[at] = static_cast<char>(random.next());
        break;
      case 2:
        if (at + sizeof(uint32_t) <= to) {
          uint32_t value;
          std::memcpy(&value, bytes.data() + at, sizeof(value));
          value = static_cast<uint32_t>(fuzz::number(random, value));
          std::memcpy(bytes.data() + at, &value, sizeof(value));
        }
        break;
      default:
        if (at + sizeof(uint64_t) <= to) {
          set_word(bytes, at, fuzz::number(random, word_at(bytes, at)));
        }
        break;
    }
  }
}

const Shape kBuildShape{{"l", ""}, {"u", ""}, {"b", ""}, {"d:9,2", ""}, {"z", "c"}};
const Shape kProbeShape{{"i", ""}, {"u", ""}, {"g", ""}, {"C", ""}, {"Z", ""}};

/// An image, and the rows whose join it has.
struct Original {
  std::string bytes;
  std::shared_ptr<BuiltJoin> join;
  Rows probe;
  std::vector<std::string> result;
};

/// Reads each byte of a result, as its schema says, and releases it. What is read matters to
/// sanitizers only.
uint64_t read_bytes(ArrowArray& batch, const arrow::Schema& schema) {
  uint64_t sum = 0;
  auto read = [&sum](const void* bytes, uint64_t size) { sum += hash_bytes(bytes, size); };
  const uint64_t rows = static_cast<uint64_t>(batch.length);
  for (size_t i = 0; i < schema.size(); ++i) {
    const ArrowArray& column = *batch.children[i];
    const arrow::Type type = arrow::value_type(schema[i], "result");
    if (column.buffers[0] != nullptr) {
      read(column.buffers[0], (rows + 7) / 8);
    }
    switch (type.layout) {
      case arrow::Layout::kBits:
        read(column.buffers[1], (rows + 7) / 8);
        break;
      case arrow::Layout::kFixed:
        read(column.buffers[1], rows * type.width);
        break;
      case arrow::Layout::kVariable32:
        read(column.buffers[1], (rows + 1) * 4);
        read(column.buffers[2], static_cast<const uint32_t*>(column.buffers[1])[rows]);
        break;
      case arrow::Layout::kVariable64:
        read(column.buffers[1], (rows + 1) * 8);
        read(column.buffers[2], static_cast<const uint64_t*>(column.buffers[1])[rows]);
        break;
    }
  }
  batch.release(&batch);
  return sum;
}

class FuzzImageTest : public testing::Test {
 protected:
  FuzzImageTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "hail-fuzz-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
      throw std::runtime_error("no folder for the test");
    }
    folder_ = pattern;
  }

  ~FuzzImageTest() override { std::filesystem::remove_all(folder_); }

  std::string path() const { return (folder_ / "image").string(); }

  /// Makes a join of random rows and a random table. Keys are far apart or near, unique or not, and
  /// may include texts.
  Original original(Random& random) const {
    const JoinKind kind = static_cast<JoinKind>(random.below(kKinds));
    Original made;
    Specification specification;
    specification.kind = kind;
    specification.build = testing_rows::schema_of(kBuildShape);
    specification.probe = testing_rows::schema_of(kProbeShape);
    specification.null_equal = random.below(3) == 0;
    specification.table = random.below(3) == 0 ? TableChoice::kLinearProbing : TableChoice::kAuto;
    specification.batch_rows = random.below(2) == 0 ? 7 : 8192;
    if (random.below(2) == 0) {
      specification.probe_mode = ProbeMode::kBuffered;
      specification.probe_buffer = random.below(4'000);
    }
    const uint64_t choice = random.below(3);
    specification.build_keys = {choice == 1 ? 1U : 0U};
    if (choice == 2 && kind != JoinKind::kNullAwareAnti && kind != JoinKind::kMark) {
      specification.build_keys.push_back(1);
    }
    specification.probe_keys = specification.build_keys;
    if (gives_build_rows(kind)) {
      specification.build_outputs = {3, 0, 2, 1, 4};
      specification.build_outputs.resize(random.below(6));
    }
    if (gives_probe_rows(kind)) {
      specification.probe_outputs = {2, 1};
    }
    specification.check();
    const uint64_t values = random.below(2) == 0 ? 40 : uint64_t{1} << 30;
    const bool distinct = random.below(3) == 0;
    auto maybe = [&](Cell cell) { return random.below(10) == 0 ? Cell() : cell; };
    Rows build;
    for (uint64_t i = 0, rows = random.below(120); i < rows; ++i) {
      const int64_t key =
          static_cast<int64_t>(distinct ? i * (values / 120 + 1) : random.below(values));
      build.push_back({maybe(key), maybe("text " + std::to_string(distinct ? key : key % 20)),
                       maybe(uint64_t{i % 2 == 0}), maybe(std::string(16, 'd')),
                       maybe("part " + std::to_string(i % 5))});
      made.probe.push_back({maybe(key), maybe("text " + std::to_string(key % 20)),
                            static_cast<double>(i), uint64_t{i % 256}, maybe("more")});
    }
    auto budget = std::make_shared<MemoryBudget>(kBudget);
    BuildSide side(specification, *budget);
    side.add(testing_rows::make_batch(kBuildShape, build, 0, build.size(), random));
    made.join = std::make_shared<BuiltJoin>(specification, budget, side.finish());
    save_image(*made.join, path());
    std::ifstream file(path(), std::ios::binary);
    made.bytes.assign(std::istreambuf_iterator<char>(file), {});
    made.result =
        testing_rows::exact_texts(testing_rows::expected_rows(specification, build, made.probe));
    return made;
  }

  std::shared_ptr<BuiltJoin> map(const std::string& bytes) const {
    std::ofstream(path(), std::ios::binary | std::ios::trunc)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return map_image(path(), true);
  }

  std::filesystem::path folder_;

 private:
  static constexpr uint64_t kKinds = static_cast<uint64_t>(JoinKind::kCount) + 1;
};

/// Probes a join mapped from damaged bytes. Whatever it gives must be readable.
void probe_anyhow(const std::shared_ptr<BuiltJoin>& join, const Original& original,
                  Random& random) {
  const Specification& specification = join->specification();
  if (join->budget()->limit() > kBudget) {
    // Results may need more memory than the machine has.
    return;
  }
  constexpr uint64_t kMostRows = 20'000;
  const arrow::Schema result = specification.result();
  ArrowSchema exported{};
  arrow::export_schema(result, &exported);
  try {
    (void)arrow::read_schema(exported, "result");
  } catch (const InvalidArgument&) {
    // The schema nests a column deeper than readers allow.
  }
  exported.release(&exported);
  try {
    Probe probe(join);
    uint64_t rows = 0;
    auto read = [&] {
      ArrowArray batch{};
      while (rows < kMostRows) {
        const uint64_t given = probe.next(&batch);
        if (given == 0) {
          return true;
        }
        rows += given;
        read_bytes(batch, result);
      }
      return false;
    };
    const arrow::Schema& columns = original.join->specification().probe;
    bool same = specification.probe.size() == columns.size();
    for (size_t i = 0; same && i < columns.size(); ++i) {
      same = specification.probe[i].format == columns[i].format &&
             specification.probe[i].dictionary == columns[i].dictionary;
    }
    if (same) {
      probe.add(
          testing_rows::make_batch(kProbeShape, original.probe, 0, original.probe.size(), random));
      if (!read()) {
        return;
      }
    }
    probe.finish();
    read();
  } catch (const BudgetExceeded&) {
    // The damaged header asks for larger batches.
  }
}

TEST_F(FuzzImageTest, DamageIsRefused) {
  fuzz::Rounds rounds(1'000);
  Original made;
  while (rounds.next()) {
    SCOPED_TRACE(rounds.name());
    if (rounds.begins(kOfOneImage)) {
      Random shared = rounds.shared_random(kOfOneImage);
      made = original(shared);
    }
    Random random = rounds.random();
    std::string bytes = made.bytes;
    switch (random.below(3)) {
      case 0:
        bytes.resize(random.below(bytes.size() + 200));
        break;
      case 1:
        bytes.insert(random.below(bytes.size()), random.below(100),
                     static_cast<char>(random.next()));
        break;
      default:
        damage(bytes, 0, bytes.size(), random);
        break;
    }
    try {
      map(bytes);
      ASSERT_EQ(made.bytes, bytes) << "damage was not seen";
    } catch (const BadImage& e) {
      ASSERT_NE(made.bytes, bytes) << e.what();
      ASSERT_TRUE(std::string(e.what()).starts_with(path())) << e.what();
    }
  }
}

TEST_F(FuzzImageTest, ForgedImagesAreRefusedOrCanBeProbed) {
  fuzz::Rounds rounds(2'000);
  Original made;
  uint64_t mapped = 0;
  while (rounds.next()) {
    SCOPED_TRACE(rounds.name());
    if (rounds.begins(kOfOneImage)) {
      Random shared = rounds.shared_random(kOfOneImage);
      made = original(shared);
    }
    Random random = rounds.random();
    std::string bytes = made.bytes;
    const size_t header = header_of(bytes);
    const uint64_t what = random.below(4);
    if (what != 0) {
      damage(bytes, header, bytes.size(), random);
    }
    if (what < 2) {
      damage(bytes, kPrologue, header, random);
    }
    if (what == 3 && random.below(3) == 0) {
      bytes.resize(bytes.size() - std::min<size_t>(bytes.size() - header, 64 * random.below(40)));
      set_word(bytes, kFileLength, bytes.size());
    }
    repair_content_hash(bytes);
    repair_header_hash(bytes);
    try {
      const std::shared_ptr<BuiltJoin> join = map(bytes);
      ++mapped;
      probe_anyhow(join, made, random);
    } catch (const BadImage& e) {
      ASSERT_TRUE(std::string(e.what()).starts_with(path())) << e.what();
    }
  }
  RecordProperty("mapped", static_cast<int>(mapped));
}

TEST_F(FuzzImageTest, EachNumberOfTheHeaderForged) {
  fuzz::Rounds rounds(6);
  for (unsigned round = 0; rounds.next(); ++round) {
    SCOPED_TRACE(rounds.name());
    Random random = rounds.random();
    Original made = original(random);
    auto is_next = [&made, round] {
      const KeyTable& table = made.join->table().key_table;
      return table.plan().linear == (round % 3 == 1) && table.ranked() == (round % 3 == 2);
    };
    while (!is_next()) {
      made = original(random);
    }
    const size_t header = header_of(made.bytes);
    // Texts of any length let numbers start at any byte.
    for (size_t at = kPrologue; at + sizeof(uint64_t) <= header; ++at) {
      const uint64_t number = word_at(made.bytes, at);
      for (const uint64_t forged : {number ^ 1, number + 1}) {
        std::string bytes = made.bytes;
        set_word(bytes, at, forged);
        repair_header_hash(bytes);
        try {
          probe_anyhow(map(bytes), made, random);
        } catch (const BadImage& e) {
          ASSERT_TRUE(std::string(e.what()).starts_with(path())) << e.what();
        }
      }
    }
  }
}

TEST_F(FuzzImageTest, BudgetTooSmallForMatchedRowsIsRefused) {
  Random random(2);
  Original made = original(random);
  while (!owes_build_rows(made.join->specification().kind) || made.join->table().groups() == 0) {
    made = original(random);
  }
  std::string bytes = made.bytes;
  std::string budget(sizeof(uint64_t), '\0');
  set_word(budget, 0, kBudget);
  const size_t at = bytes.find(budget, kPrologue);
  ASSERT_LT(at, header_of(bytes));
  set_word(bytes, at, 0);
  repair_header_hash(bytes);
  try {
    map(bytes);
    FAIL() << "an image whose join could never have been built";
  } catch (const BadImage& e) {
    EXPECT_NE(std::string::npos, std::string(e.what()).find("budget of 0 bytes")) << e.what();
  }
}

TEST_F(FuzzImageTest, SlotsThatLeadNowhereAreRefused) {
  Random random(1);
  Original made = original(random);
  while (!made.join->table().key_table.plan().linear || made.join->table().groups() == 0) {
    made = original(random);
  }
  // The slots are the first part of the content.
  const size_t content = header_of(made.bytes);
  std::visit(
      [&]<class View>(const View& view) {
        using K = typename View::Code;
        if constexpr (std::is_same_v<View, LinearView<K>>) {
          const size_t slots = view.slots().size();
          auto refusal = [&](auto change) {
            std::string bytes = made.bytes;
            std::vector<Tuple<K>> forged(slots);
            std::memcpy(forged.data(), bytes.data() + content, slots * sizeof(Tuple<K>));
            change(forged);
            std::memcpy(bytes.data() + content, forged.data(), slots * sizeof(Tuple<K>));
            repair_content_hash(bytes);
            repair_header_hash(bytes);
            try {
              map(bytes);
            } catch (const BadImage& e) {
              return std::string(e.what());
            }
            return std::string("taken");
          };
          const K groups = static_cast<K>(made.join->table().groups());
          EXPECT_EQ("taken", refusal([](auto&) {}));
          EXPECT_EQ("taken", refusal([&](auto& forged) { forged[slots / 2].payload = groups; }));
          EXPECT_NE(std::string::npos, refusal([&](auto& forged) {
                                         forged[slots / 2].payload = groups + 1;
                                       }).find("groups in the table"));
          EXPECT_NE(std::string::npos, refusal([&](auto& forged) {
                                         for (Tuple<K>& slot : forged) {
                                           slot.payload = groups;
                                         }
                                       }).find("without an empty slot"));
        } else {
          FAIL() << "a table of another kind";
        }
      },
      made.join->table().key_table.view());
}

TEST_F(FuzzImageTest, ImagesThatNobodyTouchedGiveWhatWasJoined) {
  fuzz::Rounds rounds(50);
  while (rounds.next()) {
    SCOPED_TRACE(rounds.name());
    Random random = rounds.random();
    const Original made = original(random);
    std::string bytes = made.bytes;
    repair_content_hash(bytes);
    repair_header_hash(bytes);
    ASSERT_EQ(made.bytes, bytes) << "the test repairs other hashes than images have";
    const std::shared_ptr<BuiltJoin> join = map(bytes);
    Probe probe(join);
    Rows result;
    const arrow::Schema schema = join->specification().result();
    auto read = [&] {
      ArrowArray batch{};
      while (probe.next(&batch) > 0) {
        for (testing_rows::Row& row : testing_rows::read_batch(batch, schema)) {
          result.push_back(std::move(row));
        }
      }
    };
    probe.add(testing_rows::make_batch(kProbeShape, made.probe, 0, made.probe.size(), random));
    read();
    probe.finish();
    read();
    ASSERT_EQ(made.result, testing_rows::exact_texts(result));
  }
}

}  // namespace
}  // namespace hail::join
