// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/operator/specification.h"

#include <algorithm>
#include <string>

#include "hail/errors.h"

namespace hail::join {
namespace {

constexpr size_t kMostKeys = 256;
constexpr unsigned kMostThreads = 1024;
constexpr uint32_t kMostBatchRows = uint32_t{1} << 24;

arrow::Field made_field(std::string name, std::string format, bool nullable) {
  arrow::Field field;
  field.name = std::move(name);
  field.format = std::move(format);
  field.flags = nullable ? ARROW_FLAG_NULLABLE : 0;
  return field;
}

}  // namespace

const char* name_of(JoinKind kind) {
  constexpr const char* kNames[] = {"INNER",           "PROBE_OUTER", "BUILD_OUTER", "FULL_OUTER",
                                    "PROBE_SEMI",      "PROBE_ANTI",  "BUILD_SEMI",  "BUILD_ANTI",
                                    "NULL_AWARE_ANTI", "MARK",        "COUNT"};
  return kNames[static_cast<size_t>(kind)];
}

bool gives_probe_rows(JoinKind kind) {
  return kind != JoinKind::kBuildSemi && kind != JoinKind::kBuildAnti && kind != JoinKind::kCount;
}

bool gives_build_rows(JoinKind kind) {
  switch (kind) {
    case JoinKind::kInner:
    case JoinKind::kProbeOuter:
    case JoinKind::kBuildOuter:
    case JoinKind::kFullOuter:
    case JoinKind::kBuildSemi:
    case JoinKind::kBuildAnti:
      return true;
    default:
      return false;
  }
}

bool owes_build_rows(JoinKind kind) {
  return keeps_unmatched_build_rows(kind) || kind == JoinKind::kBuildSemi;
}

bool keeps_unmatched_build_rows(JoinKind kind) {
  return misses_probe_rows(kind) || kind == JoinKind::kBuildAnti;
}

bool misses_build_rows(JoinKind kind) {
  return kind == JoinKind::kProbeOuter || kind == JoinKind::kFullOuter;
}

bool misses_probe_rows(JoinKind kind) {
  return kind == JoinKind::kBuildOuter || kind == JoinKind::kFullOuter;
}

void check_columns(const std::vector<uint32_t>& columns, const arrow::Schema& schema,
                   const char* side, const char* what) {
  for (const uint32_t column : columns) {
    if (column >= schema.size()) {
      throw InvalidArgument(std::string(what) + " column " + std::to_string(column) + " of the " +
                            side + " side is not one of its " + std::to_string(schema.size()));
    }
    arrow::value_type(schema[column], side);
  }
}

std::vector<uint32_t> each_once(std::vector<uint32_t> columns,
                                const std::vector<uint32_t>& others) {
  columns.insert(columns.end(), others.begin(), others.end());
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  return columns;
}

void check_batch_rows(uint32_t rows) {
  if (rows == 0 || rows > kMostBatchRows) {
    throw InvalidArgument(std::string("A batch of the result has 1 to ") +
                          std::to_string(kMostBatchRows) + " rows, not " + std::to_string(rows));
  }
}

void append_outputs(const arrow::Schema& side, std::span<const uint32_t> outputs, bool missing,
                    arrow::Schema& result) {
  for (const uint32_t column : outputs) {
    const arrow::Field& field = side[column];
    result.push_back(arrow::value_field(field, field.nullable() || missing));
  }
}

void Specification::check() const {
  if (build_keys.empty() || build_keys.size() > kMostKeys ||
      build_keys.size() != probe_keys.size()) {
    throw InvalidArgument(std::string("There are ") + std::to_string(build_keys.size()) +
                          " key columns of the build side and " +
                          std::to_string(probe_keys.size()) + " of the probe side, not 1 to " +
                          std::to_string(kMostKeys) + " of each");
  }
  if ((kind == JoinKind::kNullAwareAnti || kind == JoinKind::kMark) && build_keys.size() != 1) {
    throw InvalidArgument(std::string("NOT IN and mark joins take one key column, not ") +
                          std::to_string(build_keys.size()));
  }
  check_columns(build_keys, build, "build", "Key");
  check_columns(probe_keys, probe, "probe", "Key");
  check_columns(build_outputs, build, "build", "Output");
  check_columns(probe_outputs, probe, "probe", "Output");
  for (size_t i = 0; i < build_keys.size(); ++i) {
    const arrow::Field& build_key = build[build_keys[i]];
    const arrow::Field& probe_key = probe[probe_keys[i]];
    const arrow::Type build_type = arrow::value_type(build_key, "build");
    const arrow::Type probe_type = arrow::value_type(probe_key, "probe");
    if (!arrow::comparable(build_type, probe_type)) {
      throw InvalidArgument(std::string("Key column ") + build_key.name +
                            " of the build side has format " + build_type.format +
                            ", which is never equal to column " + probe_key.name +
                            " of the probe side, of format " + probe_type.format);
    }
  }
  if (!build_outputs.empty() && !gives_build_rows(kind)) {
    throw InvalidArgument("This kind of join gives no rows of the build side, but " +
                          std::to_string(build_outputs.size()) + " output columns are of it");
  }
  if (!probe_outputs.empty() && !gives_probe_rows(kind)) {
    throw InvalidArgument("This kind of join gives no rows of the probe side, but " +
                          std::to_string(probe_outputs.size()) + " output columns are of it");
  }
  if (threads == 0 || threads > kMostThreads) {
    throw InvalidArgument(std::string("A join has 1 to ") + std::to_string(kMostThreads) +
                          " threads, not " + std::to_string(threads));
  }
  check_batch_rows(batch_rows);
  if (probe_mode == ProbeMode::kDirect && probe_buffer != 0) {
    throw InvalidArgument(std::string("Direct probes have no buffer, but one of ") +
                          std::to_string(probe_buffer) + " bytes was asked for");
  }
}

std::vector<KeyPart> Specification::key_parts() const {
  std::vector<KeyPart> parts;
  for (size_t i = 0; i < build_keys.size(); ++i) {
    parts.emplace_back(arrow::value_type(build[build_keys[i]], "build"),
                       arrow::value_type(probe[probe_keys[i]], "probe"));
  }
  return parts;
}

std::vector<uint32_t> Specification::used_build_columns() const {
  return each_once(build_keys, build_outputs);
}

std::vector<uint32_t> Specification::used_probe_columns() const {
  return each_once(probe_keys, probe_outputs);
}

arrow::Schema Specification::result() const {
  arrow::Schema columns;
  append_outputs(probe, probe_outputs, misses_probe_rows(kind), columns);
  append_outputs(build, build_outputs, misses_build_rows(kind), columns);
  if (kind == JoinKind::kMark) {
    columns.push_back(made_field("mark", "b", true));
  } else if (kind == JoinKind::kCount) {
    columns.push_back(made_field("count", "l", false));
  }
  return columns;
}

}  // namespace hail::join
