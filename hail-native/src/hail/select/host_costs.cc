#include "hail/select/host_costs.h"

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
  Points fresh;
  double clear_byte = 0;
  double round = 0;
  struct Rows {
    Points partition;
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
      {"byte fresh", &draft.fresh},
      {"byte clear", &draft.clear_byte},
      {"round all", &draft.round},
  };
  for (auto [width, rows] : {std::pair("narrow", &draft.narrow), std::pair("wide", &draft.wide)}) {
    const std::string suffix = std::string(" ") + width;
    all.push_back({"partition" + suffix, &rows->partition});
    all.push_back({"mix" + suffix, &rows->mix});
    for (size_t i = 0; i < kKernels; ++i) {
      all.push_back({"table" + suffix + ' ' + std::string(name_of(static_cast<Kernel>(i))),
                     &rows->tables[i]});
    }
  }
  return all;
}

constexpr std::string_view kTitle = "hail-host-costs";
constexpr std::string_view kVersion = "2";
constexpr std::string_view kEnd = "end";

/// The shortest text that is read as the same number.
std::string text_of(double number) {
  char text[64];
  const auto end = std::to_chars(text, text + sizeof(text), number);
  return {text, end.ptr};
}

Points points_of(const CostCurve& curve) { return {curve.points().begin(), curve.points().end()}; }

Draft::Rows draft_of(const RowCosts& rows) {
  return {points_of(rows.partition), rows.mix, rows.tables};
}

RowCosts rows_of(Draft::Rows rows) {
  return {CostCurve(std::move(rows.partition)), rows.mix, rows.tables};
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
      return HostCosts({draft_.caches, CostCurve(std::move(draft_.filling)),
                        CostCurve(std::move(draft_.plain)), CostCurve(std::move(draft_.batched)),
                        CostCurve(std::move(draft_.read)), CostCurve(std::move(draft_.fresh)),
                        draft_.clear_byte, draft_.round, rows_of(std::move(draft_.narrow)),
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

HostCosts::HostCosts(Figures figures) : figures_(std::move(figures)) {
  require(figures_.caches.second_level > 0, "cache second-level");
  require(figures_.caches.last_level > 0, "cache last-level");
  require(positive(figures_.clear_byte), "byte clear");
  require(positive(figures_.round), "round all");
  check(figures_.narrow, "narrow");
  check(figures_.wide, "wide");
}

HostCosts HostCosts::load(const std::string& path) { return Reader(path).read(); }

void HostCosts::save(const std::string& path) const {
  Draft draft{figures_.caches,           points_of(figures_.filling),
              points_of(figures_.plain), points_of(figures_.batched),
              points_of(figures_.read),  points_of(figures_.fresh),
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
      CostCurve({{1, 2.62}, {16, 3.35}, {64, 3.35}, {256, 3.35}, {1024, 3.35}, {4096, 4.02}}),
      2.3,
      {{{8.06, 6.88}, {8.06, 6.43}, {3.24, 1.14}, {3.24, 0.981}, {2.84, 0.633}, {2.84, 0.923},
         {16, 5.6}, {7.78, 2.17}, {7.24, 6.84}, {1.31, 0.68}, {1.72, 9.44}, {0.702, 0.935},
         {1.01, 0.551}}}};
  RowCosts wide{
      CostCurve({{1, 3.51}, {16, 6.39}, {64, 6.42}, {256, 6.64}, {1024, 6.64}, {4096, 7.76}}),
      1.85,
      {{{8.56, 6.97}, {8.56, 7.92}, {3.81, 1.62}, {3.81, 1.97}, {3.89, 0.876}, {3.89, 1.04},
         {20.3, 6.06}, {9.49, 2.64}, {7.8, 7.06}, {1.26, 1.37}, {1.76, 9.92}, {0.781, 1.09},
         {1.07, 0.631}}}};
  return HostCosts(
      {caches,
       CostCurve({{16 * kKilo, 2.38}, {32 * kKilo, 2.64}, {64 * kKilo, 2.95},
                  {128 * kKilo, 3.05}, {256 * kKilo, 3.1}, {512 * kKilo, 3.25}, {kMega, 3.37},
                  {2 * kMega, 3.47}, {4 * kMega, 3.59}, {8 * kMega, 4}, {16 * kMega, 6.78},
                  {32 * kMega, 9.35}, {64 * kMega, 11.1}, {128 * kMega, 13.1}}),
       CostCurve({{16 * kKilo, 0.402}, {32 * kKilo, 0.405}, {64 * kKilo, 0.441},
                  {128 * kKilo, 0.514}, {256 * kKilo, 0.576}, {512 * kKilo, 0.61},
                  {kMega, 0.726}, {2 * kMega, 0.874}, {4 * kMega, 1.05}, {8 * kMega, 1.34},
                  {16 * kMega, 3.52}, {32 * kMega, 5.74}, {64 * kMega, 6.7}, {128 * kMega, 7.75}}),
       CostCurve({{16 * kKilo, 0.64}, {32 * kKilo, 0.649}, {64 * kKilo, 0.649},
                  {128 * kKilo, 0.709}, {256 * kKilo, 0.739}, {512 * kKilo, 0.809},
                  {kMega, 0.961}, {2 * kMega, 1.08}, {4 * kMega, 1.21}, {8 * kMega, 1.39},
                  {16 * kMega, 2.79}, {32 * kMega, 5.04}, {64 * kMega, 7.6}, {128 * kMega, 8.86}}),
       CostCurve({{16 * kMega, 0.0289}, {64 * kMega, 0.0338}}),
       CostCurve({{2 * kMega, 0.028}, {8 * kMega, 0.0282}, {16 * kMega, 0.0294},
                  {32 * kMega, 0.0562}, {64 * kMega, 0.0801},
                  {128 * kMega, 0.0878}}),
       0.0091, 35'000, std::move(narrow), std::move(wide)});
  // clang-format on
}

}  // namespace hail::select
