// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/operator/image.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "hail/errors.h"
#include "hail/join/operator/image_bytes.h"
#include "hail/join/operator/image_check.h"
#include "hail/join/operator/image_file.h"
#include "hail/join/table/hash.h"

namespace hail::join {
namespace {

static_assert(std::endian::native == std::endian::little, "Images are little-endian");

using arrow::ColumnView;
using arrow::Layout;

constexpr uint64_t kVersion = 7;
constexpr uint64_t kUnit = 64;
constexpr uint64_t kSeed = 0x3c6ef372fe94f82bULL;

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

uint64_t rounded(uint64_t bytes) { return (bytes + kUnit - 1) / kUnit * kUnit; }

/// Adds whole words to a hash, so that parts can be hashed one after the other.
uint64_t hash_words(uint64_t hash, std::span<const uint8_t> bytes) {
  for (size_t at = 0; at < bytes.size(); at += sizeof(uint64_t)) {
    hash = hash_step(hash, arrow::load<uint64_t>(bytes.data() + at, 0));
  }
  return hash;
}

uint64_t hash_header(std::span<const uint8_t> header) {
  Prologue prologue;
  std::memcpy(&prologue, header.data(), sizeof(prologue));
  prologue.header_hash = 0;
  const uint64_t hash = hash_bytes(&prologue, sizeof(prologue), kSeed);
  return hash_bytes(header.data() + sizeof(prologue), header.size() - sizeof(prologue), hash);
}

/// The content to be written: parts one after the other, each at a multiple of 64 bytes.
class Content {
 public:
  /// Adds a part. Writes its place, from the start of the content, into the header.
  template <class T>
  void part(HeaderWriter& header, std::span<const T> values) {
    header.number(size_);
    header.number(values.size_bytes());
    parts_.emplace_back(reinterpret_cast<const uint8_t*>(values.data()), values.size_bytes());
    size_ += rounded(values.size_bytes());
  }

  uint64_t size() const { return size_; }

  /// Writes all parts at an offset of the file. Returns their hash.
  uint64_t write(NewFile& file, uint64_t offset) const {
    uint64_t hash = kSeed;
    for (const std::span<const uint8_t> part : parts_) {
      const size_t whole = part.size() / kUnit * kUnit;
      file.write(offset, part.first(whole));
      hash = hash_words(hash, part.first(whole));
      offset += whole;
      if (whole < part.size()) {
        std::array<uint8_t, kUnit> rest{};
        std::copy(part.begin() + static_cast<ptrdiff_t>(whole), part.end(), rest.begin());
        file.write(offset, rest);
        hash = hash_words(hash, rest);
        offset += kUnit;
      }
    }
    return hash;
  }

 private:
  std::vector<std::span<const uint8_t>> parts_;
  uint64_t size_ = 0;
};

/// The parts of a content that was opened.
class Parts {
 public:
  explicit Parts(std::span<const uint8_t> content) : content_(content) {}

  template <class T>
  std::span<const T> part(HeaderReader& header) const {
    const uint64_t offset = header.number();
    const uint64_t bytes = header.number();
    if (offset % kUnit != 0 || offset > content_.size() || bytes > content_.size() - offset ||
        bytes % sizeof(T) != 0) {
      throw BadImage("The header of the image has a part of " + std::to_string(bytes) +
                     " bytes at " + std::to_string(offset) + ", which is not in the file");
    }
    return {reinterpret_cast<const T*>(content_.data() + offset), bytes / sizeof(T)};
  }

 private:
  std::span<const uint8_t> content_;
};

void require(bool holds, const char* what) {
  if (!holds) {
    throw BadImage(std::string("The header of the image contradicts itself: ") + what);
  }
}

// ---- schemas and specification ----

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
  require(depth < kMostNested, "nesting of columns");
  const uint64_t columns = header.number(kMostColumns);
  arrow::Schema schema;
  for (uint64_t i = 0; i < columns; ++i) {
    arrow::Field& field = schema.emplace_back();
    field.name = header.text();
    field.format = header.text();
    field.metadata = header.text();
    require(arrow::is_metadata(field.metadata), "metadata of a column");
    field.flags = static_cast<int64_t>(header.number());
    field.children = read_schema(header, depth + 1);
    field.dictionary = read_schema(header, depth + 1);
    require(field.dictionary.size() <= 1, "dictionaries of a column");
  }
  return schema;
}

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

// ---- key codes ----

void write_codec(HeaderWriter& header, const KeyCodec& codec) {
  header.number(codec.exact());
  header.number(codec.greatest_code());
  for (const KeyPart& part : codec.parts()) {
    header.number(part.empty);
    header.number(part.has_null);
    header.number(part.least);
    header.number(part.window);
    header.number(part.span);
    header.number(part.shift);
    for (const uint64_t stray : part.strays) {
      header.number(stray);
    }
  }
}

KeyCodec read_codec(HeaderReader& header, const Specification& specification) {
  const bool exact = header.flag();
  const uint64_t greatest = header.number();
  std::vector<KeyPart> parts = specification.key_parts();
  for (KeyPart& part : parts) {
    part.empty = header.flag();
    part.has_null = header.flag();
    part.least = header.number();
    part.window = header.number();
    part.span = header.number();
    require(part.window <= part.span && part.span - part.window <= KeyCodec::kMostStrays,
            "values of a key outside of its window");
    part.shift = static_cast<unsigned>(header.number(63));
    while (part.strays.size() < part.span - part.window) {
      const uint64_t stray = header.number();
      require(part.strays.empty() || part.strays.back() < stray,
              "order of values outside of a window");
      part.strays.push_back(stray);
    }
  }
  return KeyCodec::chosen(std::move(parts), specification.null_equal, specification.hash_mask,
                          specification.hash_seed, exact, greatest);
}

// ---- table ----

template <Key K, class Buckets>
void write_arrays(HeaderWriter& header, Content& content, const ConciseView<K, Buckets>& view) {
  header.number(Buckets::kRanked);
  content.part(header, view.words());
  content.part(header, view.array());
  content.part(header, view.overflow().rows);
  content.part(header, view.overflow().heads);
  content.part(header, view.overflow().next);
}

template <Key K>
void write_arrays(HeaderWriter& header, Content& content, const LinearView<K>& view) {
  content.part(header, view.slots());
}

void write_table(HeaderWriter& header, Content& content, const KeyTable& table) {
  const TablePlan& plan = table.plan();
  header.number(plan.array);
  header.number(plan.linear);
  header.number(plan.keys);
  header.number(plan.least);
  header.number(plan.range);
  header.number(plan.outside);
  header.number(plan.piece_bits);
  header.text(plan.explanation);
  std::visit(
      [&]<class View>(const View& view) {
        header.number(sizeof(typename View::Code));
        write_arrays(header, content, view);
      },
      table.view());
}

template <Key K, class Buckets>
KeyTable::View read_arrays(HeaderReader& header, const Parts& parts, const Buckets& buckets,
                           uint64_t seed) {
  const auto words = parts.part<ConciseWord>(header);
  const auto array = parts.part<typename Buckets::Entry>(header);
  OverflowView<K> overflow;
  overflow.rows = parts.part<Tuple<K>>(header);
  overflow.heads = parts.part<uint32_t>(header);
  overflow.next = parts.part<uint32_t>(header);
  overflow.hash = overflow_hash(seed);
  require(!Buckets::kRanked || array.empty(), "an array of a table whose bits are enough");
  require(words.size() == buckets.buckets() / ConciseWord::kBuckets, "buckets of the table");
  require(overflow.next.size() == overflow.rows.size() &&
              overflow.heads.size() ==
                  (overflow.rows.empty() ? 0 : std::bit_ceil(overflow.rows.size())),
          "overflow of the table");
  return KeyTable::View(std::in_place_type<ConciseView<K, Buckets>>, buckets, words, array,
                        overflow);
}

template <Key K>
KeyTable::View read_view(HeaderReader& header, const Parts& parts, const TablePlan& plan,
                         uint64_t seed) {
  if (plan.linear) {
    const LinearSlots<K> where(MixHash(seed), plan.keys, plan.piece_bits);
    const auto slots = parts.part<Tuple<K>>(header);
    require(slots.size() == where.slots(), "slots of the table");
    return LinearView<K>(where, slots);
  }
  const bool ranked = header.flag();
  require(!ranked || plan.array, "ranks of a hash table");
  auto with = [&](const auto& buckets) { return read_arrays<K>(header, parts, buckets, seed); };
  auto with_array = [&](const auto& buckets) {
    return ranked ? with(RankedBuckets(buckets)) : with(buckets);
  };
  if (plan.outside > 0) {
    return with_array(KeyTable::Window<K>(plan.least, plan.range, plan.piece_bits));
  }
  if (plan.array) {
    return with_array(KeyTable::Direct<K>(plan.least, plan.range, plan.piece_bits));
  }
  return with(KeyTable::Hashed<K>(MixHash(seed), plan.keys, plan.piece_bits));
}

KeyTable read_table(HeaderReader& header, const Parts& parts, uint64_t seed) {
  constexpr uint64_t kMostRange = uint64_t{1} << 48;
  constexpr uint64_t kMostPieceBits = 20;
  TablePlan plan;
  plan.array = header.flag();
  plan.linear = header.number(plan.array ? 0 : 1) != 0;
  plan.keys = header.number(arrow::kNone);
  plan.least = header.number();
  plan.range = header.number();
  plan.outside = header.number(plan.array ? plan.keys : 0);
  require(!plan.array || (plan.range > 0 && plan.range < kMostRange), "range of an array");
  plan.piece_bits = static_cast<unsigned>(header.number(kMostPieceBits));
  plan.explanation = header.text();
  const uint64_t key_bytes = header.number();
  require(key_bytes == 4 || key_bytes == 8, "bytes of a key");
  const KeyTable::View view = key_bytes == 4 ? read_view<uint32_t>(header, parts, plan, seed)
                                             : read_view<uint64_t>(header, parts, plan, seed);
  return KeyTable(std::move(plan), view);
}

// ---- columns ----

uint64_t bytes_of_bits(uint64_t bits) { return (bits + 7) / 8; }

void write_column(HeaderWriter& header, Content& content, const ColumnView& view) {
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

ColumnView read_column(HeaderReader& header, const Parts& parts, const arrow::Type& type,
                       uint64_t rows) {
  const auto validity = parts.part<uint8_t>(header);
  const auto values = parts.part<uint8_t>(header);
  const auto offsets = parts.part<uint64_t>(header);
  ColumnView view;
  view.layout = type.layout == Layout::kVariable32 ? Layout::kVariable64 : type.layout;
  view.width = type.width;
  view.rows = rows;
  view.validity = validity.empty() ? nullptr : validity.data();
  view.values = values.data();
  view.offsets = reinterpret_cast<const uint8_t*>(offsets.data());
  require(validity.empty() || validity.size() == bytes_of_bits(rows), "validity of a column");
  uint64_t bytes = rows * view.width;
  if (view.layout == Layout::kBits) {
    bytes = bytes_of_bits(rows);
  } else if (view.layout == Layout::kVariable64) {
    require(offsets.size() == (rows == 0 ? 0 : rows + 1), "offsets of a column");
    bytes = values.size();
    require(rows == 0 || offsets[rows] == bytes, "bytes of a column");
  }
  require(values.size() == bytes, "values of a column");
  return view;
}

/// Writes key columns that are compared, and outputs, in the order of the schema. A column that is
/// both, or an output twice, is written once.
void write_columns(HeaderWriter& header, Content& content, const Specification& specification,
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

void read_columns(HeaderReader& header, const Parts& parts, const Specification& specification,
                  JoinTable& table) {
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
          header, parts, arrow::value_type(specification.build[column], "build"), table.rows);
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

// ---- the whole ----

/// Writes the header after its prologue, and collects the parts of the content.
void describe(const BuiltJoin& join, HeaderWriter& header, Content& content) {
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

std::unique_ptr<JoinTable> read_join_table(HeaderReader& header, const Parts& parts,
                                           const Specification& specification) {
  KeyCodec codec = read_codec(header, specification);
  KeyTable key_table = read_table(header, parts, specification.hash_seed);
  auto table = std::make_unique<JoinTable>(std::move(codec), std::move(key_table));
  table->unique = header.flag();
  table->given_rows = header.number();
  table->rows = header.number(arrow::kNone);
  table->null_key_rows = header.number();
  table->distinct_keys = header.number(table->rows);
  table->first = parts.part<uint32_t>(header);
  table->ordered = parts.part<uint32_t>(header);
  require(table->unique ? table->first.empty() && table->ordered.empty()
                        : table->first.size() == table->distinct_keys + 1 &&
                              table->ordered.size() == table->rows,
          "rows of the groups");
  read_columns(header, parts, specification, *table);
  return table;
}

Prologue read_prologue(std::span<const uint8_t> file) {
  Prologue prologue;
  if (file.size() < sizeof(prologue)) {
    throw BadImage("It has " + std::to_string(file.size()) + " bytes, too few for an image");
  }
  std::memcpy(&prologue, file.data(), sizeof(prologue));
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
      prologue.header % kUnit != 0 || file.size() % kUnit != 0) {
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
  Content content;
  describe(join, description, content);
  Prologue prologue{};
  prologue.magic = kMagic;
  prologue.version = kVersion;
  prologue.header = rounded(sizeof(prologue) + description.bytes().size());
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
    if (verify && hash_words(kSeed, content) != prologue.content_hash) {
      throw BadImage("Its content is damaged: it does not have its checksum");
    }
    HeaderReader header(bytes.first(prologue.header).subspan(sizeof(prologue)));
    Specification specification = read_specification(header);
    auto budget = std::make_shared<MemoryBudget>(header.number());
    std::unique_ptr<JoinTable> table = read_join_table(header, Parts(content), specification);
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
