// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/arrow/batch.h"

#include <string>

#include "hail/errors.h"
#include "hail/memory/array.h"

namespace hail::arrow {
namespace {

[[noreturn]] void refuse(const std::string& what, const std::string& why) {
  throw InvalidBatch(what + " " + why);
}

/// Checks the fields that all types of arrays share, and that the array has `rows` rows after its
/// offset.
void check_array(const ArrowArray& array, int64_t buffers, uint64_t rows, const std::string& what) {
  if (array.length < 0 || array.offset < 0 ||
      array.length > std::numeric_limits<int64_t>::max() - array.offset) {
    refuse(what, "has length " + std::to_string(array.length) + " and offset " +
                     std::to_string(array.offset));
  }
  if (static_cast<uint64_t>(array.length) < rows) {
    refuse(what, "has " + std::to_string(array.length) + " rows, not " + std::to_string(rows));
  }
  if (array.n_buffers != buffers || array.buffers == nullptr) {
    refuse(what, "has " + std::to_string(array.n_buffers) + " buffers, not " +
                     std::to_string(buffers) + ", or a null pointer to them");
  }
  if (array.null_count < -1 || array.null_count > array.length) {
    refuse(what, "has a null count of " + std::to_string(array.null_count) + " of " +
                     std::to_string(array.length) + " rows");
  }
  if (array.null_count > 0 && array.buffers[0] == nullptr) {
    refuse(what, "has NULLs but no validity buffer");
  }
}

/// Checks that offsets do not descend, and that there is a buffer if any value has bytes.
void check_offsets(const ColumnView& view, const std::string& what) {
  auto at = [&](uint64_t row) {
    return view.layout == Layout::kVariable32 ? int64_t{load<int32_t>(view.offsets, row)}
                                              : load<int64_t>(view.offsets, row);
  };
  int64_t before = at(view.offset);
  if (before < 0) {
    refuse(what, "begins at the negative offset " + std::to_string(before));
  }
  const int64_t first = before;
  for (uint64_t row = 0; row < view.rows; ++row) {
    const int64_t end = at(view.offset + row + 1);
    if (end < before) {
      refuse(what, "has offsets that descend, from " + std::to_string(before) + " to " +
                       std::to_string(end) + " in row " + std::to_string(row));
    }
    before = end;
  }
  if (before > first && view.values == nullptr) {
    refuse(what, "has a null pointer to its bytes");
  }
}

/// Returns whether any row is NULL. If none is, readers need not test each row.
bool has_null(const uint8_t* validity, uint64_t offset, uint64_t rows) {
  uint64_t at = offset;
  const uint64_t end = offset + rows;
  for (; at < end && at % 8 != 0; ++at) {
    if (!test_bit(validity, at)) {
      return true;
    }
  }
  constexpr uint64_t kBits = 64;
  for (; end - at >= kBits; at += kBits) {
    if (load<uint64_t>(validity + at / 8, 0) != ~uint64_t{0}) {
      return true;
    }
  }
  for (; at < end; ++at) {
    if (!test_bit(validity, at)) {
      return true;
    }
  }
  return false;
}

/// Checks rows of a column without a dictionary, and returns a view of them.
ColumnView check_column(const ArrowArray& array, const Type& type, uint64_t offset, uint64_t rows,
                        const std::string& what) {
  const bool variable = type.layout == Layout::kVariable32 || type.layout == Layout::kVariable64;
  check_array(array, variable ? 3 : 2, offset + rows, what);
  if (array.n_children != 0) {
    refuse(what, "has " + std::to_string(array.n_children) + " children, not 0");
  }
  ColumnView view;
  view.layout = type.layout;
  view.width = type.width;
  view.offset = static_cast<uint64_t>(array.offset) + offset;
  view.rows = rows;
  if (rows == 0) {
    return view;
  }
  auto buffer = [&](int64_t index) { return static_cast<const uint8_t*>(array.buffers[index]); };
  view.validity = array.null_count == 0 ? nullptr : buffer(0);
  if (array.null_count < 0 && view.validity != nullptr &&
      !has_null(view.validity, view.offset, rows)) {
    view.validity = nullptr;
  }
  if (variable) {
    view.offsets = buffer(1);
    view.values = buffer(2);
    if (view.offsets == nullptr) {
      refuse(what, "has a null pointer to its offsets");
    }
    check_offsets(view, what);
    if (view.values == nullptr) {
      // All values are empty. Any address serves as theirs.
      view.values = view.offsets;
    }
  } else {
    view.values = buffer(1);
    if (view.values == nullptr) {
      refuse(what, "has a null pointer to its values");
    }
  }
  return view;
}

/// Returns the index into a dictionary. A negative one becomes a number beyond any dictionary.
uint64_t index_of(const ColumnView& view, const Type& type, uint64_t row) {
  const uint8_t* at = view.fixed(row);
  const bool is_signed = type.kind == Kind::kSigned;
  switch (view.width) {
    case 1:
      return is_signed ? static_cast<uint64_t>(load<int8_t>(at, 0)) : load<uint8_t>(at, 0);
    case 2:
      return is_signed ? static_cast<uint64_t>(load<int16_t>(at, 0)) : load<uint16_t>(at, 0);
    case 4:
      return is_signed ? static_cast<uint64_t>(load<int32_t>(at, 0)) : load<uint32_t>(at, 0);
    default:
      return load<uint64_t>(at, 0);
  }
}

Column decode(const ArrowArray& array, const Field& field, uint64_t offset, uint64_t rows,
              const std::string& what, MemoryBudget& budget) {
  const Type index_type = *parse_type(field.format);
  const Type type = *parse_type(field.dictionary.front().format);
  const ColumnView indexes = check_column(array, index_type, offset, rows, what);
  if (array.dictionary == nullptr) {
    refuse(what, "has no dictionary");
  }
  const ArrowArray& dictionary = *array.dictionary;
  const std::string values_name = "The dictionary of: " + what;
  if (dictionary.length < 0 || dictionary.length >= int64_t{kNone}) {
    refuse(values_name, "has length " + std::to_string(dictionary.length));
  }
  if (dictionary.dictionary != nullptr) {
    refuse(values_name, "has a dictionary");
  }
  const ColumnView values =
      check_column(dictionary, type, 0, static_cast<uint64_t>(dictionary.length), values_name);
  Array<uint32_t> places(budget, MemoryUse::kBuffer, rows);
  for (uint64_t row = 0; row < rows; ++row) {
    if (indexes.is_null(row)) {
      places[row] = kNone;
      continue;
    }
    const uint64_t index = index_of(indexes, index_type, row);
    if (index >= values.rows) {
      refuse(what, "has an index in row " + std::to_string(row) + " beyond its dictionary of " +
                       std::to_string(values.rows));
    }
    places[row] = static_cast<uint32_t>(index);
  }
  Column column(type, budget, MemoryUse::kBuffer);
  column.append(values, places.span());
  return column;
}

}  // namespace

Batch::Batch(OwnedArray array, const Schema& schema, std::span<const uint32_t> used,
             std::string_view side, MemoryBudget& budget)
    : array_(std::move(array)) {
  const std::string what = "The batch of the " + std::string(side) + " side";
  const ArrowArray& root = array_.get();
  if (array_.released()) {
    refuse(what, "has been released");
  }
  check_array(root, 1, 0, what);
  if (root.n_children != static_cast<int64_t>(schema.size()) ||
      (root.n_children > 0 && root.children == nullptr)) {
    refuse(what, "has " + std::to_string(root.n_children) + " columns, not " +
                     std::to_string(schema.size()) + ", or a null pointer to them");
  }
  if (root.dictionary != nullptr) {
    refuse(what, "has a dictionary");
  }
  if (root.length >= int64_t{kNone}) {
    refuse(what, "has " + std::to_string(root.length) + " rows, more than 32 bits count");
  }
  rows_ = static_cast<uint64_t>(root.length);
  const uint64_t offset = static_cast<uint64_t>(root.offset);
  if (root.null_count != 0 && root.buffers[0] != nullptr) {
    for (uint64_t row = 0; row < rows_; ++row) {
      if (!test_bit(static_cast<const uint8_t*>(root.buffers[0]), offset + row)) {
        refuse(what, "has a row that is NULL as a whole, row " + std::to_string(row));
      }
    }
  }
  views_.resize(schema.size());
  for (const uint32_t column : used) {
    const Field& field = schema[column];
    const std::string name =
        "Column " + field.name + " of a batch of the " + std::string(side) + " side";
    const ArrowArray* child = root.children[column];
    if (child == nullptr) {
      refuse(name, "is a null pointer");
    }
    if (child->release == nullptr) {
      refuse(name, "has been released");
    }
    if (!field.dictionary.empty()) {
      decoded_.push_back(decode(*child, field, offset, rows_, name, budget));
      views_[column] = decoded_.back().view();
      continue;
    }
    if (child->dictionary != nullptr) {
      refuse(name, "has a dictionary, which its schema does not announce");
    }
    views_[column] = check_column(*child, value_type(field, side), offset, rows_, name);
  }
}

uint64_t Batch::decoded_bytes() const {
  uint64_t bytes = 0;
  for (const Column& column : decoded_) {
    bytes += column.bytes();
  }
  return bytes;
}

}  // namespace hail::arrow
