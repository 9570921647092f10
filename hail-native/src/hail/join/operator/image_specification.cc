// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/operator/image_specification.h"

#include <stdexcept>
#include <string>

#include "hail/errors.h"

namespace hail::join {
namespace {

void write_schema(HeaderWriter& header, const arrow::Schema& schema) {
  header.number(schema.size());
  for (const arrow::Field& field : schema) {
    header.text(field.name);
    header.text(field.format);
    header.text(field.metadata);
    header.number(static_cast<uint64_t>(field.flags));
    write_schema(header, field.children);
    write_schema(header, field.dictionary);
  }
}

arrow::Schema read_schema(HeaderReader& header, unsigned depth) {
  constexpr unsigned kMostNested = 128;
  constexpr uint64_t kMostColumns = uint64_t{1} << 20;
  require_header(depth < kMostNested, "nesting of columns");
  const uint64_t columns = header.number(kMostColumns);
  arrow::Schema schema;
  for (uint64_t i = 0; i < columns; ++i) {
    arrow::Field& field = schema.emplace_back();
    field.name = header.text();
    field.format = header.text();
    field.metadata = header.text();
    require_header(arrow::is_metadata(field.metadata), "metadata of a column");
    field.flags = static_cast<int64_t>(header.number());
    field.children = read_schema(header, depth + 1);
    field.dictionary = read_schema(header, depth + 1);
    require_header(field.dictionary.size() <= 1, "dictionaries of a column");
  }
  return schema;
}

}  // namespace

void write_specification(HeaderWriter& header, const Specification& specification) {
  header.number(static_cast<uint64_t>(specification.kind));
  header.number(specification.null_equal);
  header.number(specification.batch_rows);
  header.number(static_cast<uint64_t>(specification.probe_mode));
  header.number(specification.probe_buffer);
  header.number(specification.hash_mask);
  header.number(specification.hash_seed);
  header.numbers(specification.build_keys);
  header.numbers(specification.probe_keys);
  header.numbers(specification.build_outputs);
  header.numbers(specification.probe_outputs);
  write_schema(header, specification.build);
  write_schema(header, specification.probe);
}

Specification read_specification(HeaderReader& header) {
  Specification read;
  read.kind = static_cast<JoinKind>(header.number(static_cast<uint64_t>(JoinKind::kCount)));
  read.null_equal = header.flag();
  read.batch_rows = static_cast<uint32_t>(header.number(~uint32_t{0}));
  read.probe_mode =
      static_cast<ProbeMode>(header.number(static_cast<uint64_t>(ProbeMode::kBuffered)));
  read.probe_buffer = header.number();
  read.hash_mask = header.number();
  read.hash_seed = header.number();
  read.build_keys = header.numbers();
  read.probe_keys = header.numbers();
  read.build_outputs = header.numbers();
  read.probe_outputs = header.numbers();
  read.build = read_schema(header, 0);
  read.probe = read_schema(header, 0);
  try {
    read.check();
  } catch (const std::runtime_error& e) {
    throw BadImage(std::string("The header of the image has a join that cannot be: ") + e.what());
  }
  return read;
}

}  // namespace hail::join
