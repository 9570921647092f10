#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include "hail/memory/budget.h"

namespace hail {

/// Sizes of the memory pages that hold large arrays (paper B, section 7.2).
enum class Pages { kHuge, kSmall };

namespace internal {

/// Zeroed bytes at an address that is a multiple of 64. Throws std::bad_alloc.
void* allocate_zeroed(size_t bytes, Pages pages);
void free_zeroed(void* data, size_t bytes) noexcept;
/// Bytes that an allocation takes from the system for so many that are asked for.
size_t allocated_bytes(size_t bytes);
/// Whether resize_zeroed takes no second copy for these numbers of allocated bytes.
bool resizes_in_place(size_t from, size_t to);
/// As many of the bytes as both have, at an address that may be another. Throws std::bad_alloc; then
/// nothing has changed. Data may be null if from is 0.
void* resize_zeroed(void* data, size_t from, size_t to);

}  // namespace internal

/// An array of plain values on a budget: zeroed, aligned to cache lines, not copied.
template <class T>
class Array {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  Array() = default;

  /// Throws BudgetExceeded before it allocates, std::bad_alloc if the system has no memory.
  Array(MemoryBudget& budget, MemoryUse use, size_t size, Pages pages = Pages::kHuge) {
    if (size == 0) {
      return;
    }
    if (size > std::numeric_limits<size_t>::max() / 2 / sizeof(T)) {
      throw std::bad_alloc();
    }
    size_t bytes = internal::allocated_bytes(size * sizeof(T));
    budget.reserve(use, bytes);
    try {
      data_ = static_cast<T*>(internal::allocate_zeroed(bytes, pages));
    } catch (...) {
      budget.release(use, bytes);
      throw;
    }
    budget_ = &budget;
    use_ = use;
    size_ = size;
  }

  Array(Array&& other) noexcept { swap(other); }
  Array& operator=(Array&& other) noexcept {
    Array moved(std::move(other));
    swap(moved);
    return *this;
  }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  ~Array() {
    if (data_ != nullptr) {
      size_t bytes = internal::allocated_bytes(size_ * sizeof(T));
      internal::free_zeroed(data_, bytes);
      budget_->release(use_, bytes);
    }
  }

  T* data() { return data_; }
  const T* data() const { return data_; }
  size_t size() const { return size_; }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  std::span<T> span() { return {data_, size_}; }
  std::span<const T> span() const { return {data_, size_}; }

 private:
  void swap(Array& other) noexcept {
    std::swap(budget_, other.budget_);
    std::swap(use_, other.use_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

  MemoryBudget* budget_ = nullptr;
  MemoryUse use_ = MemoryUse::kBuffer;
  T* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace hail
