// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/laboratory/select/host_costs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "hail/errors.h"
#include "hail/laboratory/select/cost_curve.h"
#include "selector_cases.h"

namespace hail::select {
namespace {

using testing_select::fixed_costs;

TEST(CostCurveTest, IsLinearInTheLogarithmOfTheSizeAndConstantOutside) {
  const CostCurve curve({{16, 2}, {64, 4}, {128, 4}});
  EXPECT_EQ(2, curve.at(0));
  EXPECT_EQ(2, curve.at(16));
  EXPECT_DOUBLE_EQ(3, curve.at(32));
  EXPECT_DOUBLE_EQ(4, curve.at(64));
  EXPECT_EQ(4, curve.at(1e18));
  EXPECT_DOUBLE_EQ(3, CostCurve({{16, 4}, {64, 2}}).at(32));
}

TEST(CostCurveTest, WhatIsNoCurveIsRefused) {
  using Points = std::vector<CostCurve::Point>;
  for (const Points& points :
       {Points{}, Points{{0, 1}}, Points{{2, 1}, {2, 2}}, Points{{2, 1}, {1, 2}}, Points{{1, 0}},
        Points{{1, -1}}, Points{{1, NAN}}, Points{{1, INFINITY}}}) {
    EXPECT_THROW(CostCurve curve(points), std::invalid_argument);
  }
}

class CostsFile : public testing::Test {
 protected:
  CostsFile()
      : path_(testing::TempDir() + "host-costs-" +
              testing::UnitTest::GetInstance()->current_test_info()->name()) {}
  ~CostsFile() override { std::remove(path_.c_str()); }

  std::vector<std::string> lines() const {
    std::ifstream file(path_);
    std::vector<std::string> all;
    for (std::string line; std::getline(file, line);) {
      all.push_back(line);
    }
    return all;
  }

  void write(const std::vector<std::string>& all) const {
    std::ofstream file(path_, std::ios::trunc);
    for (const std::string& line : all) {
      file << line << '\n';
    }
  }

  /// Loads a file that must be refused. Returns the message, or nothing if it was loaded.
  std::string refusal() const {
    try {
      HostCosts::load(path_);
    } catch (const BadCosts& refused) {
      return refused.what();
    }
    return "";
  }

  const std::string path_;
};

void expect_same(const HostCosts::Figures& a, const HostCosts::Figures& b) {
  EXPECT_EQ(a.caches.second_level, b.caches.second_level);
  EXPECT_EQ(a.caches.last_level, b.caches.last_level);
  EXPECT_EQ(a.filling, b.filling);
  EXPECT_EQ(a.plain, b.plain);
  EXPECT_EQ(a.batched, b.batched);
  EXPECT_EQ(a.read, b.read);
  EXPECT_EQ(a.read_batched, b.read_batched);
  EXPECT_EQ(a.fresh, b.fresh);
  EXPECT_EQ(a.fresh_small, b.fresh_small);
  EXPECT_EQ(a.clear_byte, b.clear_byte);
  EXPECT_EQ(a.round, b.round);
  EXPECT_EQ(a.narrow, b.narrow);
  EXPECT_EQ(a.wide, b.wide);
}

TEST_F(CostsFile, IsReadAsItWasWritten) {
  HostCosts::Figures odd = fixed_costs().figures();
  odd.clear_byte = 1.0 / 3;
  odd.caches.last_level = ~uint64_t{0};
  odd.wide.mix = 0;
  odd.wide.tables[3] = {1e-300, 12345.678901234567};
  for (const HostCosts& costs : {fixed_costs(), HostCosts::built_in(), HostCosts(odd)}) {
    costs.save(path_);
    expect_same(costs.figures(), HostCosts::load(path_).figures());
  }
  EXPECT_FALSE(std::ifstream(path_ + ".new")) << "the temporary file is still there";
}

TEST_F(CostsFile, ThatIsDamagedIsRefusedWithItsNameAndTheLine) {
  fixed_costs().save(path_);
  const std::vector<std::string> whole = lines();
  for (size_t i = 0; i < whole.size(); ++i) {
    const std::string here = path_ + ", line " + std::to_string(i + 1) + ":";
    std::vector<std::string> wrong = whole;
    wrong[i] += " 7";
    write(wrong);
    EXPECT_EQ(0U, refusal().find(here)) << refusal() << " of " << wrong[i];
    wrong[i] = "nonsense" + whole[i];
    write(wrong);
    EXPECT_EQ(0U, refusal().find(here)) << refusal() << " of " << wrong[i];
    const size_t number = whole[i].find_last_of(' ');
    if (number != std::string::npos) {
      for (const char* value : {"-1", "x", "nan", "inf", "1e999", "1.5.2", "0x10"}) {
        wrong[i] = whole[i].substr(0, number + 1) + value;
        write(wrong);
        EXPECT_EQ(0U, refusal().find(here)) << refusal() << " of " << wrong[i];
      }
    }
    wrong = whole;
    wrong.resize(i);
    write(wrong);
    EXPECT_EQ(0U, refusal().find(path_ + ", line " + std::to_string(i + 1) + ":")) << refusal();
  }
}

TEST_F(CostsFile, ThatLacksOrRepeatsAFigureIsRefused) {
  fixed_costs().save(path_);
  const std::vector<std::string> whole = lines();
  for (size_t i = 1; i + 1 < whole.size(); ++i) {
    const bool point = whole[i].starts_with("access") || whole[i].starts_with("partition") ||
                       whole[i].starts_with("byte read") || whole[i].starts_with("byte batched") ||
                       whole[i].starts_with("byte fresh");
    std::vector<std::string> wrong = whole;
    wrong.insert(wrong.begin() + static_cast<std::ptrdiff_t>(i), whole[i]);
    write(wrong);
    EXPECT_NE("", refusal()) << whole[i] << " twice";
    if (!point) {
      wrong = whole;
      wrong.erase(wrong.begin() + static_cast<std::ptrdiff_t>(i));
      write(wrong);
      EXPECT_NE(std::string::npos, refusal().find("there is no")) << "without " << whole[i];
    }
  }
  write({"hail-host-costs 2", "end"});
  EXPECT_NE(std::string::npos, refusal().find("version 2")) << refusal();
  std::vector<std::string> longer = whole;
  longer.push_back("end");
  write(longer);
  EXPECT_NE(std::string::npos, refusal().find("after")) << refusal();
}

TEST_F(CostsFile, ThatIsNotThereIsSaid) {
  EXPECT_THROW(HostCosts::load(path_), InputOutput);
  EXPECT_THROW(fixed_costs().save(path_ + "/no/such/folder"), InputOutput);
}

TEST(HostCostsTest, AFigureThatCannotBeIsRefused) {
  const HostCosts::Figures right = fixed_costs().figures();
  auto refused = [&](auto change) {
    HostCosts::Figures wrong = right;
    change(wrong);
    EXPECT_THROW(HostCosts costs(wrong), std::invalid_argument);
  };
  refused([](auto& figures) { figures.clear_byte = 0; });
  refused([](auto& figures) { figures.clear_byte = -1; });
  refused([](auto& figures) { figures.fresh_small = 0; });
  refused([](auto& figures) { figures.clear_byte = NAN; });
  refused([](auto& figures) { figures.round = INFINITY; });
  refused([](auto& figures) { figures.narrow.mix = -1; });
  refused([](auto& figures) { figures.wide.tables[8].probe = 0; });
  refused([](auto& figures) { figures.caches.second_level = 0; });
}

}  // namespace
}  // namespace hail::select
