// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/operator/image_table.h"

#include <bit>
#include <utility>
#include <variant>
#include <vector>

namespace hail::join {

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
    for (const uint64_t outlier : part.outliers) {
      header.number(outlier);
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
    require_header(part.window <= part.span && part.span - part.window <= KeyCodec::kMostOutliers,
                   "values of a key outside of its window");
    part.shift = static_cast<unsigned>(header.number(63));
    while (part.outliers.size() < part.span - part.window) {
      const uint64_t outlier = header.number();
      require_header(part.outliers.empty() || part.outliers.back() < outlier,
                     "order of values outside of a window");
      part.outliers.push_back(outlier);
    }
  }
  return KeyCodec::chosen(std::move(parts), specification.null_equal, specification.hash_mask,
                          specification.hash_seed, exact, greatest);
}

namespace {

template <Key K, class Buckets>
void write_arrays(HeaderWriter& header, ContentWriter& content,
                  const ConciseView<K, Buckets>& view) {
  header.number(Buckets::kRanked);
  content.part(header, view.words());
  content.part(header, view.array());
  content.part(header, view.overflow().rows);
  content.part(header, view.overflow().heads);
  content.part(header, view.overflow().next);
}

template <Key K>
void write_arrays(HeaderWriter& header, ContentWriter& content, const LinearView<K>& view) {
  content.part(header, view.slots());
}

}  // namespace

void write_table(HeaderWriter& header, ContentWriter& content, const KeyTable& table) {
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

namespace {

template <Key K, class Buckets>
KeyTable::View read_arrays(HeaderReader& header, const ContentReader& content,
                           const Buckets& buckets, uint64_t seed) {
  const auto words = content.part<ConciseWord>(header);
  const auto array = content.part<typename Buckets::Entry>(header);
  OverflowView<K> overflow;
  overflow.rows = content.part<Tuple<K>>(header);
  overflow.heads = content.part<uint32_t>(header);
  overflow.next = content.part<uint32_t>(header);
  overflow.hash = overflow_hash(seed);
  require_header(!Buckets::kRanked || array.empty(), "an array of a table whose bits are enough");
  require_header(words.size() == buckets.buckets() / ConciseWord::kBuckets, "buckets of the table");
  require_header(overflow.next.size() == overflow.rows.size() &&
                     overflow.heads.size() ==
                         (overflow.rows.empty() ? 0 : std::bit_ceil(overflow.rows.size())),
                 "overflow of the table");
  return KeyTable::View(std::in_place_type<ConciseView<K, Buckets>>, buckets, words, array,
                        overflow);
}

template <Key K>
KeyTable::View read_view(HeaderReader& header, const ContentReader& content, const TablePlan& plan,
                         uint64_t seed) {
  if (plan.linear) {
    const LinearSlots<K> where(MixHash(seed), plan.keys, plan.piece_bits);
    const auto slots = content.part<Tuple<K>>(header);
    require_header(slots.size() == where.slots(), "slots of the table");
    return LinearView<K>(where, slots);
  }
  const bool ranked = header.flag();
  require_header(!ranked || plan.array, "ranks of a hash table");
  auto with = [&](const auto& buckets) { return read_arrays<K>(header, content, buckets, seed); };
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

}  // namespace

KeyTable read_table(HeaderReader& header, const ContentReader& content, uint64_t seed) {
  constexpr uint64_t kMostRange = uint64_t{1} << 48;
  constexpr uint64_t kMostPieceBits = 20;
  TablePlan plan;
  plan.array = header.flag();
  plan.linear = header.number(plan.array ? 0 : 1) != 0;
  plan.keys = header.number(arrow::kNone);
  plan.least = header.number();
  plan.range = header.number();
  plan.outside = header.number(plan.array ? plan.keys : 0);
  require_header(!plan.array || (plan.range > 0 && plan.range < kMostRange), "range of an array");
  plan.piece_bits = static_cast<unsigned>(header.number(kMostPieceBits));
  plan.explanation = header.text();
  const uint64_t key_bytes = header.number();
  require_header(key_bytes == 4 || key_bytes == 8, "bytes of a key");
  const KeyTable::View view = key_bytes == 4 ? read_view<uint32_t>(header, content, plan, seed)
                                             : read_view<uint64_t>(header, content, plan, seed);
  return KeyTable(std::move(plan), view);
}

}  // namespace hail::join
