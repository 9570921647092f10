// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/operator/build_side.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>

#include "hail/errors.h"
#include "hail/join/operator/groups.h"
#include "hail/join/table/key_window.h"
#include "hail/join/table/table_size.h"
#include "hail/memory/array.h"

namespace hail::join {

using arrow::ColumnView;

BuildSide::BuildSide(const Specification& specification, MemoryBudget& budget)
    : specification_(specification), budget_(budget), used_(specification.used_build_columns()) {
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
  std::vector<std::vector<PartRange>> found(workers.threads(), std::vector<PartRange>(keys.size()));
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

void BuildSide::narrow(KeyCodec& codec, std::span<const PartRange> ranges, Workers& workers) const {
  // With fewer codes than this there can be an array already.
  if (codec.exact() && codec.greatest_code() < most_array_values(rows_, sizeof(uint64_t))) {
    return;
  }
  const std::vector<ColumnView> keys = key_views();
  const uint64_t sampled = std::min(rows_, kSampledKeys);
  std::vector<uint64_t> sample(sampled);
  for (uint64_t i = 0; i < sampled; ++i) {
    sample[i] = sampled_row(rows_, sampled, i);
  }
  std::vector<PartWindow> windows;
  uint64_t bits = 0;
  uint64_t window_bits = 0;
  for (size_t part = 0; part < keys.size(); ++part) {
    windows.push_back(codec.window(part, keys[part], sample));
    bits += static_cast<uint64_t>(std::bit_width(ranges[part].greatest - ranges[part].least));
    window_bits +=
        static_cast<uint64_t>(std::bit_width(windows[part].greatest - windows[part].least));
  }
  // One bit more or less changes little, and the margins of windows take it.
  constexpr uint64_t kWorthwhile = 2;
  if (window_bits + kWorthwhile > bits) {
    return;
  }
  std::vector<std::vector<PartWindow>> found(workers.threads(), windows);
  workers.run([&](unsigned thread) {
    for (size_t part = 0; part < keys.size(); ++part) {
      codec.scan(part, keys[part], piece_begin(rows_, workers.threads(), thread),
                 piece_begin(rows_, workers.threads(), thread + 1), found[thread][part]);
    }
  });
  for (size_t part = 0; part < keys.size(); ++part) {
    for (const std::vector<PartWindow>& mine : found) {
      windows[part].add(mine[part]);
    }
    if (windows[part].outliers.size() > KeyCodec::kMostOutliers) {
      return;
    }
  }
  KeyCodec narrower = codec;
  narrower.choose(ranges, std::move(windows));
  if (narrower.exact()) {
    codec = std::move(narrower);
  }
}

namespace {

/// All rows of a source, in their order.
template <Key K, class Source>
Array<Tuple<K>> collect(const Source& source, Workers& workers, MemoryBudget& budget) {
  std::vector<uint64_t> next(workers.threads() + 1);
  workers.run([&](unsigned thread) {
    uint64_t count = 0;
    source.chunks(workers.threads(), thread,
                  [&count](std::span<const Tuple<K>> rows) { count += rows.size(); });
    next[thread + 1] = count;
  });
  for (unsigned thread = 0; thread < workers.threads(); ++thread) {
    next[thread + 1] += next[thread];
  }
  Array<Tuple<K>> rows(budget, MemoryUse::kPartition, next[workers.threads()]);
  workers.run([&](unsigned thread) {
    Tuple<K>* out = rows.data() + next[thread];
    source.chunks(workers.threads(), thread, [&out](std::span<const Tuple<K>> chunk) {
      out = std::copy(chunk.begin(), chunk.end(), out);
    });
  });
  return rows;
}

}  // namespace

bool BuildSide::is_compared_only(size_t place) const {
  const std::vector<uint32_t>& outputs = specification_.build_outputs;
  return std::find(outputs.begin(), outputs.end(), used_[place]) == outputs.end();
}

void BuildSide::drop_compared_keys() {
  for (size_t i = 0; i < used_.size(); ++i) {
    if (is_compared_only(i)) {
      columns_[i].reset();
    }
  }
}

/// The codes of the build rows, with row numbers, in one of three forms.
template <Key K>
struct BuildSide::CodedRows {
  /// Computes codes at each read. Valid while the key columns are there.
  RowCodes<K> computed;
  bool exact;
  /// Codes of all rows, if exact codes replace their key columns; otherwise empty.
  Array<K> kept;
  /// Hash codes; empty if codes are exact.
  Array<Tuple<K>> stored;

  /// Returns read(source), where `source` has the codes.
  template <class Read>
  auto with(const Read& read) const {
    if (!exact) {
      return read(RowsInMemory<K>(stored.span()));
    }
    return kept.size() > 0 ? read(KeptCodes<K>(kept.span())) : read(computed);
  }
};

template <Key K>
void BuildSide::store_codes(CodedRows<K>& rows, Workers& workers) {
  if (!rows.exact) {
    rows.stored = collect<K>(rows.computed, workers, budget_);
    return;
  }
  uint64_t width = 0;
  for (size_t i = 0; i < used_.size(); ++i) {
    width += is_compared_only(i) ? columns_[i]->view().width : 0;
  }
  const uint64_t bytes = hail::internal::allocated_bytes(rows_ * sizeof(K));
  if (rows.computed.size() < rows_ || width <= sizeof(K) ||
      bytes > budget_.limit() - budget_.used()) {
    return;
  }
  Array<K> kept(budget_, MemoryUse::kBuffer, rows_);
  workers.run([&](unsigned thread) {
    rows.computed.chunks(workers.threads(), thread, [&kept](std::span<const Tuple<K>> chunk) {
      for (const Tuple<K>& row : chunk) {
        kept[row.payload] = row.key;
      }
    });
  });
  drop_compared_keys();
  rows.kept = std::move(kept);
}

void BuildSide::rank_rows(KeyTable& table, uint64_t keyed_rows, Workers& workers) {
  constexpr uint64_t kWidestRow = 32;
  uint64_t width = 0;
  uint64_t widest = 0;
  for (const std::optional<arrow::Column>& stored : columns_) {
    if (stored) {
      const ColumnView view = stored->view();
      if (view.layout == arrow::Layout::kVariable64) {
        return;
      }
      width += view.width;
      widest = std::max<uint64_t>({widest, view.width, 1});
    }
  }
  // Memory for the copy of a column and its validity, for row numbers, and for append_others().
  using hail::internal::allocated_bytes;
  const uint64_t copy = allocated_bytes(rows_ * widest) + allocated_bytes(rows_ / 8 + 1);
  const uint64_t numbers =
      table.ranks_in_place(rows_) ? 0 : allocated_bytes(rows_ * sizeof(uint32_t));
  const uint64_t others = rows_ == keyed_rows ? 0 : allocated_bytes(rows_);
  if (width > kWidestRow || numbers + std::max(copy, others) > budget_.limit() - budget_.used()) {
    return;
  }
  Array<uint32_t> order = table.rank_groups(rows_, budget_);
  append_others(order, keyed_rows);
  for (size_t i = 0; i < used_.size(); ++i) {
    if (columns_[i]) {
      arrow::Column ordered(arrow::value_type(specification_.build[used_[i]], "build"), budget_,
                            MemoryUse::kColumn);
      ordered.take(columns_[i]->view(), order.span(), workers);
      columns_[i] = std::move(ordered);
    }
  }
}

template <Key K, class Source>
KeyTable BuildSide::build_table(const Source& source, Entries entries, const KeyCodec& codec,
                                Workers& workers) const {
  const uint64_t room = budget_.limit() - budget_.used();
  TablePlan plan = plan_table(specification_.table, codec.exact(), source.size(),
                              codec.greatest_code(), sizeof(K), room, [&](uint64_t most) {
                                return find_window<K>(source, most, most_outside(source.size()),
                                                      workers, budget_);
                              });
  // Unique keys leave less than 1 % of the rows of a hash table in overflow (paper A, section 2.1).
  // In an array, only keys outside of the window overflow. With more overflow, keys repeat, and a
  // table of rows does not pay.
  const uint64_t most_overflow = entries == Entries::kGroups ? KeyTable::kAnyOverflow
                                 : plan.array                ? plan.outside
                                                             : source.size() / 50 + 64;
  const uint64_t copy_bytes = copy_that_fits(plan, sizeof(K), workers.threads(), room);
  return KeyTable::build<K>(source, std::move(plan), most_overflow, copy_bytes,
                            specification_.hash_seed, workers, budget_);
}

template <Key K>
GroupedRows<K> BuildSide::group(CodedRows<K> rows, const KeyCodec& codec, Workers& workers) {
  const uint64_t keyed_rows = rows.computed.size();
  if (rows.exact) {
    rows.stored = rows.kept.size() > 0
                      ? collect<K>(KeptCodes<K>(rows.kept.span()), workers, budget_)
                      : collect<K>(rows.computed, workers, budget_);
    rows.kept = {};
    drop_compared_keys();
  }
  const std::vector<ColumnView> keys = codec.exact() ? std::vector<ColumnView>() : key_views();
  auto equal = [&](uint32_t a, uint32_t b) {
    return codec.exact() || codec.equal_build(keys, a, b);
  };
  return group_rows<K>(std::move(rows.stored), rows_ - keyed_rows, specification_.hash_seed, equal,
                       workers, budget_);
}

template <Key K>
std::unique_ptr<JoinTable> BuildSide::finish_as(KeyCodec codec, Workers& workers) {
  const uint64_t keyed_rows = codec.null_equal() ? rows_ : given_rows_ - null_key_rows_;
  const std::vector<ColumnView> keys = key_views();
  std::optional<CodedRows<K>> rows(
      CodedRows<K>{RowCodes<K>(codec, keys, rows_, keyed_rows), codec.exact(), {}, {}});
  store_codes(*rows, workers);
  std::optional<KeyTable> table(rows->with(
      [&](const auto& source) { return build_table<K>(source, Entries::kRows, codec, workers); }));
  const bool unique = !table->repeated();
  Groups groups;
  uint64_t distinct = keyed_rows;
  if (unique) {
    rows.reset();
  } else {
    table.reset();
    GroupedRows<K> grouped = group(std::move(*rows), codec, workers);
    distinct = grouped.codes.size();
    table.emplace(build_table<K>(RowsInMemory<K>(grouped.codes), Entries::kGroups, codec, workers));
    groups = std::move(grouped.groups);
  }
  if (codec.exact()) {
    drop_compared_keys();
  }
  if (unique && table->plan().array) {
    rank_rows(*table, keyed_rows, workers);
  }
  if (!unique) {
    append_others(groups.rows, keyed_rows);
  }
  auto built = std::make_unique<JoinTable>(std::move(codec), std::move(*table));
  built->unique = unique;
  built->given_rows = given_rows_;
  built->rows = rows_;
  built->null_key_rows = null_key_rows_;
  built->distinct_keys = distinct;
  built->grouped = std::move(groups);
  built->first = built->grouped.first.span();
  built->ordered = built->grouped.rows.span();
  give_columns(*built);
  return built;
}

void BuildSide::give_columns(JoinTable& table) {
  std::vector<ColumnView> views(specification_.build.size());
  for (size_t i = 0; i < used_.size(); ++i) {
    if (columns_[i]) {
      table.columns.push_back(std::move(*columns_[i]));
      views[used_[i]] = table.columns.back().view();
    }
  }
  for (const uint32_t key : specification_.build_keys) {
    if (!table.codec.exact()) {
      table.keys.push_back(views[key]);
    }
  }
  for (const uint32_t output : specification_.build_outputs) {
    table.outputs.push_back(views[output]);
  }
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

std::unique_ptr<JoinTable> BuildSide::finish() {
  Workers workers(specification_.threads);
  for (std::optional<arrow::Column>& stored : columns_) {
    stored->shrink();
  }
  KeyCodec codec(specification_.key_parts(), specification_.null_equal, specification_.hash_mask,
                 specification_.hash_seed);
  if (codec.wants_ranges()) {
    const std::vector<PartRange> found = ranges(codec, workers);
    codec.choose(found);
    narrow(codec, found, workers);
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
