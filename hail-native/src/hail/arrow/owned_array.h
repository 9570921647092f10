// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <utility>

#include "hail/arrow/c_data.h"

namespace hail::arrow {

/// An array that a caller gave away. The destructor releases it.
class OwnedArray {
 public:
  OwnedArray() = default;

  /// Takes the array over and sets the caller's `release` to null.
  explicit OwnedArray(ArrowArray& from) : array_(from) { from.release = nullptr; }

  OwnedArray(OwnedArray&& other) noexcept { std::swap(array_, other.array_); }
  OwnedArray& operator=(OwnedArray&& other) noexcept {
    OwnedArray moved(std::move(other));
    std::swap(array_, moved.array_);
    return *this;
  }
  OwnedArray(const OwnedArray&) = delete;
  OwnedArray& operator=(const OwnedArray&) = delete;

  ~OwnedArray() {
    if (array_.release != nullptr) {
      array_.release(&array_);
    }
  }

  bool released() const { return array_.release == nullptr; }
  const ArrowArray& get() const { return array_; }

 private:
  ArrowArray array_{};
};

}  // namespace hail::arrow
