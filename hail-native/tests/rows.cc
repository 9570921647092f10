// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "rows.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <stdexcept>

namespace hail::testing_rows {
namespace {

struct MadeArray {
  std::vector<std::vector<uint8_t>> memory;
  std::vector<const void*> buffers;
  std::vector<std::unique_ptr<ArrowArray>> children;
  std::vector<ArrowArray*> pointers;
  std::unique_ptr<ArrowArray> dictionary;
};

void release_made(ArrowArray* array) {
  auto* made = static_cast<MadeArray*>(array->private_data);
  for (auto& child : made->children) {
    if (child->release != nullptr) {
      child->release(child.get());
    }
  }
  if (made->dictionary && made->dictionary->release != nullptr) {
    made->dictionary->release(made->dictionary.get());
  }
  delete made;
  array->release = nullptr;
}

bool is_null(const Cell& cell) { return std::holds_alternative<std::monostate>(cell); }

unsigned width_of(const std::string& format) {
  static const std::map<std::string, unsigned> kWidths{
      {"c", 1}, {"C", 1}, {"s", 2}, {"S", 2},   {"i", 4},   {"I", 4},   {"l", 8},
      {"L", 8}, {"f", 4}, {"g", 8}, {"tdD", 4}, {"tdm", 8}, {"tts", 4}, {"ttu", 8}};
  if (const auto found = kWidths.find(format); found != kWidths.end()) {
    return found->second;
  }
  if (format.starts_with("ts")) {
    return 8;
  }
  if (format.starts_with("d:")) {
    return 16;
  }
  if (format.starts_with("w:")) {
    return static_cast<unsigned>(std::stoul(format.substr(2)));
  }
  throw std::logic_error("no width of " + format);
}

bool is_variable(const std::string& format) {
  return format == "u" || format == "U" || format == "z" || format == "Z";
}

void append(std::vector<uint8_t>& to, const void* data, size_t size) {
  const uint8_t* bytes = static_cast<const uint8_t*>(data);
  to.insert(to.end(), bytes, bytes + size);
}

void append_value(const std::string& format, const Cell& cell, std::vector<uint8_t>& to) {
  const unsigned width = width_of(format);
  if (is_null(cell)) {
    to.insert(to.end(), width, 0xa5);
  } else if (format == "f") {
    const float value = static_cast<float>(std::get<double>(cell));
    append(to, &value, sizeof(value));
  } else if (format == "g") {
    append(to, &std::get<double>(cell), sizeof(double));
  } else if (const auto* bytes = std::get_if<std::string>(&cell)) {
    append(to, bytes->data(), width);
  } else if (const auto* number = std::get_if<int64_t>(&cell)) {
    append(to, number, width);
  } else {
    append(to, &std::get<uint64_t>(cell), width);
  }
}

void set_bit(std::vector<uint8_t>& bits, size_t at, bool value) {
  bits.resize(std::max(bits.size(), at / 8 + 1), 0);
  bits[at / 8] = static_cast<uint8_t>(bits[at / 8] | (value ? 1U << (at % 8) : 0U));
}

/// Writes values after so many rows of garbage.
void fill_plain(const std::string& format, const std::vector<Cell>& cells, size_t garbage,
                ArrowArray& array, MadeArray& made) {
  std::vector<uint8_t> validity;
  int64_t nulls = 0;
  for (size_t i = 0; i < garbage + cells.size(); ++i) {
    const bool valid = i < garbage ? i % 2 == 0 : !is_null(cells[i - garbage]);
    nulls += !valid;
    set_bit(validity, i, valid);
  }
  std::vector<uint8_t> values;
  std::vector<uint8_t> offsets;
  if (format == "b") {
    for (size_t i = 0; i < garbage + cells.size(); ++i) {
      const Cell* cell = i < garbage ? nullptr : &cells[i - garbage];
      set_bit(values, i, cell == nullptr || is_null(*cell) || std::get<uint64_t>(*cell) != 0);
    }
  } else if (is_variable(format)) {
    const bool large = format == "U" || format == "Z";
    int64_t end = 0;
    auto put = [&] {
      const int32_t narrow = static_cast<int32_t>(end);
      append(offsets, large ? static_cast<const void*>(&end) : &narrow, large ? 8 : 4);
    };
    for (size_t i = 0; i < garbage; ++i) {
      put();
      append(values, "xyz", 3);
      end += 3;
    }
    put();
    for (const Cell& cell : cells) {
      const std::string text = is_null(cell) ? "garbage" : std::get<std::string>(cell);
      append(values, text.data(), text.size());
      end += static_cast<int64_t>(text.size());
      put();
    }
  } else {
    values.insert(values.end(), garbage * width_of(format), 0x5a);
    for (const Cell& cell : cells) {
      append_value(format, cell, values);
    }
  }
  array.length = static_cast<int64_t>(garbage + cells.size());
  array.null_count = nulls == 0 ? 0 : -1;
  made.memory.push_back(std::move(validity));
  if (is_variable(format)) {
    made.memory.push_back(std::move(offsets));
  }
  values.push_back(0);
  made.memory.push_back(std::move(values));
  for (const std::vector<uint8_t>& buffer : made.memory) {
    made.buffers.push_back(buffer.data());
  }
  if (nulls == 0) {
    made.buffers[0] = nullptr;
  }
  array.n_buffers = static_cast<int64_t>(made.buffers.size());
  array.buffers = made.buffers.data();
}

/// offset   number of garbage rows that the array itself skips; its parent skips `skipped` more
std::unique_ptr<ArrowArray> make_column(const ColumnShape& shape, const std::vector<Cell>& cells,
                                        size_t offset, size_t skipped) {
  auto array = std::make_unique<ArrowArray>();
  auto made = std::make_unique<MadeArray>();
  if (shape.index.empty()) {
    fill_plain(shape.format, cells, offset + skipped, *array, *made);
  } else {
    // Backwards, so that indexes are not those of first occurrence; NULL is in it at times.
    std::vector<Cell> values{std::monostate()};
    std::vector<Cell> indexes;
    for (const Cell& cell : cells) {
      auto found = std::find_if(values.begin(), values.end(), [&](const Cell& value) {
        return exact_text(value) == exact_text(cell);
      });
      if (is_null(cell) && indexes.size() % 2 == 0) {
        indexes.emplace_back(std::monostate());
        continue;
      }
      const size_t index = static_cast<size_t>(found - values.begin());
      if (found == values.end()) {
        values.push_back(cell);
      }
      indexes.emplace_back(static_cast<int64_t>(index));
    }
    made->dictionary = make_column({shape.format, ""}, values, 3, 0);
    fill_plain(shape.index, indexes, offset + skipped, *array, *made);
    array->dictionary = made->dictionary.get();
  }
  array->offset = static_cast<int64_t>(offset);
  array->length -= array->offset;
  array->release = &release_made;
  array->private_data = made.release();
  return array;
}

/// Returns a text that is the same for values that are equal as keys.
std::string key_text(const Cell& cell) {
  if (const auto* number = std::get_if<double>(&cell)) {
    return exact_text(Cell(*number == 0 ? 0.0 : *number));
  }
  return exact_text(cell);
}

Cell read_cell(const ArrowArray& array, const std::string& format, size_t row) {
  const size_t at = static_cast<size_t>(array.offset) + row;
  auto bit = [&](int64_t buffer) {
    const uint8_t* bits = static_cast<const uint8_t*>(array.buffers[buffer]);
    return (bits[at / 8] >> (at % 8) & 1) != 0;
  };
  if (array.buffers[0] != nullptr && !bit(0)) {
    return {};
  }
  if (format == "b") {
    return uint64_t{bit(1)};
  }
  if (is_variable(format)) {
    const uint8_t* offsets = static_cast<const uint8_t*>(array.buffers[1]);
    int64_t from = 0;
    int64_t to = 0;
    const size_t width = format == "U" || format == "Z" ? 8 : 4;
    std::memcpy(&from, offsets + at * width, width);
    std::memcpy(&to, offsets + (at + 1) * width, width);
    const char* bytes = static_cast<const char*>(array.buffers[2]);
    return std::string(bytes + from, bytes + to);
  }
  const unsigned width = width_of(format);
  const uint8_t* value = static_cast<const uint8_t*>(array.buffers[1]) + at * width;
  if (format == "f") {
    float number;
    std::memcpy(&number, value, sizeof(number));
    return double{number};
  }
  if (format == "g") {
    double number;
    std::memcpy(&number, value, sizeof(number));
    return number;
  }
  if (format.starts_with("w:") || format.starts_with("d:")) {
    return std::string(reinterpret_cast<const char*>(value), width);
  }
  uint64_t number = 0;
  std::memcpy(&number, value, width);
  if (format == "C" || format == "S" || format == "I" || format == "L") {
    return number;
  }
  const unsigned unused = 64 - 8 * width;
  return static_cast<int64_t>(number << unused) >> unused;
}

}  // namespace

std::string exact_text(const Cell& cell) {
  if (is_null(cell)) {
    return "NULL";
  }
  if (const auto* number = std::get_if<double>(&cell)) {
    if (std::isnan(*number)) {
      return "NaN";
    }
    char text[64];
    std::snprintf(text, sizeof(text), "%a", *number);
    return text;
  }
  if (const auto* text = std::get_if<std::string>(&cell)) {
    return std::string("'").append(*text).append("'");
  }
  if (const auto* number = std::get_if<int64_t>(&cell)) {
    return std::to_string(*number);
  }
  return std::to_string(std::get<uint64_t>(cell));
}

std::vector<std::string> exact_texts(const Rows& rows) {
  std::vector<std::string> texts;
  for (const Row& row : rows) {
    std::string text;
    for (const Cell& cell : row) {
      text += exact_text(cell) + "|";
    }
    texts.push_back(text);
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

arrow::Schema schema_of(const Shape& shape) {
  arrow::Schema schema;
  for (const ColumnShape& column : shape) {
    arrow::Field& field = schema.emplace_back();
    field.name = std::string("c").append(std::to_string(schema.size()));
    field.flags = ARROW_FLAG_NULLABLE;
    field.format = column.format;
    if (!column.index.empty()) {
      arrow::Field values;
      values.format = column.format;
      field.format = column.index;
      field.dictionary.push_back(values);
    }
  }
  return schema;
}

ArrowArray make_array(const Shape& shape, const Rows& rows, size_t from, size_t to,
                      workload::Random& random) {
  auto made = std::make_unique<MadeArray>();
  const size_t skipped = random.below(2) == 0 ? 0 : random.below(20);
  for (size_t column = 0; column < shape.size(); ++column) {
    std::vector<Cell> cells;
    for (size_t row = from; row < to; ++row) {
      cells.push_back(rows[row][column]);
    }
    const size_t offset = random.below(2) == 0 ? 0 : random.below(20);
    made->children.push_back(make_column(shape[column], cells, offset, skipped));
    made->pointers.push_back(made->children.back().get());
  }
  made->buffers.push_back(nullptr);
  ArrowArray batch{};
  batch.length = static_cast<int64_t>(to - from);
  batch.offset = static_cast<int64_t>(skipped);
  batch.n_buffers = 1;
  batch.buffers = made->buffers.data();
  batch.n_children = static_cast<int64_t>(shape.size());
  batch.children = made->pointers.data();
  batch.release = &release_made;
  batch.private_data = made.release();
  return batch;
}

arrow::OwnedArray make_batch(const Shape& shape, const Rows& rows, size_t from, size_t to,
                             workload::Random& random) {
  ArrowArray array = make_array(shape, rows, from, to, random);
  return arrow::OwnedArray(array);
}

Rows read_batch(ArrowArray& batch, const arrow::Schema& schema) {
  if (batch.n_children != static_cast<int64_t>(schema.size()) || batch.offset != 0) {
    throw std::logic_error("a result of another shape than its schema");
  }
  Rows rows(static_cast<size_t>(batch.length), Row(schema.size()));
  for (size_t column = 0; column < schema.size(); ++column) {
    const ArrowArray& child = *batch.children[column];
    if (child.length != batch.length) {
      throw std::logic_error("a column of another length than its batch");
    }
    int64_t nulls = 0;
    for (size_t row = 0; row < rows.size(); ++row) {
      rows[row][column] = read_cell(child, schema[column].format, row);
      nulls += is_null(rows[row][column]);
    }
    if (nulls != child.null_count || (nulls > 0 && !schema[column].nullable())) {
      throw std::logic_error(
          "a null count that is not the number of NULLs, or NULLs that the "
          "schema does not allow");
    }
  }
  batch.release(&batch);
  return rows;
}

Rows expected_rows(const join::Specification& specification, const Rows& build, const Rows& probe) {
  using join::JoinKind;
  const JoinKind kind = specification.kind;
  /// Nothing if the key matches nothing.
  auto key_of = [&](const Row& row,
                    const std::vector<uint32_t>& columns) -> std::optional<std::string> {
    std::string key;
    for (const uint32_t column : columns) {
      if (is_null(row[column]) && !specification.null_equal) {
        return std::nullopt;
      }
      const std::string text = key_text(row[column]);
      key += std::to_string(text.size()) + ":" + text;
    }
    return key;
  };
  std::multimap<std::string, size_t> by_key;
  bool null_in_build = false;
  for (size_t i = 0; i < build.size(); ++i) {
    if (const auto key = key_of(build[i], specification.build_keys)) {
      by_key.emplace(*key, i);
    } else {
      null_in_build = true;
    }
  }
  std::vector<bool> matched(build.size());
  Rows result;
  uint64_t count = 0;
  auto give = [&](const Row* probe_row, const Row* build_row, const Row& more) {
    Row row;
    auto append = [&row](const Row* from, const std::vector<uint32_t>& columns) {
      for (const uint32_t column : columns) {
        if (from == nullptr) {
          row.emplace_back();
        } else {
          row.push_back((*from)[column]);
        }
      }
    };
    append(probe_row, specification.probe_outputs);
    append(build_row, specification.build_outputs);
    row.insert(row.end(), more.begin(), more.end());
    result.push_back(row);
  };
  for (const Row& row : probe) {
    const auto key = key_of(row, specification.probe_keys);
    const auto [from, to] = key ? by_key.equal_range(*key) : std::pair(by_key.end(), by_key.end());
    for (auto match = from; match != to; ++match) {
      matched[match->second] = true;
      ++count;
      if (kind == JoinKind::kInner || kind == JoinKind::kProbeOuter ||
          kind == JoinKind::kBuildOuter || kind == JoinKind::kFullOuter) {
        give(&row, &build[match->second], {});
      }
    }
    const bool any = from != to;
    // What SQL says of `key IN (build keys)`.
    const bool unknown = !any && !build.empty() && (!key || null_in_build);
    switch (kind) {
      case JoinKind::kProbeOuter:
      case JoinKind::kFullOuter:
      case JoinKind::kProbeAnti:
        if (!any) {
          give(&row, nullptr, {});
        }
        break;
      case JoinKind::kProbeSemi:
        if (any) {
          give(&row, nullptr, {});
        }
        break;
      case JoinKind::kNullAwareAnti:
        if (!any && !unknown) {
          give(&row, nullptr, {});
        }
        break;
      case JoinKind::kMark:
        give(&row, nullptr, {unknown ? Cell() : Cell(uint64_t{any})});
        break;
      default:
        break;
    }
  }
  for (size_t i = 0; i < build.size(); ++i) {
    const bool wanted = matched[i]
                            ? kind == JoinKind::kBuildSemi
                            : kind == JoinKind::kBuildOuter || kind == JoinKind::kFullOuter ||
                                  kind == JoinKind::kBuildAnti;
    if (wanted) {
      give(nullptr, &build[i], {});
    }
  }
  if (kind == JoinKind::kCount) {
    result.push_back({static_cast<int64_t>(count)});
  }
  return result;
}

}  // namespace hail::testing_rows
