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
  Points dependent;
  Points plain;
  Points batched;
  double read_byte = 0;
  double clear_byte = 0;
  double fresh_byte = 0;
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
      {"access dependent", &draft.dependent},
      {"access plain", &draft.plain},
      {"access batched", &draft.batched},
      {"byte read", &draft.read_byte},
      {"byte clear", &draft.clear_byte},
      {"byte fresh", &draft.fresh_byte},
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
constexpr std::string_view kVersion = "1";
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
      return HostCosts({draft_.caches, CostCurve(std::move(draft_.dependent)),
                        CostCurve(std::move(draft_.plain)), CostCurve(std::move(draft_.batched)),
                        draft_.read_byte, draft_.clear_byte, draft_.fresh_byte, draft_.round,
                        rows_of(std::move(draft_.narrow)), rows_of(std::move(draft_.wide))});
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
      "linear",        "linear-batched", "array",        "array-batched", "concise-hash",
      "concise-array", "part-linear",    "part-chained", "part-array"};
  return kNames[static_cast<size_t>(kernel)];
}

HostCosts::HostCosts(Figures figures) : figures_(std::move(figures)) {
  require(figures_.caches.second_level > 0, "cache second-level");
  require(figures_.caches.last_level > 0, "cache last-level");
  require(positive(figures_.read_byte), "byte read");
  require(positive(figures_.clear_byte), "byte clear");
  require(positive(figures_.fresh_byte), "byte fresh");
  require(positive(figures_.round), "round all");
  check(figures_.narrow, "narrow");
  check(figures_.wide, "wide");
}

HostCosts HostCosts::load(const std::string& path) { return Reader(path).read(); }

void HostCosts::save(const std::string& path) const {
  Draft draft{figures_.caches,           points_of(figures_.dependent),
              points_of(figures_.plain), points_of(figures_.batched),
              figures_.read_byte,        figures_.clear_byte,
              figures_.fresh_byte,       figures_.round,
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
  constexpr uint64_t kMega = uint64_t{1} << 20;
  const join::Caches caches{.second_level = kMega, .last_level = 32 * kMega};
  // clang-format off
  RowCosts narrow{
      CostCurve({{1, 1.8}, {16, 3.1}, {64, 3.1}, {256, 3.1}, {1024, 3.2}, {4096, 3.3}}), 1.8,
      {{{5.8, 6.0}, {5.8, 5.5}, {5.5, 0.43}, {5.5, 0.64}, {7.2, 3.6}, {4.5, 1.8},
        {2.2, 6.3}, {1.3, 8.4}, {0.9, 0.43}}}};
  RowCosts wide{
      CostCurve({{1, 2.4}, {16, 5.2}, {64, 5.2}, {256, 5.2}, {1024, 5.4}, {4096, 6.0}}), 1.8,
      {{{5.9, 6.5}, {5.9, 6.3}, {6.2, 0.4}, {6.2, 0.66}, {7.2, 3.6}, {4.6, 2.3},
        {3.4, 6.4}, {1.4, 8.5}, {0.9, 0.5}}}};
  return HostCosts(
      {caches,
       CostCurve({{kMega / 2, 5.2}, {kMega, 5.6}, {2 * kMega, 10}, {4 * kMega, 16},
                  {16 * kMega, 17}, {32 * kMega, 22}, {128 * kMega, 23}}),
       CostCurve({{kMega / 2, 1.0}, {kMega, 1.2}, {2 * kMega, 4.5}, {4 * kMega, 7.8},
                  {16 * kMega, 11}, {32 * kMega, 13}}),
       CostCurve({{kMega / 2, 1.3}, {2 * kMega, 1.4}, {4 * kMega, 1.9}, {8 * kMega, 2.8},
                  {16 * kMega, 3.1}, {32 * kMega, 3.7}, {128 * kMega, 4.4}}),
       0.045, 0.008, 0.06, 6'000, std::move(narrow), std::move(wide)});
  // clang-format on
}

}  // namespace hail::select
