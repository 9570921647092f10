// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail_join.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "hail/arrow/c_data.h"
#include "hail/arrow/owned_array.h"
#include "hail/arrow/schema.h"
#include "hail/errors.h"
#include "hail/join/operator/build_side.h"
#include "hail/join/operator/built_join.h"
#include "hail/join/operator/image.h"
#include "hail/join/operator/probe.h"
#include "hail/join/operator/specification.h"
#include "hail/join/operator/star.h"
#include "hail/join/operator/star_probe.h"
#include "hail/memory/budget.h"

using hail::InvalidArgument;
using hail::MemoryBudget;
using hail::WrongState;
using hail::arrow::OwnedArray;
using hail::join::BatchProbe;
using hail::join::BuildSide;
using hail::join::BuiltJoin;
using hail::join::JoinKind;
using hail::join::JoinTable;
using hail::join::Probe;
using hail::join::ProbeMode;
using hail::join::Specification;
using hail::join::Star;
using hail::join::StarProbe;
using hail::join::TableChoice;

/// A join: its specification, the build side while it grows, and later the built join.
struct hail_join {
  hail_join(Specification join_specification, uint64_t limit)
      : specification(std::move(join_specification)),
        budget(std::make_shared<MemoryBudget>(limit)) {}

  /// A join that is already built.
  explicit hail_join(std::shared_ptr<BuiltJoin> join)
      : specification(join->specification()), budget(join->budget()), built(std::move(join)) {}

  const Specification specification;
  const std::shared_ptr<MemoryBudget> budget;
  mutable std::mutex mutex;
  std::optional<BuildSide> building;
  std::shared_ptr<BuiltJoin> built;

  std::shared_ptr<BuiltJoin> finished() const {
    std::lock_guard lock(mutex);
    if (built == nullptr) {
      throw WrongState("The build side is not finished");
    }
    return built;
  }
};

struct hail_probe {
  explicit hail_probe(std::unique_ptr<Probe> of_join) : probe(std::move(of_join)) {}
  explicit hail_probe(std::unique_ptr<StarProbe> of_star)
      : star(of_star.get()), probe(std::move(of_star)) {}

  /// Null for a probe of one join.
  StarProbe* const star = nullptr;
  const std::unique_ptr<BatchProbe> probe;
  /// The memory that hail_probe_next_into was given last.
  std::vector<hail::join::StarColumn> memory;
};

namespace {

/// Copies a text, and cuts it between two UTF-8 characters if it is too long.
void write_text(const char* text, char* out, size_t size) {
  size_t length = std::strlen(text);
  if (length >= size) {
    length = size - 1;
    while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80) {
      --length;
    }
  }
  std::memcpy(out, text, length);
  out[length] = '\0';
}

int failed(hail_status status, const char* message, hail_error* error) {
  if (error != nullptr) {
    write_text(message, error->message, sizeof(error->message));
  }
  return status;
}

/// Runs work and turns its exceptions into statuses.
template <class Work>
int guarded(hail_error* error, const Work& work) noexcept {
  try {
    work();
    return HAIL_OK;
  } catch (const InvalidArgument& e) {
    return failed(HAIL_INVALID_ARGUMENT, e.what(), error);
  } catch (const hail::InvalidBatch& e) {
    return failed(HAIL_INVALID_BATCH, e.what(), error);
  } catch (const hail::UnsupportedType& e) {
    return failed(HAIL_UNSUPPORTED_TYPE, e.what(), error);
  } catch (const hail::BudgetExceeded& e) {
    return failed(HAIL_BUDGET_EXCEEDED, e.what(), error);
  } catch (const std::bad_alloc&) {
    return failed(HAIL_OUT_OF_MEMORY, "The system has no memory left", error);
  } catch (const WrongState& e) {
    return failed(HAIL_WRONG_STATE, e.what(), error);
  } catch (const hail::BadImage& e) {
    return failed(HAIL_BAD_IMAGE, e.what(), error);
  } catch (const hail::InputOutput& e) {
    return failed(HAIL_IO, e.what(), error);
  } catch (const std::exception& e) {
    return failed(HAIL_INTERNAL, e.what(), error);
  } catch (...) {
    return failed(HAIL_INTERNAL, "Something unknown was thrown", error);
  }
}

void require(const void* pointer, const char* name) {
  if (pointer == nullptr) {
    throw InvalidArgument("Argument " + std::string(name) + " is a null pointer");
  }
}

int32_t checked(const char* option, int32_t value, int32_t most) {
  if (value < 0 || value > most) {
    throw InvalidArgument("Option " + std::string(option) + " is " + std::to_string(value) +
                          ", not 0 to " + std::to_string(most));
  }
  return value;
}

std::vector<uint32_t> columns(const char* option, uint32_t count, const uint32_t* from) {
  constexpr uint32_t kMost = uint32_t{1} << 20;
  if (count > kMost) {
    throw InvalidArgument("Option " + std::string(option) + " has " + std::to_string(count) +
                          " columns, more than " + std::to_string(kMost));
  }
  if (count > 0 && from == nullptr) {
    throw InvalidArgument("Option " + std::string(option) + " is a null pointer to " +
                          std::to_string(count) + " columns");
  }
  return count == 0 ? std::vector<uint32_t>() : std::vector<uint32_t>(from, from + count);
}

template <class Sized>
void check_size(const char* name, const Sized& given) {
  if (given.size != sizeof(Sized)) {
    throw InvalidArgument("The size of " + std::string(name) + " is " + std::to_string(given.size) +
                          ", not " + std::to_string(sizeof(Sized)) +
                          ": it is of another version of this library");
  }
}

/// Returns options with zeros for what an older caller does not know. Options never end before
/// `oldest`, the offset of the first field that was added.
template <class Sized>
Sized read_sized(const char* name, const Sized& given, size_t oldest) {
  if (given.size > sizeof(Sized) || given.size < oldest) {
    check_size(name, given);
  }
  Sized read = {};
  std::memcpy(&read, &given, given.size);
  return read;
}

StarProbe& star_of(const hail_probe* probe) {
  require(probe, "probe");
  if (probe->star == nullptr) {
    throw InvalidArgument("The probe is of one join, not of a star");
  }
  return *probe->star;
}

/// Throws std::exception if the system has no random numbers.
uint64_t random_number() {
  std::random_device device;
  const uint64_t upper = device();
  return upper << 32 | device();
}

/// Returns the buffer size of a buffered probe if its options give none, in bytes.
uint64_t default_probe_buffer(uint64_t memory_budget) {
  constexpr uint64_t kMost = uint64_t{64} << 20;
  constexpr uint64_t kPartOfBudget = 8;
  return memory_budget == 0 ? kMost : std::clamp<uint64_t>(memory_budget / kPartOfBudget, 1, kMost);
}

uint64_t limit_of(uint64_t memory_budget) {
  return memory_budget == 0 ? MemoryBudget::kUnlimited : memory_budget;
}

uint32_t batch_rows_of(uint32_t option) {
  return option == 0 ? Specification::kDefaultBatchRows : option;
}

Specification read_options(const hail_join_options& options, const ArrowSchema& build,
                           const ArrowSchema& probe) {
  check_size("hail_join_options", options);
  Specification read;
  read.kind = static_cast<JoinKind>(checked("kind", options.kind, HAIL_COUNT));
  read.table = static_cast<TableChoice>(checked("table", options.table, HAIL_LINEAR_PROBING));
  read.threads = std::max(options.threads, 1U);
  read.null_equal = checked("null_equal", options.null_equal, 1) != 0;
  read.batch_rows = batch_rows_of(options.batch_rows);
  read.probe_mode =
      static_cast<ProbeMode>(checked("probe_mode", options.probe_mode, HAIL_PROBE_BUFFERED));
  read.probe_buffer = read.probe_mode == ProbeMode::kBuffered && options.probe_buffer == 0
                          ? default_probe_buffer(options.memory_budget)
                          : options.probe_buffer;
  read.hash_seed = random_number();
  read.build_keys = columns("build_keys", options.keys, options.build_keys);
  read.probe_keys = columns("probe_keys", options.keys, options.probe_keys);
  read.build_outputs = columns("build_output", options.build_outputs, options.build_output);
  read.probe_outputs = columns("probe_output", options.probe_outputs, options.probe_output);
  read.build = hail::arrow::read_schema(build, "build");
  read.probe = hail::arrow::read_schema(probe, "probe");
  read.check();
  return read;
}

Star read_star(hail_join* const* joins, uint32_t count, const hail_star_options& options) {
  Star read;
  Star::check_number(count);
  for (uint32_t i = 0; i < count; ++i) {
    require(joins[i], "joins");
    read.joins.push_back(joins[i]->finished());
  }
  read.probe_outputs = columns("probe_output", options.probe_outputs, options.probe_output);
  read.batch_rows = batch_rows_of(options.batch_rows);
  read.row_numbers = checked("row_numbers", options.row_numbers, 1) != 0;
  read.check();
  return read;
}

void describe(const BuiltJoin& join, hail_join_info& info) {
  const JoinTable& table = join.table();
  const hail::join::TablePlan& plan = table.key_table.plan();
  info.table = plan.array    ? HAIL_CONCISE_ARRAY
               : plan.linear ? HAIL_LINEAR_PROBING
                             : HAIL_CONCISE_HASH;
  info.unique = table.has_distinct_keys();
  info.exact_keys = table.codec.exact();
  info.rows = table.given_rows;
  info.null_key_rows = table.null_key_rows;
  info.distinct_keys = table.distinct_keys;
  info.table_bytes = join.table_bytes();
  info.peak_bytes = join.budget()->peak();
  write_text(plan.explanation.c_str(), info.explanation, sizeof(info.explanation));
}

/// Takes an array over, even if other arguments are wrong.
OwnedArray take(ArrowArray* batch) {
  require(batch, "batch");
  return OwnedArray(*batch);
}

}  // namespace

int hail_join_create(const hail_join_options* options, const ArrowSchema* build,
                     const ArrowSchema* probe, hail_join** join, hail_error* error) {
  return guarded(error, [&] {
    require(join, "join");
    *join = nullptr;
    require(options, "options");
    require(build, "build");
    require(probe, "probe");
    Specification specification = read_options(*options, *build, *probe);
    auto created =
        std::make_unique<hail_join>(std::move(specification), limit_of(options->memory_budget));
    created->building.emplace(created->specification, *created->budget);
    *join = created.release();
  });
}

int hail_join_build(hail_join* join, ArrowArray* batch, hail_error* error) {
  return guarded(error, [&] {
    OwnedArray array = take(batch);
    require(join, "join");
    std::lock_guard lock(join->mutex);
    if (!join->building) {
      throw WrongState("A batch of the build side came after finish_build");
    }
    join->building->add(std::move(array));
  });
}

int hail_join_finish_build(hail_join* join, hail_join_info* info, hail_error* error) {
  return guarded(error, [&] {
    require(join, "join");
    if (info != nullptr) {
      check_size("hail_join_info", *info);
    }
    std::lock_guard lock(join->mutex);
    if (!join->building) {
      throw WrongState("finish_build was called before, or the join was mapped");
    }
    std::unique_ptr<const JoinTable> table;
    try {
      table = join->building->finish();
    } catch (...) {
      join->building.reset();
      throw;
    }
    join->building.reset();
    auto built = std::make_shared<BuiltJoin>(join->specification, join->budget, std::move(table));
    built->set_table_bytes(join->budget->used());
    join->built = std::move(built);
    if (info != nullptr) {
      describe(*join->built, *info);
    }
  });
}

int hail_join_describe(const hail_join* join, hail_join_info* info, hail_error* error) {
  return guarded(error, [&] {
    require(join, "join");
    require(info, "info");
    check_size("hail_join_info", *info);
    describe(*join->finished(), *info);
  });
}

int hail_join_result_schema(const hail_join* join, ArrowSchema* schema, hail_error* error) {
  return guarded(error, [&] {
    require(join, "join");
    require(schema, "schema");
    hail::arrow::export_schema(join->specification.result(), schema);
  });
}

int hail_join_probe_schema(const hail_join* join, ArrowSchema* schema, hail_error* error) {
  return guarded(error, [&] {
    require(join, "join");
    require(schema, "schema");
    hail::arrow::export_schema(join->specification.probe, schema);
  });
}

int hail_join_save(const hail_join* join, const char* path, hail_error* error) {
  return guarded(error, [&] {
    require(join, "join");
    require(path, "path");
    hail::join::save_image(*join->finished(), path);
  });
}

int hail_join_map(const char* path, uint8_t verify, hail_join** join, hail_error* error) {
  return guarded(error, [&] {
    require(join, "join");
    *join = nullptr;
    require(path, "path");
    *join = std::make_unique<hail_join>(hail::join::map_image(path, verify != 0)).release();
  });
}

int hail_join_read(const char* path, hail_join** join, hail_error* error) {
  return guarded(error, [&] {
    require(join, "join");
    *join = nullptr;
    require(path, "path");
    *join = std::make_unique<hail_join>(hail::join::read_image(path)).release();
  });
}

void hail_join_close(hail_join* join) { delete join; }

int hail_probe_create(hail_join* join, hail_probe** probe, hail_error* error) {
  return guarded(error, [&] {
    require(probe, "probe");
    *probe = nullptr;
    require(join, "join");
    *probe = std::make_unique<hail_probe>(std::make_unique<Probe>(join->finished())).release();
  });
}

int hail_star_probe_create(hail_join* const* joins, uint32_t count,
                           const hail_star_options* options, hail_probe** probe,
                           hail_error* error) {
  return guarded(error, [&] {
    require(probe, "probe");
    *probe = nullptr;
    require(joins, "joins");
    require(options, "options");
    const hail_star_options read =
        read_sized("hail_star_options", *options, offsetof(hail_star_options, row_numbers));
    const Star star = read_star(joins, count, read);
    auto budget = std::make_shared<MemoryBudget>(limit_of(read.memory_budget));
    *probe = std::make_unique<hail_probe>(std::make_unique<StarProbe>(star, std::move(budget)))
                 .release();
  });
}

int hail_probe_result_schema(const hail_probe* probe, ArrowSchema* schema, hail_error* error) {
  return guarded(error, [&] {
    require(probe, "probe");
    require(schema, "schema");
    hail::arrow::export_schema(probe->probe->result(), schema);
  });
}

int hail_probe_batch(hail_probe* probe, ArrowArray* batch, hail_error* error) {
  return guarded(error, [&] {
    OwnedArray array = take(batch);
    require(probe, "probe");
    probe->probe->add(std::move(array));
  });
}

int hail_probe_next(hail_probe* probe, ArrowArray* result, uint64_t* rows, hail_error* error) {
  return guarded(error, [&] {
    require(rows, "rows");
    *rows = 0;
    require(probe, "probe");
    require(result, "result");
    *rows = probe->probe->next(result);
  });
}

int hail_probe_next_into(hail_probe* probe, const hail_rows* to, uint64_t* rows,
                         hail_error* error) {
  return guarded(error, [&] {
    require(rows, "rows");
    *rows = 0;
    StarProbe& star = star_of(probe);
    require(to, "to");
    check_size("hail_rows", *to);
    if (to->columns > 0) {
      require(to->column, "column");
    }
    probe->memory.clear();
    for (uint32_t i = 0; i < to->columns; ++i) {
      const hail_column& column = to->column[i];
      probe->memory.push_back({static_cast<uint8_t*>(column.values), column.validity});
    }
    *rows = star.next_into(
        {.capacity = to->capacity, .row_numbers = to->row_numbers, .columns = probe->memory});
  });
}

int hail_probe_counts(const hail_probe* probe, uint32_t join, hail_star_counts* to,
                      hail_error* error) {
  return guarded(error, [&] {
    const StarProbe& star = star_of(probe);
    require(to, "to");
    check_size("hail_star_counts", *to);
    const std::vector<hail::join::StarCounts> counts = star.counts();
    if (join >= counts.size()) {
      throw InvalidArgument("The star has joins 0 to " + std::to_string(counts.size() - 1) +
                            ", none of number " + std::to_string(join));
    }
    to->seen = counts[join].seen;
    to->passed = counts[join].passed;
    to->probed = counts[join].probed;
    to->nanoseconds = counts[join].nanoseconds;
  });
}

int hail_probe_finish(hail_probe* probe, uint32_t* others, hail_error* error) {
  return guarded(error, [&] {
    require(probe, "probe");
    const uint32_t open = probe->probe->finish();
    if (others != nullptr) {
      *others = open;
    }
  });
}

void hail_probe_close(hail_probe* probe) { delete probe; }
