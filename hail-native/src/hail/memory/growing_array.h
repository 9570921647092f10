// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include "hail/memory/array.h"
#include "hail/memory/budget.h"

namespace hail {

/// An array of plain values on a budget that grows at its end. The system moves the pages of a
/// large array, so growing needs no second copy.
template <class T>
class GrowingArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  GrowingArray(MemoryBudget& budget, MemoryUse use) : budget_(&budget), use_(use) {}

  GrowingArray(GrowingArray&& other) noexcept : budget_(other.budget_), use_(other.use_) {
    swap(other);
  }
  GrowingArray& operator=(GrowingArray&& other) noexcept {
    GrowingArray moved(std::move(other));
    swap(moved);
    return *this;
  }
  GrowingArray(const GrowingArray&) = delete;
  GrowingArray& operator=(const GrowingArray&) = delete;

  ~GrowingArray() {
    if (data_ != nullptr) {
      internal::free_zeroed(data_, bytes_);
      budget_->release(use_, bytes_);
    }
  }

  size_t size() const { return size_; }
  /// Bytes on the budget.
  size_t bytes() const { return bytes_; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  std::span<const T> span() const { return {data_, size_}; }

  /// Sets the size; new values are undefined. Throws BudgetExceeded before it allocates,
  /// std::bad_alloc if the system has no memory. The array then stays as it was.
  void resize(size_t size) {
    if (size > std::numeric_limits<size_t>::max() / 4 / sizeof(T)) {
      throw std::bad_alloc();
    }
    const size_t capacity = bytes_ / sizeof(T);
    if (size > capacity) {
      const size_t more = internal::resizes_in_place(bytes_, bytes_) ? capacity / 4 : capacity;
      reallocate(internal::allocated_bytes(std::max(size, capacity + more) * sizeof(T)));
    }
    size_ = size;
  }

  void push_back(const T& value) {
    const T copy = value;
    resize(size_ + 1);
    data_[size_ - 1] = copy;
  }

  /// Gives back the memory beyond the size, if the array is large enough to shrink in place.
  void shrink() {
    const size_t bytes = internal::allocated_bytes(size_ * sizeof(T));
    if (bytes < bytes_ && internal::resizes_in_place(bytes_, bytes)) {
      reallocate(bytes);
    }
  }

 private:
  void swap(GrowingArray& other) noexcept {
    std::swap(budget_, other.budget_);
    std::swap(use_, other.use_);
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    std::swap(size_, other.size_);
  }

  void reallocate(size_t bytes) {
    const bool in_place = internal::resizes_in_place(bytes_, bytes);
    const size_t wanted = !in_place ? bytes : bytes > bytes_ ? bytes - bytes_ : 0;
    budget_->reserve(use_, wanted);
    try {
      data_ = static_cast<T*>(internal::resize_zeroed(data_, bytes_, bytes));
    } catch (...) {
      budget_->release(use_, wanted);
      throw;
    }
    budget_->release(use_, bytes_ + wanted - bytes);
    bytes_ = bytes;
  }

  MemoryBudget* budget_;
  MemoryUse use_;
  T* data_ = nullptr;
  size_t bytes_ = 0;
  size_t size_ = 0;
};

}  // namespace hail
