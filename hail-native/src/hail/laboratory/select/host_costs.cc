// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/laboratory/select/host_costs.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>
#include <variant>
#include <vector>

#include "hail/errors.h"

namespace hail::select {
namespace {

using Points = std::vector<CostCurve::Point>;

/// Figures while a file is read or written.
struct Draft {
  join::Caches caches;
  Points filling;
  Points plain;
  Points batched;
  Points read;
  Points read_batched;
  Points fresh;
  double fresh_small = 0;
  double clear_byte = 0;
  double round = 0;
  struct Rows {
    struct Partition {
      Points plain;
      Points streamed;
    };
    Partition few;
    Partition many;
    double mix = 0;
    std::array<TableCost, kKernels> tables{};
  };
  Rows narrow;
  Rows wide;
};

/// What the first words of a line name. Points may come several times, all else once.
struct Entry {
  std::string name;
  std::variant<uint64_t*, double*, TableCost*, Points*> value;
  unsigned seen = 0;
};

std::vector<Entry> entries(Draft& draft) {
  std::vector<Entry> all{
      {"cache second-level", &draft.caches.second_level},
      {"cache last-level", &draft.caches.last_level},
      {"access filling", &draft.filling},
      {"access plain", &draft.plain},
      {"access batched", &draft.batched},
      {"byte read", &draft.read},
      {"byte batched", &draft.read_batched},
      {"byte fresh", &draft.fresh},
      {"byte small", &draft.fresh_small},
      {"byte clear", &draft.clear_byte},
      {"round all", &draft.round},
  };
  for (auto [width, rows] : {std::pair("narrow", &draft.narrow), std::pair("wide", &draft.wide)}) {
    const std::string suffix = std::string(" ") + width;
    for (auto [count, costs] : {std::pair("few", &rows->few), std::pair("many", &rows->many)}) {
      const std::string partition = std::string("partition ") + count;
      all.push_back({partition + " plain" + suffix, &costs->plain});
      all.push_back({partition + " streamed" + suffix, &costs->streamed});
    }
    all.push_back({"mix" + suffix, &rows->mix});
    for (size_t i = 0; i < kKernels; ++i) {
      all.push_back({"table" + suffix + ' ' + std::string(name_of(static_cast<Kernel>(i))),
                     &rows->tables[i]});
    }
  }
  return all;
}

constexpr std::string_view kTitle = "hail-host-costs";
constexpr std::string_view kVersion = "3";
constexpr std::string_view kEnd = "end";

/// The shortest text that is read as the same number.
std::string text_of(double number) {
  char text[64];
  const auto end = std::to_chars(text, text + sizeof(text), number);
  return {text, end.ptr};
}

Points points_of(const CostCurve& curve) { return {curve.points().begin(), curve.points().end()}; }

Draft::Rows::Partition draft_of(const PartitionCosts& costs) {
  return {points_of(costs.plain), points_of(costs.streamed)};
}

PartitionCosts costs_of(Draft::Rows::Partition draft) {
  return {CostCurve(std::move(draft.plain)), CostCurve(std::move(draft.streamed))};
}

Draft::Rows draft_of(const RowCosts& rows) {
  return {draft_of(rows.few), draft_of(rows.many), rows.mix, rows.tables};
}

RowCosts rows_of(Draft::Rows rows) {
  return {costs_of(std::move(rows.few)), costs_of(std::move(rows.many)), rows.mix, rows.tables};
}

/// Reads the lines of one file.
class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path), file_(path), entries_(entries(draft_)) {
    if (!file_) {
      throw InputOutput("Cannot open " + path + ": " + std::strerror(errno));
    }
  }

  HostCosts read() {
    if (!next() || words_.size() != 2 || words_[0] != kTitle) {
      refuse("the file does not begin with \"" + std::string(kTitle) + "\" and a version");
    }
    if (words_[1] != kVersion) {
      refuse("version " + words_[1] + ", only " + std::string(kVersion) + " is known");
    }
    while (true) {
      if (!next()) {
        refuse("the file ends without \"" + std::string(kEnd) + "\": it was cut");
      }
      if (words_.size() == 1 && words_[0] == kEnd) {
        break;
      }
      take();
    }
    for (const Entry& entry : entries_) {
      if (entry.seen == 0) {
        refuse("there is no \"" + entry.name + "\"");
      }
    }
    const uint64_t end = line_;
    if (next()) {
      refuse("something comes after \"" + std::string(kEnd) + "\" of line " + std::to_string(end));
    }
    try {
      return HostCosts(
          {draft_.caches, CostCurve(std::move(draft_.filling)), CostCurve(std::move(draft_.plain)),
           CostCurve(std::move(draft_.batched)), CostCurve(std::move(draft_.read)),
           CostCurve(std::move(draft_.read_batched)), CostCurve(std::move(draft_.fresh)),
           draft_.fresh_small, draft_.clear_byte, draft_.round, rows_of(std::move(draft_.narrow)),
           rows_of(std::move(draft_.wide))});
    } catch (const std::invalid_argument& wrong) {
      refuse(wrong.what());
    }
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw BadCosts(path_ + ", line " + std::to_string(line_) + ": " + what);
  }

  bool next() {
    ++line_;
    std::string line;
    if (!std::getline(file_, line)) {
      if (file_.bad()) {
        throw InputOutput("Cannot read " + path_);
      }
      return false;
    }
    words_.clear();
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      words_.push_back(std::move(word));
    }
    return true;
  }

  void take() {
    for (Entry& entry : entries_) {
      std::istringstream name(entry.name);
      size_t at = 0;
      std::string word;
      while (name >> word && at < words_.size() && words_[at] == word) {
        ++at;
      }
      if (name.eof() && name.fail()) {
        set(entry, {words_.begin() + static_cast<std::ptrdiff_t>(at), words_.end()});
        return;
      }
    }
    refuse(words_.empty() ? "the line is empty" : "\"" + words_[0] + "\" names no figure");
  }

  void set(Entry& entry, const std::vector<std::string>& values) {
    const bool pair = std::holds_alternative<TableCost*>(entry.value) ||
                      std::holds_alternative<Points*>(entry.value);
    if (values.size() != (pair ? 2 : 1)) {
      refuse("\"" + entry.name + "\" has " + std::to_string(values.size()) + " numbers, not " +
             (pair ? "2" : "1"));
    }
    if (entry.seen++ > 0 && !std::holds_alternative<Points*>(entry.value)) {
      refuse("\"" + entry.name + "\" comes twice");
    }
    if (auto* whole = std::get_if<uint64_t*>(&entry.value)) {
      **whole = number<uint64_t>(values[0]);
    } else if (auto* real = std::get_if<double*>(&entry.value)) {
      **real = number<double>(values[0]);
    } else if (auto* table = std::get_if<TableCost*>(&entry.value)) {
      **table = {number<double>(values[0]), number<double>(values[1])};
    } else {
      Points& points = *std::get<Points*>(entry.value);
      points.push_back({number<uint64_t>(values[0]), number<double>(values[1])});
      try {
        CostCurve so_far(points);
      } catch (const std::invalid_argument& wrong) {
        refuse(wrong.what());
      }
    }
  }

  template <class Number>
  Number number(const std::string& text) const {
    Number value{};
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    if (read.ec != std::errc() || read.ptr != end) {
      refuse("\"" + text + "\" is not a number that can be");
    }
    if constexpr (std::is_floating_point_v<Number>) {
      if (!std::isfinite(value) || value < 0) {
        refuse("\"" + text + "\" is not a cost");
      }
    }
    return value;
  }

  const std::string& path_;
  std::ifstream file_;
  Draft draft_;
  std::vector<Entry> entries_;
  std::vector<std::string> words_;
  uint64_t line_ = 0;
};

void require(bool right, const std::string& name) {
  if (!right) {
    throw std::invalid_argument("The cost of \"" + name + "\" is not a finite number above 0");
  }
}

bool positive(double cost) { return std::isfinite(cost) && cost > 0; }

void check(const RowCosts& rows, const std::string& width) {
  require(std::isfinite(rows.mix) && rows.mix >= 0, "mix " + width);
  for (size_t i = 0; i < kKernels; ++i) {
    require(positive(rows.tables[i].build) && positive(rows.tables[i].probe),
            "table " + width + ' ' + std::string(name_of(static_cast<Kernel>(i))));
  }
}

}  // namespace

std::string_view name_of(Kernel kernel) {
  constexpr std::array<std::string_view, kKernels> kNames{
      "linear",      "linear-batched",     "linear-direct", "linear-batched-direct",
      "array",       "array-batched",      "concise-hash",  "concise-array",
      "part-linear", "part-linear-direct", "part-chained",  "part-chained-direct",
      "part-array"};
  return kNames[static_cast<size_t>(kernel)];
}

double RowCosts::partition(double rows, join::Write write, double partitions) const {
  constexpr double kFew = kFewPartitionedRows;
  constexpr double kMany = kManyPartitionedRows;
  const double part = std::log(std::clamp(rows, kFew, kMany) / kFew) / std::log(kMany / kFew);
  const double of_few = few.written(write).at(partitions);
  return of_few + part * (many.written(write).at(partitions) - of_few);
}

HostCosts::HostCosts(Figures figures) : figures_(std::move(figures)) {
  require(figures_.caches.second_level > 0, "cache second-level");
  require(figures_.caches.last_level > 0, "cache last-level");
  require(positive(figures_.fresh_small), "byte small");
  require(positive(figures_.clear_byte), "byte clear");
  require(positive(figures_.round), "round all");
  check(figures_.narrow, "narrow");
  check(figures_.wide, "wide");
}

HostCosts HostCosts::load(const std::string& path) { return Reader(path).read(); }

void HostCosts::save(const std::string& path) const {
  Draft draft{figures_.caches,           points_of(figures_.filling),
              points_of(figures_.plain), points_of(figures_.batched),
              points_of(figures_.read),  points_of(figures_.read_batched),
              points_of(figures_.fresh), figures_.fresh_small,
              figures_.clear_byte,       figures_.round,
              draft_of(figures_.narrow), draft_of(figures_.wide)};
  const std::string temporary = path + ".new";
  std::ofstream file(temporary, std::ios::trunc);
  file << kTitle << ' ' << kVersion << '\n';
  for (const Entry& entry : entries(draft)) {
    if (const auto* whole = std::get_if<uint64_t*>(&entry.value)) {
      file << entry.name << ' ' << std::to_string(**whole) << '\n';
    } else if (const auto* real = std::get_if<double*>(&entry.value)) {
      file << entry.name << ' ' << text_of(**real) << '\n';
    } else if (const auto* table = std::get_if<TableCost*>(&entry.value)) {
      file << entry.name << ' ' << text_of((*table)->build) << ' ' << text_of((*table)->probe)
           << '\n';
    } else {
      for (const CostCurve::Point& point : *std::get<Points*>(entry.value)) {
        file << entry.name << ' ' << std::to_string(point.size) << ' ' << text_of(point.nanoseconds)
             << '\n';
      }
    }
  }
  file << kEnd << '\n';
  file.close();
  if (!file) {
    throw InputOutput("Cannot write " + temporary);
  }
  if (std::rename(temporary.c_str(), path.c_str()) != 0) {
    throw InputOutput("Cannot rename " + temporary + " to " + path + ": " + std::strerror(errno));
  }
}

HostCosts HostCosts::built_in() {
  constexpr uint64_t kKilo = uint64_t{1} << 10;
  constexpr uint64_t kMega = uint64_t{1} << 20;
  const join::Caches caches{.second_level = kMega, .last_level = 32 * kMega};
  // clang-format off
  RowCosts narrow{
      {CostCurve({{1, 0.906}, {16, 1.23}, {32, 1.16}, {64, 1.14}, {128, 1.14}, {256, 1.15},
                  {1024, 1.24}, {4096, 1.4}}),
       CostCurve({{1, 1.37}, {16, 2.67}, {32, 2.63}, {64, 2.56}, {128, 2.56}, {256, 2.52},
                  {1024, 2.56}, {4096, 2.93}})},
      {CostCurve({{1, 1.2}, {16, 1.77}, {32, 1.99}, {64, 3.43}, {128, 1.68}, {256, 2.18},
                  {1024, 2.14}, {4096, 3.96}}),
       CostCurve({{1, 1.58}, {16, 2.73}, {32, 2.67}, {64, 2.6}, {128, 2.58}, {256, 2.62},
                  {1024, 2.75}, {4096, 2.95}})},
      1.25,
      {{{7.46, 5.92}, {8.46, 5.27}, {5.14, 0.831}, {5.33, 0.834}, {4.96, 0.509}, {5.15, 0.832},
         {10.4, 3.66}, {4.87, 2.01}, {4.62, 4.87}, {0.744, 0.72}, {1.21, 6.77}, {0.498, 0.953},
         {1.09, 0.709}}}};
  RowCosts wide{
      {CostCurve({{1, 1.12}, {16, 1.54}, {32, 1.44}, {64, 1.37}, {128, 1.37}, {256, 1.45},
                  {1024, 1.6}, {4096, 1.89}}),
       CostCurve({{1, 1.37}, {16, 4.23}, {32, 4.09}, {64, 3.99}, {128, 4}, {256, 4}, {1024, 4},
                  {4096, 4.36}})},
      {CostCurve({{1, 2.01}, {16, 2.93}, {32, 3.08}, {64, 4.56}, {128, 3.26}, {256, 3.78},
                  {1024, 3.27}, {4096, 5.32}}),
       CostCurve({{1, 2}, {16, 4.41}, {32, 4.39}, {64, 4.33}, {128, 4.33}, {256, 4.32},
                  {1024, 4.74}, {4096, 4.95}})},
      1.17,
      {{{7.57, 6.05}, {8.86, 6.38}, {5.19, 1.34}, {5.43, 1.36}, {5.54, 0.593}, {5.78, 0.844},
         {10.9, 4.02}, {5.58, 2.84}, {5.04, 6.09}, {0.86, 1.58}, {1.23, 8.22}, {0.519, 1.18},
         {1.62, 1.13}}}};
  return HostCosts(
      {caches,
       CostCurve({{16 * kKilo, 4.7}, {32 * kKilo, 4.7}, {64 * kKilo, 4.7}, {128 * kKilo, 4.7},
                  {256 * kKilo, 4.71}, {512 * kKilo, 4.71}, {kMega, 4.75}, {2 * kMega, 4.79},
                  {4 * kMega, 4.83}, {8 * kMega, 4.98}, {16 * kMega, 6.02}, {32 * kMega, 7.31},
                  {64 * kMega, 8.38}, {128 * kMega, 9.15}}),
       CostCurve({{16 * kKilo, 0.38}, {32 * kKilo, 0.383}, {64 * kKilo, 0.435},
                  {128 * kKilo, 0.472}, {256 * kKilo, 0.493}, {512 * kKilo, 0.529}, {kMega, 0.646},
                  {2 * kMega, 0.801}, {4 * kMega, 0.937}, {8 * kMega, 1.25}, {16 * kMega, 5.1},
                  {32 * kMega, 6.35}, {64 * kMega, 7.37}, {128 * kMega, 7.82}}),
       CostCurve({{16 * kKilo, 0.594}, {32 * kKilo, 0.594}, {64 * kKilo, 0.598},
                  {128 * kKilo, 0.611}, {256 * kKilo, 0.644}, {512 * kKilo, 0.645}, {kMega, 0.726},
                  {2 * kMega, 0.84}, {4 * kMega, 0.91}, {8 * kMega, 1.03}, {16 * kMega, 2.97},
                  {32 * kMega, 3.08}, {64 * kMega, 3.75}, {128 * kMega, 3.95}}),
       CostCurve({{256 * kKilo, 0.0281}, {kMega, 0.0281}, {4 * kMega, 0.0281}, {16 * kMega, 0.0289},
                  {64 * kMega, 0.0335}}),
       CostCurve({{256 * kKilo, 0.118}, {kMega, 0.118}, {4 * kMega, 0.118}, {16 * kMega, 0.197},
                  {64 * kMega, 0.211}}),
       CostCurve({{2 * kMega, 0.0184}, {4 * kMega, 0.0184}, {8 * kMega, 0.0184},
                  {16 * kMega, 0.0208}, {32 * kMega, 0.0347}, {64 * kMega, 0.0417},
                  {128 * kMega, 0.0445}}),
       0.353, 0.00615, 53'000, std::move(narrow), std::move(wide)});
  // clang-format on
}

}  // namespace hail::select
