// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/operator/image.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "hail/errors.h"
#include "hail/join/operator/image_bytes.h"
#include "hail/join/operator/image_check.h"
#include "hail/join/operator/image_columns.h"
#include "hail/join/operator/image_content.h"
#include "hail/join/operator/image_file.h"
#include "hail/join/operator/image_specification.h"
#include "hail/join/operator/image_table.h"
#include "hail/join/table/hash.h"
#include "hail/memory/budget.h"

namespace hail::join {
namespace {

static_assert(std::endian::native == std::endian::little, "Images are little-endian");

constexpr uint64_t kVersion = 7;
constexpr uint64_t kHeaderSeed = 0x3c6ef372fe94f82bULL;

/// The first bytes of a file. The content begins after `header` bytes, which include the prologue.
struct Prologue {
  std::array<char, 8> magic;
  uint64_t version;
  uint64_t header;
  uint64_t file;
  uint64_t content_hash;
  /// Hash of the header with zero in this place.
  uint64_t header_hash;
};

constexpr std::array<char, 8> kMagic{'H', 'A', 'I', 'L', 'J', 'O', 'I', 'N'};

/// How images of the flat joins in Java begin, which have another layout.
constexpr std::array<char, 8> kMagicOfJava{'H', 'A', 'I', 'L', 'F', 'L', 'A', 'T'};

uint64_t hash_header(std::span<const uint8_t> header) {
  Prologue prologue;
  std::memcpy(&prologue, header.data(), sizeof(prologue));
  prologue.header_hash = 0;
  const uint64_t hash = hash_bytes(&prologue, sizeof(prologue), kHeaderSeed);
  return hash_bytes(header.data() + sizeof(prologue), header.size() - sizeof(prologue), hash);
}

/// Writes the header after its prologue, and collects the parts of the content.
void describe(const BuiltJoin& join, HeaderWriter& header, ContentWriter& content) {
  const JoinTable& table = join.table();
  write_specification(header, join.specification());
  header.number(join.budget()->limit());
  write_codec(header, table.codec);
  write_table(header, content, table.key_table);
  header.number(table.unique);
  header.number(table.given_rows);
  header.number(table.rows);
  header.number(table.null_key_rows);
  header.number(table.distinct_keys);
  content.part(header, table.first);
  content.part(header, table.ordered);
  write_columns(header, content, join.specification(), table);
}

std::unique_ptr<JoinTable> read_join_table(HeaderReader& header, const ContentReader& content,
                                           const Specification& specification) {
  KeyCodec codec = read_codec(header, specification);
  KeyTable key_table = read_table(header, content, specification.hash_seed);
  auto table = std::make_unique<JoinTable>(std::move(codec), std::move(key_table));
  table->unique = header.flag();
  table->given_rows = header.number();
  table->rows = header.number(arrow::kNone);
  table->null_key_rows = header.number();
  table->distinct_keys = header.number(table->rows);
  table->first = content.part<uint32_t>(header);
  table->ordered = content.part<uint32_t>(header);
  require_header(table->unique ? table->first.empty() && table->ordered.empty()
                               : table->first.size() == table->distinct_keys + 1 &&
                                     table->ordered.size() == table->rows,
                 "rows of the groups");
  read_columns(header, content, specification, *table);
  return table;
}

Prologue read_prologue(std::span<const uint8_t> file) {
  Prologue prologue;
  if (file.size() < sizeof(prologue)) {
    throw BadImage("It has " + std::to_string(file.size()) + " bytes, too few for an image");
  }
  std::memcpy(&prologue, file.data(), sizeof(prologue));
  if (prologue.magic == kMagicOfJava) {
    throw BadImage("It is an image of joins in Java; map it with the implementation that saved it");
  }
  if (prologue.magic != kMagic) {
    throw BadImage("It is no image of a join");
  }
  if (prologue.version != kVersion) {
    throw BadImage("It is of version " + std::to_string(prologue.version) +
                   ", but this library reads version " + std::to_string(kVersion));
  }
  if (prologue.file != file.size()) {
    throw BadImage("It has " + std::to_string(file.size()) + " bytes in place of " +
                   std::to_string(prologue.file));
  }
  if (prologue.header < sizeof(prologue) || prologue.header > file.size() ||
      prologue.header % kPartUnit != 0 || file.size() % kPartUnit != 0) {
    throw BadImage("Its header has a length of " + std::to_string(prologue.header) + " bytes");
  }
  if (hash_header(file.first(prologue.header)) != prologue.header_hash) {
    throw BadImage("Its header is damaged: it does not have its checksum");
  }
  return prologue;
}

}  // namespace

void save_image(const BuiltJoin& join, const std::string& path) {
  HeaderWriter description;
  ContentWriter content;
  describe(join, description, content);
  Prologue prologue{};
  prologue.magic = kMagic;
  prologue.version = kVersion;
  prologue.header = whole_units(sizeof(prologue) + description.bytes().size());
  prologue.file = prologue.header + content.size();
  NewFile file(path);
  prologue.content_hash = content.write(file, prologue.header);
  std::vector<uint8_t> header(prologue.header);
  std::memcpy(header.data() + sizeof(prologue), description.bytes().data(),
              description.bytes().size());
  std::memcpy(header.data(), &prologue, sizeof(prologue));
  prologue.header_hash = hash_header(header);
  std::memcpy(header.data(), &prologue, sizeof(prologue));
  file.write(0, header);
  file.complete();
}

namespace {

std::shared_ptr<BuiltJoin> open_image(const std::string& path, Residence residence, bool verify) {
  auto file = std::make_shared<FileBytes>(path, residence);
  const std::span<const uint8_t> bytes = file->bytes();
  try {
    const Prologue prologue = read_prologue(bytes);
    const std::span<const uint8_t> content = bytes.subspan(prologue.header);
    if (verify && hash_content(content) != prologue.content_hash) {
      throw BadImage("Its content is damaged: it does not have its checksum");
    }
    HeaderReader header(bytes.first(prologue.header).subspan(sizeof(prologue)));
    Specification specification = read_specification(header);
    auto budget = std::make_shared<MemoryBudget>(header.number());
    std::unique_ptr<JoinTable> table =
        read_join_table(header, ContentReader(content), specification);
    table->owner = file;
    if (verify) {
      check_content(*table);
    }
    auto join =
        std::make_shared<BuiltJoin>(std::move(specification), std::move(budget), std::move(table));
    join->set_table_bytes(bytes.size());
    return join;
  } catch (const BadImage& e) {
    throw BadImage(path + ": " + e.what());
  } catch (const BudgetExceeded& e) {
    // A join reserves what it keeps beside its table when it is built, so its image names a budget
    // that allows it.
    throw BadImage(path + ": Its header is damaged: " + e.what());
  }
}

}  // namespace

std::shared_ptr<BuiltJoin> map_image(const std::string& path, bool verify) {
  return open_image(path, Residence::kMapped, verify);
}

std::shared_ptr<BuiltJoin> read_image(const std::string& path) {
  return open_image(path, Residence::kCopied, true);
}

}  // namespace hail::join
