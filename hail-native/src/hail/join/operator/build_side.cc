#include "hail/join/operator/build_side.h"

#include <algorithm>
#include <limits>
#include <string>

#include "hail/errors.h"
#include "hail/join/operator/groups.h"
#include "hail/memory/array.h"

namespace hail::join {

using arrow::ColumnView;

BuildSide::BuildSide(const Specification& specification, MemoryBudget& budget)
    : specification_(specification),
      budget_(budget),
      used_(specification.used_build_columns()) {
  for (const uint32_t number : used_) {
    columns_.emplace_back(arrow::Column(arrow::value_type(specification.build[number], "build"),
                                        budget, MemoryUse::kColumn));
  }
}

arrow::Column& BuildSide::column(uint32_t number) {
  return *columns_[static_cast<size_t>(std::lower_bound(used_.begin(), used_.end(), number) -
                                       used_.begin())];
}

const arrow::Column& BuildSide::column(uint32_t number) const {
  return const_cast<BuildSide*>(this)->column(number);
}

std::vector<ColumnView> BuildSide::key_views() const {
  std::vector<ColumnView> views;
  for (const uint32_t key : specification_.build_keys) {
    views.push_back(column(key).view());
  }
  return views;
}

bool BuildSide::is_null_key(uint64_t row, std::span<const ColumnView> keys) const {
  return std::any_of(keys.begin(), keys.end(),
                     [row](const ColumnView& key) { return key.is_null(row); });
}

std::optional<Array<uint32_t>> BuildSide::chosen_rows(const arrow::Batch& batch,
                                                      uint64_t& null_keys) const {
  std::vector<ColumnView> keys;
  for (const uint32_t key : specification_.build_keys) {
    if (batch.column(key).validity != nullptr) {
      keys.push_back(batch.column(key));
    }
  }
  null_keys = 0;
  if (keys.empty()) {
    return std::nullopt;
  }
  for (uint64_t row = 0; row < batch.rows(); ++row) {
    null_keys += is_null_key(row, keys);
  }
  if (null_keys == 0 || specification_.null_equal ||
      keeps_unmatched_build_rows(specification_.kind)) {
    return std::nullopt;
  }
  Array<uint32_t> chosen(budget_, MemoryUse::kBuffer, batch.rows() - null_keys);
  size_t next = 0;
  for (uint64_t row = 0; row < batch.rows(); ++row) {
    if (!is_null_key(row, keys)) {
      chosen[next++] = static_cast<uint32_t>(row);
    }
  }
  return chosen;
}

void BuildSide::add(arrow::OwnedArray array) {
  const arrow::Batch batch(std::move(array), specification_.build, used_, "build", budget_);
  if (batch.rows() >= arrow::kNone - rows_) {
    throw InvalidBatch("The build side has " + std::to_string(rows_) + " rows and " +
                       std::to_string(batch.rows()) + " more, which 32 bits do not count");
  }
  uint64_t null_keys;
  const std::optional<Array<uint32_t>> chosen = chosen_rows(batch, null_keys);
  try {
    for (const uint32_t number : used_) {
      if (chosen) {
        column(number).append(batch.column(number), chosen->span());
      } else {
        column(number).append(batch.column(number));
      }
    }
  } catch (...) {
    for (std::optional<arrow::Column>& changed : columns_) {
      changed->truncate(rows_);
    }
    throw;
  }
  given_rows_ += batch.rows();
  rows_ += chosen ? chosen->size() : batch.rows();
  null_key_rows_ += null_keys;
}

std::vector<PartRange> BuildSide::ranges(const KeyCodec& codec, Workers& workers) const {
  const std::vector<ColumnView> keys = key_views();
  std::vector<std::vector<PartRange>> found(workers.threads(),
                                            std::vector<PartRange>(keys.size()));
  workers.run([&](unsigned thread) {
    for (size_t part = 0; part < keys.size(); ++part) {
      found[thread][part] =
          codec.range(part, keys[part], piece_begin(rows_, workers.threads(), thread),
                      piece_begin(rows_, workers.threads(), thread + 1));
    }
  });
  std::vector<PartRange> all(keys.size());
  for (const std::vector<PartRange>& mine : found) {
    for (size_t part = 0; part < keys.size(); ++part) {
      all[part].add(mine[part]);
    }
  }
  return all;
}

template <Key K>
Array<Tuple<K>> BuildSide::encode(const KeyCodec& codec, Workers& workers) const {
  const std::vector<ColumnView> keys = key_views();
  const unsigned threads = workers.threads();
  const bool any_null =
      !codec.null_equal() && std::any_of(keys.begin(), keys.end(), [](const ColumnView& key) {
        return key.validity != nullptr;
      });
  // Where the rows of each thread's piece go, which is not where they are if some have no code.
  std::vector<uint64_t> next(threads + 1);
  workers.run([&](unsigned thread) {
    const uint64_t from = piece_begin(rows_, threads, thread);
    const uint64_t to = piece_begin(rows_, threads, thread + 1);
    uint64_t count = to - from;
    for (uint64_t row = from; any_null && row < to; ++row) {
      count -= is_null_key(row, keys);
    }
    next[thread + 1] = count;
  });
  for (unsigned thread = 0; thread < threads; ++thread) {
    next[thread + 1] += next[thread];
  }
  Array<Tuple<K>> rows(budget_, MemoryUse::kPartition, next[threads]);
  workers.run([&](unsigned thread) {
    KeyCodec::Codes codes;
    Tuple<K>* out = rows.data() + next[thread];
    const uint64_t to = piece_begin(rows_, threads, thread + 1);
    for (uint64_t from = piece_begin(rows_, threads, thread); from < to;) {
      const unsigned count =
          static_cast<unsigned>(std::min<uint64_t>(KeyCodec::kStride, to - from));
      codec.encode_build(keys, from, count, codes);
      for (unsigned i = 0; i < count; ++i) {
        if (codes.state[i] == KeyState::kSearchable) {
          *out++ = {static_cast<K>(codes.code[i]), static_cast<K>(from + i)};
        }
      }
      from += count;
    }
  });
  return rows;
}

template <Key K>
std::unique_ptr<BuiltSide> BuildSide::finish_as(KeyCodec codec, Workers& workers) {
  Array<Tuple<K>> rows = encode<K>(codec, workers);
  const uint64_t keyed_rows = rows.size();
  std::vector<ColumnView> keys = key_views();
  if (codec.exact()) {
    keys.clear();
    for (size_t i = 0; i < used_.size(); ++i) {
      const std::vector<uint32_t>& outputs = specification_.build_outputs;
      if (std::find(outputs.begin(), outputs.end(), used_[i]) == outputs.end()) {
        columns_[i].reset();
      }
    }
  }
  auto plan = [&](uint64_t count) {
    return plan_table(specification_.table, codec.exact(), count, codec.greatest_code(), sizeof(K),
                      budget_.limit() - budget_.used());
  };
  // Keys that come once leave less than 1 % of the rows of a hash table in overflow (paper A, section
  // 2.1), and none of an array; what leaves more is not worth a table of rows.
  TablePlan first_plan = plan(keyed_rows);
  const uint64_t most_overflow = first_plan.array ? 0 : keyed_rows / 50 + 64;
  std::optional<KeyTable> table(KeyTable::build<K>(rows.span(), std::move(first_plan),
                                                   most_overflow, workers, budget_));
  const bool unique = !table->repeated();
  Groups groups;
  uint64_t distinct = keyed_rows;
  if (unique) {
    rows = {};
  } else {
    table.reset();
    auto equal = [&](uint32_t a, uint32_t b) {
      return codec.exact() || codec.equal_build(keys, a, b);
    };
    GroupedRows<K> grouped =
        group_rows<K>(std::move(rows), rows_ - keyed_rows, equal, workers, budget_);
    distinct = grouped.codes.size();
    table.emplace(KeyTable::build<K>(grouped.codes, plan(distinct),
                                     ConciseTable<K, KeyTable::Hashed<K>>::kAnyOverflow, workers,
                                     budget_));
    groups = std::move(grouped.groups);
  }
  auto built = std::make_unique<BuiltSide>(std::move(codec), std::move(*table));
  built->unique = unique;
  built->given_rows = given_rows_;
  built->rows = rows_;
  built->null_key_rows = null_key_rows_;
  built->distinct_keys = distinct;
  if (!unique) {
    append_others(groups.rows, keyed_rows);
  }
  built->grouped = std::move(groups);
  built->first = built->grouped.first.span();
  built->ordered = built->grouped.rows.span();
  std::vector<ColumnView> views(specification_.build.size());
  for (size_t i = 0; i < used_.size(); ++i) {
    if (columns_[i]) {
      built->columns.push_back(std::move(*columns_[i]));
      views[used_[i]] = built->columns.back().view();
    }
  }
  for (const uint32_t key : specification_.build_keys) {
    if (!built->codec.exact()) {
      built->keys.push_back(views[key]);
    }
  }
  for (const uint32_t output : specification_.build_outputs) {
    built->outputs.push_back(views[output]);
  }
  return built;
}

void BuildSide::append_others(Array<uint32_t>& rows, uint64_t count) const {
  if (rows.size() == count) {
    return;
  }
  Array<uint8_t> listed(budget_, MemoryUse::kBuffer, rows_);
  for (uint64_t i = 0; i < count; ++i) {
    listed[rows[i]] = 1;
  }
  for (uint64_t row = 0; row < rows_; ++row) {
    if (listed[row] == 0) {
      rows[count++] = static_cast<uint32_t>(row);
    }
  }
}

std::unique_ptr<BuiltSide> BuildSide::finish() {
  Workers workers(specification_.threads);
  for (std::optional<arrow::Column>& stored : columns_) {
    stored->shrink();
  }
  KeyCodec codec(specification_.key_parts(), specification_.null_equal, specification_.hash_mask,
                 specification_.hash_seed);
  if (codec.wants_ranges()) {
    codec.choose(ranges(codec, workers));
  } else {
    codec.choose({});
  }
  constexpr uint64_t kNarrow = std::numeric_limits<uint32_t>::max();
  if (codec.exact() && codec.greatest_code() <= kNarrow) {
    return finish_as<uint32_t>(std::move(codec), workers);
  }
  return finish_as<uint64_t>(std::move(codec), workers);
}

}  // namespace hail::join
