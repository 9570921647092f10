// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "hail/join/operator/built_join.h"
#include "hail/join/operator/lookup.h"
#include "hail/memory/array.h"

namespace hail::join {

/// Looks up rows as soon as they are asked for, 1024 rows of one batch at a time.
class DirectLookup final : public Lookup {
 public:
  /// join   outlives this
  explicit DirectLookup(const BuiltJoin& join)
      : join_(join),
        used_(join.specification().used_probe_columns()),
        stride_(*join.budget(), MemoryUse::kBuffer, 1) {}

  void add(arrow::OwnedArray array) override {
    release();
    batch_.emplace(std::move(array), join_.specification(), used_, *join_.budget());
    if (batch_->rows() == 0) {
      release();
    }
  }

  bool pending() const override { return !returned_ || in_midst_of_batch(); }

  bool find(bool end) override {
    if (end) {
      release();
    }
    if (!in_midst_of_batch()) {
      return false;
    }
    from_ += rows_;
    rows_ = static_cast<unsigned>(std::min<uint64_t>(KeyCodec::kStride, batch_->rows() - from_));
    Stride& stride = stride_[0];
    const JoinTable& table = join_.table();
    table.codec.encode_probe(batch_->keys, from_, rows_, stride.codes);
    table.find(
        stride.codes, batch_->keys, [this](uint64_t i) { return from_ + i; }, rows_, stride.groups);
    returned_ = false;
    return true;
  }

  std::span<const uint32_t> groups() const override { return {stride_[0].groups, rows_}; }

  bool next(FoundRows& rows) override {
    if (returned_) {
      return false;
    }
    rows = {&*batch_, from_, rows_, stride_[0].groups, stride_[0].codes.state};
    returned_ = true;
    return true;
  }

  bool in_midst_of_batch() const override { return batch_ && from_ + rows_ < batch_->rows(); }

 private:
  struct Stride {
    KeyCodec::Codes codes;
    uint32_t groups[KeyCodec::kStride];
  };

  void release() {
    batch_.reset();
    from_ = 0;
    rows_ = 0;
    returned_ = true;
  }

  const BuiltJoin& join_;
  const std::vector<uint32_t> used_;
  std::optional<ProbeBatch> batch_;
  /// The stride that was looked up: rows [from_, from_ + rows_) of the batch.
  Array<Stride> stride_;
  uint64_t from_ = 0;
  unsigned rows_ = 0;
  bool returned_ = true;
};

}  // namespace hail::join
