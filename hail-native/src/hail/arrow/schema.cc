// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/arrow/schema.h"

#include <cstring>
#include <memory>
#include <optional>

#include "hail/errors.h"

namespace hail::arrow {
namespace {

/// No table nests deeper. The limit also stops schemas that point to themselves.
constexpr unsigned kMostNested = 64;
constexpr int64_t kMostColumns = int64_t{1} << 20;

/// Returns the size of metadata: the number of pairs, then length and bytes of each key and value.
size_t metadata_size(const char* metadata, const std::string& where) {
  size_t at = 0;
  auto number = [&] {
    int32_t value;
    std::memcpy(&value, metadata + at, sizeof(value));
    at += sizeof(value);
    if (value < 0) {
      throw InvalidArgument(where + " has metadata with a negative length");
    }
    return static_cast<size_t>(value);
  };
  const size_t texts = 2 * number();
  for (size_t text = 0; text < texts; ++text) {
    const size_t length = number();
    at += length;
  }
  return at;
}

Field read_field(const ArrowSchema& schema, const std::string& where, unsigned depth) {
  if (schema.release == nullptr) {
    throw InvalidArgument(where + " has been released");
  }
  if (schema.format == nullptr) {
    throw InvalidArgument(where + " has no format");
  }
  if (depth > kMostNested) {
    throw InvalidArgument(where + " is nested more than " + std::to_string(kMostNested) +
                          " levels deep");
  }
  Field field;
  field.format = schema.format;
  field.name = schema.name == nullptr ? "" : schema.name;
  field.flags = schema.flags;
  if (schema.metadata != nullptr) {
    field.metadata.assign(schema.metadata, metadata_size(schema.metadata, where));
  }
  if (schema.n_children < 0 || schema.n_children > kMostColumns ||
      (schema.n_children > 0 && schema.children == nullptr)) {
    throw InvalidArgument(where + " has " + std::to_string(schema.n_children) +
                          " children, or a null pointer to them");
  }
  for (int64_t i = 0; i < schema.n_children; ++i) {
    const std::string child = where + ", column " + std::to_string(i);
    if (schema.children[i] == nullptr) {
      throw InvalidArgument(child + " is a null pointer");
    }
    field.children.push_back(read_field(*schema.children[i], child, depth + 1));
  }
  if (schema.dictionary != nullptr) {
    field.dictionary.push_back(read_field(*schema.dictionary, where + ", dictionary", depth + 1));
  }
  return field;
}

struct ExportedSchema {
  std::string format;
  std::string name;
  std::string metadata;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> pointers;
  ArrowSchema dictionary{};

  ExportedSchema() = default;
  ExportedSchema(const ExportedSchema&) = delete;
  ExportedSchema& operator=(const ExportedSchema&) = delete;

  ~ExportedSchema() {
    for (ArrowSchema& child : children) {
      if (child.release != nullptr) {
        child.release(&child);
      }
    }
    if (dictionary.release != nullptr) {
      dictionary.release(&dictionary);
    }
  }
};

void release_schema(ArrowSchema* schema) {
  delete static_cast<ExportedSchema*>(schema->private_data);
  schema->release = nullptr;
}

void export_field(const Field& field, ArrowSchema* out) {
  auto exported = std::make_unique<ExportedSchema>();
  exported->format = field.format;
  exported->name = field.name;
  exported->metadata = field.metadata;
  exported->children.resize(field.children.size());
  exported->pointers.reserve(field.children.size());
  for (size_t i = 0; i < field.children.size(); ++i) {
    export_field(field.children[i], &exported->children[i]);
    exported->pointers.push_back(&exported->children[i]);
  }
  if (!field.dictionary.empty()) {
    export_field(field.dictionary.front(), &exported->dictionary);
  }
  *out = {};
  out->format = exported->format.c_str();
  out->name = exported->name.c_str();
  out->metadata = exported->metadata.empty() ? nullptr : exported->metadata.data();
  out->flags = field.flags;
  out->n_children = static_cast<int64_t>(field.children.size());
  out->children = exported->pointers.empty() ? nullptr : exported->pointers.data();
  out->dictionary = field.dictionary.empty() ? nullptr : &exported->dictionary;
  out->release = &release_schema;
  out->private_data = exported.release();
}

}  // namespace

Schema read_schema(const ArrowSchema& schema, std::string_view side) {
  const std::string where = "The schema of the " + std::string(side) + " side";
  Field root = read_field(schema, where, 0);
  if (root.format != "+s") {
    throw InvalidArgument(where + " is not a struct (+s) but " + root.format);
  }
  return std::move(root.children);
}

Type value_type(const Field& field, std::string_view side) {
  auto refuse = [&](const std::string& format) {
    throw UnsupportedType("Column " + field.name + " of the " + std::string(side) +
                          " side has the format " + format + ", which joins do not take");
  };
  const std::optional<Type> stored = parse_type(field.format);
  if (!stored) {
    refuse(field.format);
  }
  if (field.dictionary.empty()) {
    return *stored;
  }
  const Field& values = field.dictionary.front();
  const std::optional<Type> type = parse_type(values.format);
  const bool is_index = stored->kind == Kind::kSigned || stored->kind == Kind::kUnsigned;
  if (!type || !is_index || !values.dictionary.empty()) {
    refuse("dictionary of " + values.format + " by " + field.format);
  }
  return *type;
}

Field value_field(const Field& field, bool nullable) {
  Field values = field;
  if (!field.dictionary.empty()) {
    values.format = field.dictionary.front().format;
    values.dictionary.clear();
  }
  values.flags = nullable ? ARROW_FLAG_NULLABLE : 0;
  return values;
}

bool is_metadata(std::string_view bytes) {
  if (bytes.empty()) {
    return true;
  }
  auto take = [&bytes]() -> int64_t {
    int32_t value;
    if (bytes.size() < sizeof(value)) {
      return -1;
    }
    std::memcpy(&value, bytes.data(), sizeof(value));
    bytes.remove_prefix(sizeof(value));
    return value;
  };
  const int64_t texts = 2 * take();
  if (texts < 0) {
    return false;
  }
  for (int64_t text = 0; text < texts; ++text) {
    const int64_t length = take();
    if (length < 0 || bytes.size() < static_cast<size_t>(length)) {
      return false;
    }
    bytes.remove_prefix(static_cast<size_t>(length));
  }
  return bytes.empty();
}

void export_schema(const Schema& schema, ArrowSchema* out) {
  Field root;
  root.format = "+s";
  root.children = schema;
  export_field(root, out);
}

}  // namespace hail::arrow
