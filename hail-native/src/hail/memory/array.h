// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <atomic>
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

/// Allocates zeroed bytes at a multiple of 64. Throws std::bad_alloc.
void* allocate_zeroed(size_t bytes, Pages pages);
/// Allocates bytes of any value at a multiple of 64. Throws std::bad_alloc.
void* allocate_unset(size_t bytes, Pages pages);
void free_zeroed(void* data, size_t bytes) noexcept;
/// Returns the bytes that the system reserves for an allocation of so many bytes.
size_t allocated_bytes(size_t bytes);
/// Returns whether resize_zeroed() can avoid a second copy, given allocated bytes before and after.
bool resizes_in_place(size_t from, size_t to);
/// A range of whole pages of the system. inner_pages() returns the pages inside bytes [from, to) of
/// an allocation. The end of the allocation counts as the end of a page. The range is empty if the
/// allocation has no whole pages.
struct PageRange {
  size_t from;
  size_t to;
};
PageRange inner_pages(size_t bytes, size_t from, size_t to);
/// Returns the pages that start in bytes [from, to). Adjacent byte ranges thus have adjacent page
/// ranges.
PageRange begun_pages(size_t bytes, size_t from, size_t to);
/// Gives whole pages back to the system. They read as zeroes afterwards.
void drop_pages(void* data, PageRange pages) noexcept;
/// Changes the size. The bytes that both sizes share stay; the address may change. Throws
/// std::bad_alloc and then changes nothing. Data may be null if `from` is 0.
void* resize_zeroed(void* data, size_t from, size_t to);

}  // namespace internal

/// An array of plain values on a budget. It is zeroed unless made by unset(), aligned to cache
/// lines, and never copied.
template <class T>
class Array {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  Array() = default;

  /// Throws BudgetExceeded before it allocates, std::bad_alloc if the system has no memory.
  Array(MemoryBudget& budget, MemoryUse use, size_t size, Pages pages = Pages::kHuge)
      : Array(&internal::allocate_zeroed, budget, use, size, pages) {}

  /// Makes an array whose values are undefined until they are written.
  static Array unset(MemoryBudget& budget, MemoryUse use, size_t size) {
    return Array(&internal::allocate_unset, budget, use, size, Pages::kHuge);
  }

  /// Makes an array whose pages count on the budget only after count(). Only counted pages may be
  /// used. A small array counts as a whole at once.
  static Array uncounted(MemoryBudget& budget, MemoryUse use, size_t size,
                         Pages pages = Pages::kHuge) {
    if (size > std::numeric_limits<size_t>::max() / 2 / sizeof(T)) {
      throw std::bad_alloc();
    }
    const size_t bytes = internal::allocated_bytes(size * sizeof(T));
    if (internal::begun_pages(bytes, 0, bytes).to == 0) {
      return Array(budget, use, size, pages);
    }
    Array array;
    array.data_ = static_cast<T*>(internal::allocate_zeroed(bytes, pages));
    array.budget_ = &budget;
    array.use_ = use;
    array.size_ = size;
    array.uncounted_ = bytes;
    array.counts_later_ = true;
    return array;
  }

  /// Counts values [from, to) of an uncounted array before their first use. Each value must be
  /// counted exactly once. Any thread may call this. Throws BudgetExceeded.
  void count(size_t from, size_t to) {
    if (!counts_later_) {
      return;
    }
    const size_t all = internal::allocated_bytes(size_ * sizeof(T));
    const internal::PageRange pages =
        internal::begun_pages(all, from * sizeof(T), to == size_ ? all : to * sizeof(T));
    budget_->reserve(use_, pages.to - pages.from);
    std::atomic_ref(uncounted_).fetch_sub(pages.to - pages.from, std::memory_order_relaxed);
  }

  /// Gives back to system and budget the pages that lie inside values [from, to), whose values are
  /// lost. Each value may be given back once. Any thread may call this.
  void give_back(size_t from, size_t to) {
    const size_t all = internal::allocated_bytes(size_ * sizeof(T));
    const internal::PageRange pages =
        internal::inner_pages(all, from * sizeof(T), to == size_ ? all : to * sizeof(T));
    if (pages.from < pages.to) {
      internal::drop_pages(data_, pages);
      std::atomic_ref(uncounted_).fetch_add(pages.to - pages.from, std::memory_order_relaxed);
      budget_->release(use_, pages.to - pages.from);
    }
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
      budget_->release(use_, bytes - uncounted_);
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
  Array(void* (*allocate)(size_t, Pages), MemoryBudget& budget, MemoryUse use, size_t size,
        Pages pages) {
    if (size == 0) {
      return;
    }
    if (size > std::numeric_limits<size_t>::max() / 2 / sizeof(T)) {
      throw std::bad_alloc();
    }
    size_t bytes = internal::allocated_bytes(size * sizeof(T));
    budget.reserve(use, bytes);
    try {
      data_ = static_cast<T*>(allocate(bytes, pages));
    } catch (...) {
      budget.release(use, bytes);
      throw;
    }
    budget_ = &budget;
    use_ = use;
    size_ = size;
  }

  void swap(Array& other) noexcept {
    std::swap(budget_, other.budget_);
    std::swap(use_, other.use_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(uncounted_, other.uncounted_);
    std::swap(counts_later_, other.counts_later_);
  }

  MemoryBudget* budget_ = nullptr;
  MemoryUse use_ = MemoryUse::kBuffer;
  T* data_ = nullptr;
  size_t size_ = 0;
  /// Bytes that are not yet, or no longer, on the budget.
  size_t uncounted_ = 0;
  bool counts_later_ = false;
};

}  // namespace hail
