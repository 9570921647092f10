// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

// TPC-H query 19 on columns in memory, with each algorithm. See kUsage; q19.py makes the columns.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iostream>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "hail/laboratory/papers/algorithms.h"

namespace hail::join {
namespace {

constexpr const char* kUsage = R"(Usage: q19 FOLDER THREADS ROUNDS
Runs TPC-H query 19 with each algorithm and both hash functions, and prints for each a line: algorithm,
hash, rows of the joined tables that qualify, their revenue in 1/10000, and of the fastest round the
seconds of the join and of the whole query.

FOLDER has a file of little-endian integers for each column, decimals in hundredths, strings as numbers
of lines of a file COLUMN.names.
)";

using Clock = std::chrono::steady_clock;

std::ifstream open(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw std::runtime_error("Cannot open " + path.string());
  }
  return file;
}

template <class T>
std::vector<T> column(const std::filesystem::path& folder, const std::string& name) {
  std::ifstream file = open(folder / name);
  std::vector<T> values(std::filesystem::file_size(folder / name) / sizeof(T));
  file.read(reinterpret_cast<char*>(values.data()),
            static_cast<std::streamsize>(values.size() * sizeof(T)));
  if (!file) {
    throw std::runtime_error("Cannot read " + (folder / name).string());
  }
  return values;
}

/// A set of strings of a column: for each of its numbers whether it is one of them.
using Names = std::vector<uint8_t>;

struct Strings {
  Strings(const std::filesystem::path& folder, const std::string& name)
      : values(column<uint8_t>(folder, name)) {
    std::ifstream file = open(folder / (name + ".names"));
    for (std::string line; std::getline(file, line);) {
      names.push_back(line);
    }
  }

  Names among(std::initializer_list<const char*> wanted) const {
    Names found(names.size());
    for (size_t i = 0; i < names.size(); ++i) {
      found[i] = std::find(wanted.begin(), wanted.end(), names[i]) != wanted.end();
    }
    return found;
  }

  std::vector<uint8_t> values;
  std::vector<std::string> names;
};

/// One of the three conditions of the query that are joined by `or`.
struct Condition {
  Names brand;
  Names container;
  int64_t least_quantity;
  int64_t most_quantity;
  int32_t most_size;
};

class Query {
 public:
  explicit Query(const std::filesystem::path& folder)
      : part_key_(column<uint32_t>(folder, "p_partkey")),
        size_(column<int32_t>(folder, "p_size")),
        brand_(folder, "p_brand"),
        container_(folder, "p_container"),
        line_key_(column<uint32_t>(folder, "l_partkey")),
        quantity_(column<int64_t>(folder, "l_quantity")),
        price_(column<int64_t>(folder, "l_extendedprice")),
        discount_(column<int64_t>(folder, "l_discount")),
        mode_(folder, "l_shipmode"),
        instruction_(folder, "l_shipinstruct"),
        modes_(mode_.among({"AIR", "AIR REG"})),
        instructions_(instruction_.among({"DELIVER IN PERSON"})) {
    add("Brand#12", {"SM CASE", "SM BOX", "SM PACK", "SM PKG"}, 1, 5);
    add("Brand#23", {"MED BAG", "MED BOX", "MED PKG", "MED PACK"}, 10, 10);
    add("Brand#34", {"LG CASE", "LG BOX", "LG PACK", "LG PKG"}, 20, 15);
  }

  struct Result {
    uint64_t rows = 0;
    int64_t revenue = 0;
    double join_seconds = 0;
    double seconds = 0;
  };

  /// Scans both tables, joins what the scan of lineitem leaves, and evaluates the rest on the pairs,
  /// as in paper B, section 8.
  Result run(const Algorithm<uint32_t>& algorithm, HashKind hash, Workers& workers) const {
    const Clock::time_point begin = Clock::now();
    const std::vector<Tuple<uint32_t>> parts =
        rows(part_key_, workers, [](size_t) { return true; });
    const std::vector<Tuple<uint32_t>> lines = rows(line_key_, workers, [this](size_t row) {
      return modes_[mode_.values[row]] != 0 && instructions_[instruction_.values[row]] != 0;
    });
    Settings settings;
    settings.unique = true;
    settings.caches = machine_caches();
    MemoryBudget budget;
    PairSink sink;
    const Clock::time_point join_begin = Clock::now();
    algorithm.pairs(parts, lines, hash, settings, workers, budget, sink);
    const Clock::time_point join_end = Clock::now();
    Result result = total(sink.pairs, workers);
    result.join_seconds = std::chrono::duration<double>(join_end - join_begin).count();
    result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return result;
  }

 private:
  void add(const char* brand, std::initializer_list<const char*> containers, int64_t least,
           int32_t most_size) {
    constexpr int64_t kHundredths = 100;
    conditions_.push_back({brand_.among({brand}), container_.among(containers), least * kHundredths,
                           (least + 10) * kHundredths, most_size});
  }

  /// Keys and numbers of the rows that qualify.
  template <class Qualifies>
  static std::vector<Tuple<uint32_t>> rows(const std::vector<uint32_t>& keys, Workers& workers,
                                           const Qualifies& qualifies) {
    std::vector<std::vector<Tuple<uint32_t>>> found(workers.threads());
    workers.run([&](unsigned thread) {
      const uint64_t end = piece_begin(keys.size(), workers.threads(), thread + 1);
      std::vector<Tuple<uint32_t>> mine;
      for (uint64_t row = piece_begin(keys.size(), workers.threads(), thread); row < end; ++row) {
        if (qualifies(row)) {
          mine.push_back({keys[row], static_cast<uint32_t>(row)});
        }
      }
      found[thread] = std::move(mine);
    });
    std::vector<Tuple<uint32_t>> all;
    for (const std::vector<Tuple<uint32_t>>& each : found) {
      all.insert(all.end(), each.begin(), each.end());
    }
    return all;
  }

  Result total(const std::vector<PairSink::Pair>& pairs, Workers& workers) const {
    std::vector<Result> sums(workers.threads());
    workers.run([&](unsigned thread) {
      Result mine;
      for (const PairSink::Pair& pair : piece_of(std::span(pairs), workers.threads(), thread)) {
        if (qualifies(pair)) {
          ++mine.rows;
          mine.revenue += price_[pair.probe] * (100 - discount_[pair.probe]);
        }
      }
      sums[thread] = mine;
    });
    Result sum;
    for (const Result& each : sums) {
      sum.rows += each.rows;
      sum.revenue += each.revenue;
    }
    return sum;
  }

  bool qualifies(const PairSink::Pair& pair) const {
    const int64_t quantity = quantity_[pair.probe];
    const int32_t size = size_[pair.build];
    return std::any_of(conditions_.begin(), conditions_.end(), [&](const Condition& condition) {
      return condition.brand[brand_.values[pair.build]] != 0 &&
             condition.container[container_.values[pair.build]] != 0 &&
             quantity >= condition.least_quantity && quantity <= condition.most_quantity &&
             size >= 1 && size <= condition.most_size;
    });
  }

  const std::vector<uint32_t> part_key_;
  const std::vector<int32_t> size_;
  const Strings brand_;
  const Strings container_;
  const std::vector<uint32_t> line_key_;
  const std::vector<int64_t> quantity_;
  const std::vector<int64_t> price_;
  const std::vector<int64_t> discount_;
  const Strings mode_;
  const Strings instruction_;
  const Names modes_;
  const Names instructions_;
  std::vector<Condition> conditions_;
};

void run(const std::filesystem::path& folder, unsigned threads, unsigned rounds) {
  const Query query(folder);
  Workers workers(threads);
  for (const Algorithm<uint32_t>& algorithm : algorithms<uint32_t>()) {
    for (const HashKind hash : {HashKind::kIdentity, HashKind::kMix}) {
      Query::Result best = query.run(algorithm, hash, workers);
      for (unsigned round = 0; round < rounds; ++round) {
        const Query::Result again = query.run(algorithm, hash, workers);
        if (again.rows != best.rows || again.revenue != best.revenue) {
          throw std::logic_error(std::string(algorithm.name) + " gives another result each time");
        }
        if (again.seconds < best.seconds) {
          best = again;
        }
      }
      std::cout << algorithm.name << ' ' << (hash == HashKind::kMix ? "mix" : "identity") << ' '
                << best.rows << ' ' << best.revenue << ' ' << best.join_seconds << ' '
                << best.seconds << std::endl;
    }
  }
}

}  // namespace
}  // namespace hail::join

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << hail::join::kUsage;
    return 2;
  }
  try {
    hail::join::run(argv[1], static_cast<unsigned>(std::stoul(argv[2])),
                    static_cast<unsigned>(std::stoul(argv[3])));
  } catch (const std::exception& failure) {
    std::cerr << "q19: " << failure.what() << '\n';
    return 1;
  }
  return 0;
}
