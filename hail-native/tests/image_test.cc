// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/operator/image.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "hail/errors.h"
#include "hail/join/operator/build_side.h"
#include "hail/join/operator/probe.h"
#include "rows.h"

namespace hail::join {
namespace {

using testing_rows::Cell;
using testing_rows::Row;
using testing_rows::Rows;
using testing_rows::Shape;
using workload::Random;

/// A folder that is removed with the test.
class ImageTest : public testing::Test {
 protected:
  ImageTest() : mask_(umask(022)) {
    std::string pattern = (std::filesystem::temp_directory_path() / "hail-image-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
      throw std::runtime_error("no folder for the test");
    }
    folder_ = pattern;
  }

  ~ImageTest() override {
    std::filesystem::remove_all(folder_);
    umask(mask_);
  }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  std::filesystem::path folder_;

 private:
  const mode_t mask_;
};

const Shape kBuildShape{{"l", ""}, {"u", ""}, {"b", ""}, {"d:9,2", ""}};
const Shape kProbeShape{{"i", ""}, {"u", ""}, {"g", ""}};

struct Sides {
  Rows build;
  Rows probe;
};

Sides random_sides(uint64_t values, Random& random) {
  Sides sides;
  auto maybe = [&](Cell cell) { return random.below(10) == 0 ? Cell() : cell; };
  for (int64_t i = 0; i < 400; ++i) {
    const int64_t key = static_cast<int64_t>(random.below(values));
    sides.build.push_back({maybe(key), maybe("text " + std::to_string(key % 50)),
                           maybe(uint64_t{i % 2 == 0}), maybe(std::string(16, 'd'))});
    const int64_t other = static_cast<int64_t>(random.below(values));
    sides.probe.push_back(
        {maybe(other), maybe("text " + std::to_string(other % 50)), static_cast<double>(i)});
  }
  return sides;
}

Specification specification_of(JoinKind kind, std::vector<uint32_t> keys) {
  Specification made;
  made.kind = kind;
  made.build = testing_rows::schema_of(kBuildShape);
  made.probe = testing_rows::schema_of(kProbeShape);
  made.build_keys = keys;
  made.probe_keys = keys;
  made.hash_seed = 0x6a09e667f3bcc908;
  if (gives_build_rows(kind)) {
    made.build_outputs = {3, 0, 2, 3};
  }
  if (gives_probe_rows(kind)) {
    made.probe_outputs = {2, 1};
  }
  made.check();
  return made;
}

std::shared_ptr<BuiltJoin> build_join(const Specification& specification, const Rows& build,
                                      Random& random) {
  auto budget = std::make_shared<MemoryBudget>();
  BuildSide side(specification, *budget);
  side.add(testing_rows::make_batch(kBuildShape, build, 0, build.size(), random));
  return std::make_shared<BuiltJoin>(specification, budget, side.finish());
}

Rows probe_join(std::shared_ptr<BuiltJoin> join, const Rows& probe_rows, Random& random) {
  const arrow::Schema schema = join->specification().result();
  Probe probe(std::move(join));
  Rows result;
  ArrowArray batch{};
  auto read = [&] {
    while (probe.next(&batch) > 0) {
      for (Row& row : testing_rows::read_batch(batch, schema)) {
        result.push_back(std::move(row));
      }
    }
  };
  probe.add(testing_rows::make_batch(kProbeShape, probe_rows, 0, probe_rows.size(), random));
  read();
  probe.finish();
  read();
  return result;
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<long>(bytes.size()));
}

TEST_F(ImageTest, AMappedJoinGivesWhatTheSavedOneGave) {
  Random random(1);
  for (const auto& [values, table] : std::initializer_list<std::pair<uint64_t, TableChoice>>{
           {60, TableChoice::kAuto},
           {60, TableChoice::kLinearProbing},
           {uint64_t{1} << 40, TableChoice::kAuto},
           {uint64_t{1} << 40, TableChoice::kLinearProbing}}) {
    const Sides sides = random_sides(values, random);
    for (const std::vector<uint32_t>& keys :
         std::initializer_list<std::vector<uint32_t>>{{0}, {1}, {0, 1}}) {
      for (const JoinKind kind :
           {JoinKind::kFullOuter, JoinKind::kBuildSemi, JoinKind::kProbeAnti, JoinKind::kCount}) {
        Specification specification = specification_of(kind, keys);
        specification.table = table;
        if (keys.front() == 0) {
          specification.probe_mode = ProbeMode::kBuffered;
          specification.probe_buffer = 2'000;
        }
        const auto join = build_join(specification, sides.build, random);
        EXPECT_EQ(table == TableChoice::kLinearProbing, join->table().key_table.plan().linear);
        save_image(*join, path("image"));
        const auto saved = testing_rows::exact_texts(probe_join(join, sides.probe, random));
        for (const bool verify : {true, false}) {
          const auto mapped = map_image(path("image"), verify);
          EXPECT_EQ(specification.probe, mapped->specification().probe);
          EXPECT_EQ(specification.hash_seed, mapped->specification().hash_seed);
          EXPECT_EQ(specification.probe_mode, mapped->specification().probe_mode);
          EXPECT_EQ(specification.probe_buffer, mapped->specification().probe_buffer);
          EXPECT_EQ(join->table().given_rows, mapped->table().given_rows);
          EXPECT_EQ(join->table().key_table.plan().explanation,
                    mapped->table().key_table.plan().explanation);
          EXPECT_EQ(std::filesystem::file_size(path("image")), mapped->table_bytes());
          EXPECT_EQ(saved, testing_rows::exact_texts(probe_join(mapped, sides.probe, random)));
        }
        // An image of an image is the same bytes.
        save_image(*map_image(path("image"), true), path("again"));
        EXPECT_EQ(read_file(path("image")), read_file(path("again")));
      }
    }
  }
  EXPECT_EQ(2, std::distance(std::filesystem::directory_iterator(folder_), {}))
      << "a temporary file is left";
}

TEST_F(ImageTest, KeysFarFromAllOthersAreMappedToo) {
  Random random(6);
  for (const uint64_t far_values : {uint64_t{3}, uint64_t{100'000}}) {
    Sides sides;
    for (uint64_t i = 0; i < 50'000; ++i) {
      const bool far = i % 40 == 0;
      const int64_t key = static_cast<int64_t>(far ? mix64(1 + i / 40 % far_values) : i);
      sides.build.push_back({key, Cell(), Cell(), Cell()});
      if (i % 7 == 0) {
        sides.probe.push_back({key, Cell(), Cell()});
      }
    }
    Specification specification = specification_of(JoinKind::kInner, {0});
    const Shape probe_shape{{"l", ""}, {"u", ""}, {"g", ""}};
    specification.probe = testing_rows::schema_of(probe_shape);
    const auto join = build_join(specification, sides.build, random);
    EXPECT_EQ(far_values == 3, join->table().key_table.plan().outside == 0);
    EXPECT_EQ(far_values == 3, join->table().codec.parts()[0].outliers.size() == 3);
    save_image(*join, path("image"));
    const auto mapped = map_image(path("image"), true);
    save_image(*mapped, path("again"));
    EXPECT_EQ(read_file(path("image")), read_file(path("again")));
    auto matches = [&](std::shared_ptr<BuiltJoin> probed) {
      Probe probe(std::move(probed));
      probe.add(testing_rows::make_batch(probe_shape, sides.probe, 0, sides.probe.size(), random));
      uint64_t sum = 0;
      ArrowArray batch{};
      while (const uint64_t rows = probe.next(&batch)) {
        sum += rows;
        batch.release(&batch);
      }
      return sum;
    };
    const uint64_t wanted = matches(join);
    EXPECT_GE(wanted, sides.probe.size());
    EXPECT_EQ(wanted, matches(mapped));
  }
}

TEST_F(ImageTest, RowsInTheOrderOfTheirKeysAreMappedToo) {
  Random random(8);
  Sides sides;
  auto maybe = [&](Cell cell) { return random.below(10) == 0 ? Cell() : cell; };
  for (int64_t i = 0; i < 5'000; ++i) {
    const int64_t far = int64_t{1} << (20 + i % 40);
    sides.build.push_back({maybe(i * 7'919 % 5'000 + (i < 100 ? far : 0)), Cell(),
                           maybe(uint64_t{i % 3 == 0}),
                           maybe(std::string(16, static_cast<char>(i)))});
    sides.probe.push_back({maybe(i * 3), Cell(), static_cast<double>(i)});
  }
  for (const TableChoice choice : {TableChoice::kAuto, TableChoice::kConciseArray}) {
    for (const JoinKind kind : {JoinKind::kInner, JoinKind::kFullOuter, JoinKind::kBuildSemi,
                                JoinKind::kBuildAnti, JoinKind::kProbeSemi, JoinKind::kCount}) {
      Specification specification = specification_of(kind, {0});
      specification.table = choice;
      const auto join = build_join(specification, sides.build, random);
      EXPECT_TRUE(join->table().key_table.ranked());
      save_image(*join, path("image"));
      const auto mapped = map_image(path("image"), true);
      EXPECT_TRUE(mapped->table().key_table.ranked());
      EXPECT_EQ(testing_rows::exact_texts(
                    testing_rows::expected_rows(specification, sides.build, sides.probe)),
                testing_rows::exact_texts(probe_join(mapped, sides.probe, random)));
      save_image(*mapped, path("again"));
      EXPECT_EQ(read_file(path("image")), read_file(path("again")));
    }
  }
}

TEST_F(ImageTest, AnotherVersionIsRefusedByItsNumber) {
  Random random(7);
  save_image(*build_join(specification_of(JoinKind::kInner, {0}), {}, random), path("image"));
  const std::string image = read_file(path("image"));
  ASSERT_EQ(7, image[8]);
  for (const char version : {'\0', '\1', '\2', '\3', '\4', '\5', '\6', '\10'}) {
    std::string bytes = image;
    bytes[8] = version;
    write_file(path("other"), bytes);
    try {
      map_image(path("other"), true);
      ADD_FAILURE() << "version " << int{version} << " is taken";
    } catch (const BadImage& e) {
      EXPECT_NE(std::string::npos, std::string(e.what()).find("reads version 7")) << e.what();
    }
  }
}

TEST_F(ImageTest, AnEmptyBuildSideIsAnImageToo) {
  Random random(2);
  const Sides sides = random_sides(9, random);
  for (const std::vector<uint32_t>& keys : {std::vector<uint32_t>{0}, std::vector<uint32_t>{1}}) {
    for (const TableChoice table : {TableChoice::kAuto, TableChoice::kLinearProbing}) {
      Specification specification = specification_of(JoinKind::kProbeOuter, keys);
      specification.table = table;
      const auto join = build_join(specification, {}, random);
      save_image(*join, path("image"));
      EXPECT_EQ(testing_rows::exact_texts(probe_join(join, sides.probe, random)),
                testing_rows::exact_texts(
                    probe_join(map_image(path("image"), true), sides.probe, random)));
    }
  }
}

TEST_F(ImageTest, AnotherProcessMapsIt) {
  Random random(3);
  const Sides sides = random_sides(60, random);
  const auto join = build_join(specification_of(JoinKind::kInner, {0}), sides.build, random);
  save_image(*join, path("image"));
  const size_t wanted = probe_join(join, sides.probe, random).size();
  const pid_t child = fork();
  if (child == 0) {
    const size_t found = probe_join(map_image(path("image"), true), sides.probe, random).size();
    _exit(found == wanted ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(child, waitpid(child, &status, 0));
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

TEST_F(ImageTest, IsReadByItsOwnerAlone) {
  Random random(7);
  const auto join = build_join(specification_of(JoinKind::kInner, {0}), {}, random);
  for (const mode_t mask : {mode_t{0}, mode_t{022}}) {
    umask(mask);
    save_image(*join, path("image"));
    struct stat status;
    ASSERT_EQ(0, stat(path("image").c_str(), &status));
    EXPECT_EQ(mode_t{0600}, status.st_mode & 07777);
  }
}

TEST_F(ImageTest, OneThatOthersMayWriteIsNotMappedButRead) {
  Random random(8);
  save_image(*build_join(specification_of(JoinKind::kInner, {0}), {}, random), path("image"));
  for (const mode_t mode : {mode_t{0600}, mode_t{0400}, mode_t{0644}, mode_t{0755}}) {
    ASSERT_EQ(0, chmod(path("image").c_str(), mode));
    EXPECT_NO_THROW(map_image(path("image"), true)) << std::oct << mode;
  }
  for (const mode_t mode : {mode_t{0620}, mode_t{0602}, mode_t{0666}, mode_t{0777}}) {
    ASSERT_EQ(0, chmod(path("image").c_str(), mode));
    EXPECT_THROW(map_image(path("image"), true), InputOutput) << std::oct << mode;
    EXPECT_NO_THROW(read_image(path("image"))) << std::oct << mode;
  }
  ASSERT_EQ(0, chmod(path("image").c_str(), 0600));
  if (geteuid() == 0) {
    const uid_t somebody = 12'345;
    ASSERT_EQ(0, chown(path("image").c_str(), somebody, 0));
    EXPECT_THROW(map_image(path("image"), true), InputOutput);
    EXPECT_NO_THROW(read_image(path("image")));
  }
}

TEST_F(ImageTest, ACopyOutlivesWhatBecomesOfItsFile) {
  Random random(9);
  const Sides sides = random_sides(60, random);
  const auto join = build_join(specification_of(JoinKind::kFullOuter, {0, 1}), sides.build, random);
  save_image(*join, path("image"));
  const std::string image = read_file(path("image"));
  const auto copy = read_image(path("image"));
  const auto wanted = testing_rows::exact_texts(probe_join(join, sides.probe, random));

  write_file(path("image"), std::string(image.size(), 'x'));
  std::filesystem::resize_file(path("image"), 1);
  EXPECT_EQ(wanted, testing_rows::exact_texts(probe_join(copy, sides.probe, random)));

  EXPECT_THROW(read_image(path("image")), BadImage);
  std::string damaged = image;
  damaged.back() = static_cast<char>(damaged.back() ^ 1);
  write_file(path("image"), damaged);
  EXPECT_THROW(read_image(path("image")), BadImage) << "copies are always verified";
  EXPECT_THROW(read_image(path("none")), InputOutput);
}

class DamagedImageTest : public ImageTest, public testing::WithParamInterface<TableChoice> {};

INSTANTIATE_TEST_SUITE_P(Tables, DamagedImageTest,
                         testing::Values(TableChoice::kAuto, TableChoice::kLinearProbing));

TEST_P(DamagedImageTest, IsRefused) {
  Random random(4);
  const Sides sides = random_sides(60, random);
  Specification specification = specification_of(JoinKind::kFullOuter, {0, 1});
  specification.table = GetParam();
  save_image(*build_join(specification, sides.build, random), path("image"));
  const std::string image = read_file(path("image"));
  uint64_t header;
  std::memcpy(&header, image.data() + 16, sizeof(header));
  ASSERT_GT(header, 64U);
  ASSERT_LT(header, image.size());
  auto refused = [&](const std::string& bytes, bool verify) {
    write_file(path("damaged"), bytes);
    try {
      map_image(path("damaged"), verify);
    } catch (const BadImage& e) {
      return std::string(e.what()).starts_with(path("damaged"));
    }
    return false;
  };
  for (size_t at = 0; at < header; ++at) {
    std::string bytes = image;
    bytes[at] = static_cast<char>(bytes[at] ^ 1 << random.below(8));
    ASSERT_TRUE(refused(bytes, random.below(2) == 0)) << "byte " << at << " of the header";
  }
  for (int round = 0; round < 300; ++round) {
    std::string bytes = image;
    const size_t at = header + random.below(bytes.size() - header);
    bytes[at] = static_cast<char>(bytes[at] ^ 1 << random.below(8));
    ASSERT_TRUE(refused(bytes, true)) << "byte " << at;
  }
  for (int round = 0; round < 200; ++round) {
    const size_t length = round < 100 ? static_cast<size_t>(round) : random.below(image.size());
    ASSERT_TRUE(refused(image.substr(0, length), random.below(2) == 0)) << length << " bytes";
  }
  EXPECT_TRUE(refused(image + std::string(64, '\0'), true));
  EXPECT_TRUE(refused("", true));
  EXPECT_TRUE(refused(std::string(10'000, 'x'), false));
  EXPECT_FALSE(refused(image, true));
}

TEST_F(ImageTest, FilesThatCannotBeAreTheSystemsErrors) {
  Random random(5);
  EXPECT_THROW(map_image(path("none"), true), InputOutput);
  EXPECT_THROW(map_image(folder_.string(), true), InputOutput);
  const auto join = build_join(specification_of(JoinKind::kInner, {0}), {}, random);
  EXPECT_THROW(save_image(*join, path("none/image")), InputOutput);
  std::filesystem::create_directory(path("taken"));
  EXPECT_THROW(save_image(*join, path("taken")), InputOutput);
  EXPECT_EQ(1, std::distance(std::filesystem::directory_iterator(folder_), {}));
}

}  // namespace
}  // namespace hail::join
