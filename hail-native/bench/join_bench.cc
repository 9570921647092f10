// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

// Measures joins of rows in memory on the workloads of both papers. See usage().

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "hail/laboratory/papers/algorithms.h"
#include "hail/laboratory/select/calibrate.h"
#include "hail/laboratory/select/cost_model.h"
#include "hail/laboratory/select/selector.h"
#include "hail/laboratory/workload/relations.h"
#include "partition_grid.h"
#include "peer_maps.h"
#include "selector_grid.h"
#include "spread.h"
#include "star_grid.h"
#include "table_bench.h"
#include "table_grid.h"

namespace hail::join {
namespace {

constexpr const char* kUsage = R"(Usage: join_bench [OPTIONS]
Joins rows in memory with each algorithm and compares them, round by round in turn. Algorithms
must agree on the number of matches.

  --build ROWS        Rows of the build side; 16m by default. k, m and g are 10^3, 10^6, 10^9.
  --probe ROWS        Rows of the probe side; 160m by default.
  --key BYTES         4 or 8; the payload has as many. Default: 4.
  --threads N         Threads that join. Default: 1.
  --joins A,...       Names, or all. Default: all of the papers; abseil and boost are maps of others,
                      there if they were found when this was built; auto is the one that is chosen
                      for these rows, which and why is printed. Also called --algorithms.
  --hash H            identity or mix. Default: identity, as in paper B.
  --bits N            Radix bits; by the model of paper B by default.
  --density N         Keys are drawn from so many times as many values. Default: 1.
  --match-rate X      Share of probe rows with a match. Default: 1.
  --zipf X            Skew of the probe side, 0 to below 1. Default: 0.
  --small-pages       Do not ask for huge pages.
  --rounds N          Rounds that are counted, after one that is not. Default: 5.
  --sum               Add up payloads instead of counting matches.
  --json FILE         Append the figures as JSON lines.
  --tables A,...      Build and probe single tables instead, or all, and print for each: name, ns a row of
                      the build side, ns a row of the probe side, bytes.
  --each              Print instead, for each counted measurement, a line: algorithm, seconds, processor
                      seconds, bytes of memory at most, matches, sum of payloads (0 without --sum).
  --resident          With --each one figure more: bytes of memory that are resident at most, beyond those
                      before the join.
  --calibrate FILE    Measure what the parts of joins cost here, in some seconds, write it to FILE, and
                      end.
  --costs FILE        Choose by what was measured so, also how joins by partitions split rows. Default:
                      figures of another machine, and equation (1) of paper B.
  --grid selector     Compare the chosen join with all others on many shapes, and end. --rounds 1 takes
                      about two minutes on two cores.
  --grid other        The same on shapes that the model of costs was not made by.
  --grid star         Compare a probe of three joins at once with three probes one after the other, on
                      batches, and end. --rounds 3 takes a minute.
  --grid partition    Compare the ways to write partitions, of as many rows as --probe says, print which
                      the figures of --costs choose, and end.
  --grid tables       Compare the hash tables of the operator, with direct and with buffered probes, on
                      batches of --build and --probe rows and a --match-rate with --threads, and end.
  --list              Print the names of the algorithms.
  --help              Show this text.

Example:
  join_bench --build 4m --probe 40m --threads 2 --joins NOP,CHTJ,CPRL,auto
)";

struct Options {
  workload::RelationsShape shape{.build_rows = 16'000'000, .probe_rows = 160'000'000};
  std::string build = "16m";
  std::string probe = "160m";
  unsigned key_bytes = 4;
  unsigned threads = 1;
  unsigned rounds = 5;
  std::vector<std::string> names;
  HashKind hash = HashKind::kIdentity;
  Settings settings;
  bool sum = false;
  bool each = false;
  std::string json;
  std::string calibrate;
  std::string costs;
  std::string grid;
  bool resident = false;
  bool tables = false;
  std::vector<std::string> table_names;
};

uint64_t parse_count(const std::string& text) {
  char* end = nullptr;
  unsigned long long value = std::strtoull(text.c_str(), &end, 10);
  const std::map<std::string, uint64_t> units{
      {"", 1}, {"k", 1'000}, {"m", 1'000'000}, {"g", 1'000'000'000}};
  auto unit = units.find(end);
  if (end == text.c_str() || unit == units.end()) {
    throw std::invalid_argument("Not a number of rows: " + text);
  }
  return value * unit->second;
}

double parse_double(const std::string& text) {
  char* end = nullptr;
  double value = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0') {
    throw std::invalid_argument("Not a number: " + text);
  }
  return value;
}

/// Splits names at commas; empty text gives no names, which means all.
std::vector<std::string> parse_names(const std::string& text) {
  std::vector<std::string> names;
  std::stringstream list(text);
  for (std::string item; std::getline(list, item, ',');) {
    if (item != "all") {
      names.push_back(item);
    }
  }
  return names;
}

Options parse(int argc, char** argv) {
  Options options;
  options.settings.unique = true;
  options.settings.caches = machine_caches();
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    auto value = [&]() -> std::string {
      if (i + 1 == argc) {
        throw std::invalid_argument(name + " needs a value");
      }
      return argv[++i];
    };
    if (name == "--build") {
      options.build = value();
      options.shape.build_rows = parse_count(options.build);
    } else if (name == "--probe") {
      options.probe = value();
      options.shape.probe_rows = parse_count(options.probe);
    } else if (name == "--key") {
      options.key_bytes = static_cast<unsigned>(parse_count(value()));
    } else if (name == "--threads") {
      options.threads = static_cast<unsigned>(parse_count(value()));
    } else if (name == "--algorithms" || name == "--joins") {
      options.names = parse_names(value());
    } else if (name == "--hash") {
      const std::string kind = value();
      if (kind != "identity" && kind != "mix") {
        throw std::invalid_argument("No hash is called " + kind + "; there are identity and mix");
      }
      options.hash = kind == "mix" ? HashKind::kMix : HashKind::kIdentity;
    } else if (name == "--bits") {
      options.settings.radix_bits = static_cast<unsigned>(parse_count(value()));
    } else if (name == "--density") {
      options.shape.density_factor = parse_count(value());
    } else if (name == "--match-rate") {
      options.shape.match_rate = parse_double(value());
    } else if (name == "--zipf") {
      options.shape.zipf = parse_double(value());
    } else if (name == "--small-pages") {
      options.settings.pages = Pages::kSmall;
    } else if (name == "--rounds") {
      options.rounds = static_cast<unsigned>(parse_count(value()));
    } else if (name == "--sum") {
      options.sum = true;
    } else if (name == "--each") {
      options.each = true;
    } else if (name == "--resident") {
      options.resident = true;
    } else if (name == "--tables") {
      options.tables = true;
      options.table_names = parse_names(value());
    } else if (name == "--json") {
      options.json = value();
    } else if (name == "--calibrate") {
      options.calibrate = value();
    } else if (name == "--costs") {
      options.costs = value();
    } else if (name == "--grid") {
      options.grid = value();
      if (options.grid != "selector" && options.grid != "other" && options.grid != "star" &&
          options.grid != "partition" && options.grid != "tables") {
        throw std::invalid_argument("No grid is called " + options.grid +
                                    "; there are selector, other, star, partition and tables");
      }
    } else if (name == "--list") {
      for (const Algorithm<uint32_t>& algorithm : algorithms<uint32_t>()) {
        std::cout << algorithm.name << '\n';
      }
      for (const Algorithm<uint32_t>& peer : bench::peer_maps<uint32_t>()) {
        std::cout << peer.name << '\n';
      }
      std::exit(0);
    } else if (name == "--help") {
      std::cout << kUsage;
      std::exit(0);
    } else {
      throw std::invalid_argument("Unknown option " + name + "; see --help");
    }
  }
  if (options.key_bytes != 4 && options.key_bytes != 8) {
    throw std::invalid_argument("--key is 4 or 8");
  }
  if (options.rounds == 0) {
    throw std::invalid_argument("--rounds is at least 1");
  }
  return options;
}

double cpu_seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Returns the bytes of a line of /proc/self/status that is given in kB.
uint64_t process_bytes(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(name + ":")) {
      return std::stoull(line.substr(name.size() + 1)) << 10;
    }
  }
  throw std::runtime_error("/proc/self/status has no " + name);
}

/// Resets the peak of resident memory to the current value, and returns that value.
uint64_t begin_resident_peak() {
  std::ofstream("/proc/self/clear_refs") << "5";
  return process_bytes("VmRSS");
}

struct Figures {
  std::vector<double> seconds;
  std::vector<double> cpu;
  uint64_t peak = 0;
  uint64_t matches = 0;
};

select::HostCosts host_costs(const Options& options) {
  return options.costs.empty() ? select::HostCosts::built_in()
                               : select::HostCosts::load(options.costs);
}

/// A join with its settings.
template <Key K>
struct Run {
  std::string name;
  const Algorithm<K>* algorithm;
  HashKind hash;
  Settings settings;
};

template <Key K>
class Bench {
 public:
  explicit Bench(const Options& options) : options_(options), workers_(options.threads) {
    for (const std::string& name : options.names) {
      chosen_.push_back(
          {name, name == kAuto ? nullptr : &named(name), options.hash, options.settings});
    }
    if (options.names.empty()) {
      for (const Algorithm<K>& each : algorithms<K>()) {
        chosen_.push_back({std::string(each.name), &each, options.hash, options.settings});
      }
    }
  }

  void run() {
    MemoryBudget inputs;
    const auto rows = workload::make_relations<K>(options_.shape, inputs);
    for (Run<K>& run : chosen_) {
      if (run.algorithm == nullptr) {
        choose_for(rows, run);
      } else if (!options_.costs.empty()) {
        split_as_measured(rows, run);
      }
    }
    std::vector<Figures> figures(chosen_.size());
    for (unsigned round = 0; round <= options_.rounds; ++round) {
      for (size_t i = 0; i < chosen_.size(); ++i) {
        // Each round begins with another algorithm.
        size_t which = (i + round) % chosen_.size();
        measure(chosen_[which], rows, round > 0, figures[which]);
      }
    }
    if (!options_.each) {
      report(figures);
    }
  }

 private:
  static const Algorithm<K>& named(const std::string& name) {
    for (const Algorithm<K>& peer : bench::peer_maps<K>()) {
      if (peer.name == name) {
        return peer;
      }
    }
    return algorithm<K>(name);
  }

  void choose_for(const workload::Relations<K>& rows, Run<K>& run) {
    const select::JoinShape shape =
        bench::shape_of<K>(rows, options_.threads, options_.settings.caches);
    const auto choice = std::get<select::Choice>(select::choose(shape, host_costs(options_)));
    run.algorithm = &algorithm<K>(choice.algorithm);
    run.hash = choice.hash;
    run.settings.radix_bits = choice.radix_bits;
    run.settings.write = choice.write;
    (options_.each ? std::cerr : std::cout) << kAuto << ": " << choice.explanation << std::endl;
  }

  /// Makes a join that splits both sides do so in the way that is fastest by the given costs.
  void split_as_measured(const workload::Relations<K>& rows, Run<K>& run) {
    // Algorithms that take turns over nodes have the same costs as the others.
    const std::string name =
        run.name.ends_with("iS") ? run.name.substr(0, run.name.size() - 2) : run.name;
    for (const select::Candidate& candidate : select::candidates()) {
      if (candidate.name == name && candidate.partitioned) {
        const select::JoinShape shape =
            bench::shape_of<K>(rows, options_.threads, options_.settings.caches);
        const select::HostCosts costs = host_costs(options_);
        select::Plan plan = select::plan_for(candidate, shape);
        plan.hash = run.hash;
        if (run.settings.radix_bits != Settings::kModel) {
          plan.radix_bits = run.settings.radix_bits;
          run.settings.write = select::fastest_write(plan, shape, costs);
        } else {
          plan = select::fastest_split(plan, shape, costs);
          run.settings.write = plan.write;
          run.settings.radix_bits = plan.radix_bits;
        }
      }
    }
  }

  void measure(const Run<K>& run, const workload::Relations<K>& rows, bool counted,
               Figures& figures) {
    const Algorithm<K>& algorithm = *run.algorithm;
    MemoryBudget budget;
    const uint64_t resident = options_.resident ? begin_resident_peak() : 0;
    const double cpu = cpu_seconds();
    const auto begin = std::chrono::steady_clock::now();
    uint64_t matches;
    uint64_t sum = 0;
    if (options_.sum) {
      SumSink sink;
      algorithm.sum(rows.build.span(), rows.probe.span(), run.hash, run.settings, workers_, budget,
                    sink);
      matches = sink.matches;
      sum = sink.sum;
    } else {
      CountSink sink;
      algorithm.count(rows.build.span(), rows.probe.span(), run.hash, run.settings, workers_,
                      budget, sink);
      matches = sink.matches;
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    if (counted) {
      figures.seconds.push_back(elapsed.count());
      figures.cpu.push_back(cpu_seconds() - cpu);
    }
    figures.peak = budget.peak();
    if (counted && options_.each) {
      std::cout << run.name << ' ' << elapsed.count() << ' ' << figures.cpu.back() << ' '
                << figures.peak << ' ' << matches << ' ' << sum;
      if (options_.resident) {
        std::cout << ' ' << process_bytes("VmHWM") - resident;
      }
      std::cout << std::endl;
    }
    if (matches_ == kUnknown) {
      matches_ = matches;
    }
    if (matches != matches_) {
      throw std::logic_error(run.name + " found " + std::to_string(matches) +
                             " matches, the first one " + std::to_string(matches_));
    }
  }

  void report(const std::vector<Figures>& figures) {
    const double tuples =
        static_cast<double>(options_.shape.build_rows + options_.shape.probe_rows);
    std::printf("%s build, %s probe rows of %u+%u bytes, %u threads, %llu matches\n",
                options_.build.c_str(), options_.probe.c_str(), options_.key_bytes,
                options_.key_bytes, options_.threads, static_cast<unsigned long long>(matches_));
    std::printf("%-14s %12s %12s %12s %10s %10s\n", "join", "M tuples/s", "least", "greatest",
                "CPU s", "peak MB");
    std::ofstream json;
    if (!options_.json.empty()) {
      json.open(options_.json, std::ios::app);
    }
    for (size_t i = 0; i < chosen_.size(); ++i) {
      std::vector<double> rates;
      for (double seconds : figures[i].seconds) {
        rates.push_back(tuples / seconds);
      }
      const bench::Spread rate = bench::Spread::of(rates);
      std::printf("%-14s %12.1f %12.1f %12.1f %10.3f %10.1f\n", chosen_[i].name.c_str(),
                  rate.median / 1e6, rate.least / 1e6, rate.greatest / 1e6,
                  bench::Spread::of(figures[i].cpu).median,
                  static_cast<double>(figures[i].peak) / 1e6);
      write_line(json, chosen_[i].name, "tuples_per_s", rates);
      write_line(json, chosen_[i].name, "cpu_s", figures[i].cpu);
      write_line(json, chosen_[i].name, "peak_bytes", {static_cast<double>(figures[i].peak)});
    }
    if (json.is_open() && !json.flush()) {
      throw std::runtime_error("Cannot write " + options_.json);
    }
  }

  void write_line(std::ofstream& json, std::string_view system, const char* metric,
                  const std::vector<double>& values) {
    if (!json.is_open()) {
      return;
    }
    const bench::Spread spread = bench::Spread::of(values);
    std::ostringstream line;
    line.precision(6);
    line << R"({"bench":"join","case":"kernel/)" << options_.key_bytes << '+' << options_.key_bytes
         << '/' << options_.build << '-' << options_.probe << "/t" << options_.threads
         << R"(","system":")" << system << R"(","metric":")" << metric << R"(","median":)"
         << spread.median << R"(,"min":)" << spread.least << R"(,"max":)" << spread.greatest
         << R"(,"runs":)" << values.size() << "}\n";
    json << line.str();
  }

  static constexpr uint64_t kUnknown = ~uint64_t{0};
  static constexpr const char* kAuto = "auto";

  const Options& options_;
  Workers workers_;
  std::vector<Run<K>> chosen_;
  uint64_t matches_ = kUnknown;
};

void calibrate_to(const std::string& path, const Caches& caches) {
  MemoryBudget budget;
  const auto begin = std::chrono::steady_clock::now();
  select::calibrate({.caches = caches}, budget).save(path);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  std::printf("Measured in %.2f s: %s\n", elapsed.count(), path.c_str());
}

}  // namespace
}  // namespace hail::join

int main(int argc, char** argv) {
  using namespace hail::join;
  try {
    const Options options = parse(argc, argv);
    if (!options.calibrate.empty()) {
      calibrate_to(options.calibrate, options.settings.caches);
    } else if (options.grid == "star") {
      hail::bench::run_star_grid(options.rounds);
    } else if (options.grid == "partition") {
      hail::bench::run_partition_grid(options.shape.probe_rows, options.threads, options.rounds,
                                      host_costs(options));
    } else if (options.grid == "tables") {
      hail::bench::run_table_grid({.build_rows = options.shape.build_rows,
                                   .probe_rows = options.shape.probe_rows,
                                   .match_rate = options.shape.match_rate,
                                   .threads = options.threads,
                                   .rounds = options.rounds});
    } else if (!options.grid.empty()) {
      hail::bench::run_selector_grid(options.grid == "other", host_costs(options), options.rounds,
                                     options.json);
    } else if (options.tables) {
      hail::bench::run_table_bench({options.shape, options.key_bytes, options.threads,
                                    options.rounds, options.hash, options.settings,
                                    options.table_names});
    } else if (options.key_bytes == 4) {
      Bench<uint32_t>(options).run();
    } else {
      Bench<uint64_t>(options).run();
    }
  } catch (const std::exception& failure) {
    std::cerr << "join_bench: " << failure.what() << '\n';
    return 1;
  }
  return 0;
}
