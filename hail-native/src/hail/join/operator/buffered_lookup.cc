// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/operator/buffered_lookup.h"

#include <algorithm>
#include <utility>

namespace hail::join {
namespace {

constexpr uint64_t kMostRows = uint64_t{1} << 31;
/// Bytes of a waiting row: code, state and group, then code and row number in the split copy.
constexpr uint64_t kRowBytes =
    sizeof(uint64_t) + sizeof(KeyState) + sizeof(uint32_t) + sizeof(Tuple<uint64_t>);

}  // namespace

BufferedLookup::BufferedLookup(const BuiltJoin& join, uint64_t bytes)
    : join_(join),
      used_(join.specification().used_probe_columns()),
      bytes_(bytes),
      capacity_(std::clamp<uint64_t>(bytes / kRowBytes, 1, kMostRows)),
      codes_(*join.budget(), MemoryUse::kBuffer),
      states_(*join.budget(), MemoryUse::kBuffer),
      groups_(*join.budget(), MemoryUse::kBuffer) {}

void BufferedLookup::add(arrow::OwnedArray array) {
  release();
  batches_.emplace_back(std::move(array), join_.specification(), used_, *join_.budget());
  if (batches_.back().rows() == 0) {
    batches_.pop_back();
    return;
  }
  decoded_bytes_ += batches_.back().batch.decoded_bytes();
  next_row_ = 0;
}

bool BufferedLookup::has_rows_without_codes() const {
  return !batches_.empty() && next_row_ < batches_.back().rows();
}

bool BufferedLookup::is_full() const {
  return rows_ == capacity_ || batches_.size() >= kMostBatches ||
         rows_ * kRowBytes + decoded_bytes_ >= bytes_;
}

bool BufferedLookup::pending() const {
  return has_rows_without_codes() || (found_ ? returned_rows_ < rows_ : rows_ > 0 && is_full());
}

bool BufferedLookup::in_midst_of_batch() const {
  return returned_rows_ == rows_ && has_rows_without_codes();
}

bool BufferedLookup::find(bool end) {
  release();
  encode();
  if (rows_ == 0 || !(end || is_full())) {
    return false;
  }
  look_up();
  return true;
}

void BufferedLookup::release() {
  if (!found_ || returned_rows_ < rows_) {
    return;
  }
  if (has_rows_without_codes()) {
    batches_.erase(batches_.begin(), batches_.end() - 1);
    decoded_bytes_ = batches_.back().batch.decoded_bytes();
    first_row_ = next_row_;
  } else {
    batches_.clear();
    decoded_bytes_ = 0;
    first_row_ = 0;
  }
  begins_.clear();
  rows_ = 0;
  searchable_ = 0;
  found_ = false;
  returned_batches_ = 0;
  returned_rows_ = 0;
}

void BufferedLookup::encode() {
  KeyCodec::Codes codes;
  while (rows_ < capacity_ && has_rows_without_codes()) {
    const ProbeBatch& batch = batches_.back();
    const unsigned count = static_cast<unsigned>(
        std::min<uint64_t>({KeyCodec::kStride, capacity_ - rows_, batch.rows() - next_row_}));
    codes_.resize(rows_ + count);
    states_.resize(rows_ + count);
    if (begins_.size() < batches_.size()) {
      begins_.push_back(rows_);
    }
    join_.table().codec.encode_probe(batch.keys, next_row_, count, codes);
    std::copy_n(codes.code, count, codes_.data() + rows_);
    std::copy_n(codes.state, count, states_.data() + rows_);
    searchable_ +=
        static_cast<uint64_t>(std::count(codes.state, codes.state + count, KeyState::kSearchable));
    rows_ += count;
    next_row_ += count;
  }
}

void BufferedLookup::look_up() {
  groups_.resize(rows_);
  const JoinTable& table = join_.table();
  const WaitingCodes waiting{codes_.span().first(rows_), states_.span().first(rows_), searchable_};
  auto equal = [&](uint64_t row, uint32_t group) {
    const size_t batch = static_cast<size_t>(std::upper_bound(begins_.begin(), begins_.end(), row) -
                                             begins_.begin() - 1);
    const uint64_t first = batch == 0 ? first_row_ : 0;
    return table.has_key(group, batches_[batch].keys, first + row - begins_[batch]);
  };
  table.key_table.find_by_pieces(waiting, table.codec.exact(), equal, worker_, *join_.budget(),
                                 groups_.data());
  found_ = true;
}

bool BufferedLookup::next(FoundRows& rows) {
  if (!found_ || returned_rows_ == rows_) {
    return false;
  }
  const size_t batch = returned_batches_++;
  const uint64_t begin = begins_[batch];
  const uint64_t end = returned_batches_ < begins_.size() ? begins_[returned_batches_] : rows_;
  rows = {&batches_[batch], batch == 0 ? first_row_ : 0, end - begin, groups_.data() + begin,
          states_.data() + begin};
  returned_rows_ = end;
  return true;
}

}  // namespace hail::join
