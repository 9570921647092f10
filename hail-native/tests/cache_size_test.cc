// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/laboratory/papers/cache_size.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <string>

namespace hail::join {
namespace {

class CacheSizeTest : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(caches_); }
  void TearDown() override { std::filesystem::remove_all(caches_); }

  void add(const std::string& name, const std::string& level, const std::string& type,
           const std::string& size) {
    const auto directory = caches_ / name;
    std::filesystem::create_directories(directory);
    std::ofstream(directory / "level") << level << '\n';
    std::ofstream(directory / "type") << type << '\n';
    std::ofstream(directory / "size") << size << '\n';
  }

  const std::filesystem::path caches_ =
      std::filesystem::temp_directory_path() / ("hail-caches-" + std::to_string(getpid()));
};

TEST_F(CacheSizeTest, IsThatOfTheLevelForData) {
  add("index0", "1", "Data", "32K");
  add("index1", "1", "Instruction", "64K");
  add("index2", "2", "Unified", "1024K");
  add("index3", "3", "Unified", "32M");
  EXPECT_EQ(cache_size(caches_, 1), 32U << 10);
  EXPECT_EQ(cache_size(caches_, 2), 1U << 20);
  EXPECT_EQ(cache_size(caches_, 3), 32U << 20);
  EXPECT_EQ(cache_size(caches_, 4), 0U);
}

TEST_F(CacheSizeTest, IsNoneWhereNothingOrNonsenseIsSaid) {
  EXPECT_EQ(cache_size(caches_ / "missing", 2), 0U);
  for (const std::string size : {"", "K", "32", "32X", "32KB", "-1K", "99999999999999K"}) {
    add("index0", "2", "Unified", size);
    EXPECT_EQ(cache_size(caches_, 2), 0U) << size;
  }
}

}  // namespace
}  // namespace hail::join
