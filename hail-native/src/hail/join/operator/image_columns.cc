// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/operator/image_columns.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hail/arrow/column_view.h"
#include "hail/arrow/type.h"

namespace hail::join {

using arrow::ColumnView;

namespace {

using arrow::Layout;

uint64_t bytes_of_bits(uint64_t bits) { return (bits + 7) / 8; }

void write_column(HeaderWriter& header, ContentWriter& content, const ColumnView& view) {
  const bool variable = view.layout == Layout::kVariable64;
  const uint64_t offsets = variable && view.rows > 0 ? view.rows + 1 : 0;
  uint64_t bytes = view.rows * view.width;
  if (view.layout == Layout::kBits) {
    bytes = bytes_of_bits(view.rows);
  } else if (variable) {
    bytes = view.rows == 0 ? 0 : view.begin(view.rows);
  }
  content.part(header,
               std::span(view.validity, view.validity == nullptr ? 0 : bytes_of_bits(view.rows)));
  content.part(header, std::span(view.values, bytes));
  content.part(header, std::span(view.offsets, offsets * sizeof(uint64_t)));
}

ColumnView read_column(HeaderReader& header, const ContentReader& content, const arrow::Type& type,
                       uint64_t rows) {
  const auto validity = content.part<uint8_t>(header);
  const auto values = content.part<uint8_t>(header);
  const auto offsets = content.part<uint64_t>(header);
  ColumnView view;
  view.layout = type.layout == Layout::kVariable32 ? Layout::kVariable64 : type.layout;
  view.width = type.width;
  view.rows = rows;
  view.validity = validity.empty() ? nullptr : validity.data();
  view.values = values.data();
  view.offsets = reinterpret_cast<const uint8_t*>(offsets.data());
  require_header(validity.empty() || validity.size() == bytes_of_bits(rows),
                 "validity of a column");
  uint64_t bytes = rows * view.width;
  if (view.layout == Layout::kBits) {
    bytes = bytes_of_bits(rows);
  } else if (view.layout == Layout::kVariable64) {
    require_header(offsets.size() == (rows == 0 ? 0 : rows + 1), "offsets of a column");
    bytes = values.size();
    require_header(rows == 0 || offsets[rows] == bytes, "bytes of a column");
  }
  require_header(values.size() == bytes, "values of a column");
  return view;
}

}  // namespace

void write_columns(HeaderWriter& header, ContentWriter& content, const Specification& specification,
                   const JoinTable& table) {
  std::vector<std::optional<ColumnView>> views(specification.build.size());
  for (size_t i = 0; i < table.keys.size(); ++i) {
    views[specification.build_keys[i]] = table.keys[i];
  }
  for (size_t i = 0; i < table.outputs.size(); ++i) {
    views[specification.build_outputs[i]] = table.outputs[i];
  }
  for (const std::optional<ColumnView>& view : views) {
    if (view) {
      write_column(header, content, *view);
    }
  }
}

void read_columns(HeaderReader& header, const ContentReader& content,
                  const Specification& specification, JoinTable& table) {
  std::vector<uint8_t> used(specification.build.size());
  for (const uint32_t key : specification.build_keys) {
    used[key] |= !table.codec.exact();
  }
  for (const uint32_t output : specification.build_outputs) {
    used[output] = 1;
  }
  std::vector<ColumnView> views(used.size());
  for (size_t column = 0; column < used.size(); ++column) {
    if (used[column] != 0) {
      views[column] = read_column(
          header, content, arrow::value_type(specification.build[column], "build"), table.rows);
    }
  }
  for (const uint32_t key : specification.build_keys) {
    if (!table.codec.exact()) {
      table.keys.push_back(views[key]);
    }
  }
  for (const uint32_t output : specification.build_outputs) {
    table.outputs.push_back(views[output]);
  }
}

}  // namespace hail::join
