// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/memory/array.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace hail::internal {
namespace {

constexpr size_t kLine = 64;
constexpr size_t kSmallPage = 4096;
constexpr size_t kHugePage = size_t{2} << 20;
/// From this size on, memory comes directly from the system, which zeroes pages at their first use.
constexpr size_t kMapped = size_t{1} << 20;

size_t rounded(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

/// Returns the bytes of address space for an allocation. A rest of more than 64 small pages is
/// rounded up to a huge page. A huge page takes as long as about 30 small ones. Small ones take ten
/// times as long if several threads ask for them at once.
size_t mapped_bytes(size_t bytes) {
  constexpr size_t kMostAtEnd = 64 * kSmallPage;
  return bytes % kHugePage > kMostAtEnd ? rounded(bytes, kHugePage) : bytes;
}

/// Maps more than asked for, then unmaps both ends, so that the rest is aligned to huge pages.
void* map_aligned(size_t bytes) {
  size_t reserved = bytes + kHugePage;
  void* mapped =
      mmap(nullptr, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) {
    throw std::bad_alloc();
  }
  uintptr_t begin = reinterpret_cast<uintptr_t>(mapped);
  uintptr_t aligned = rounded(begin, kHugePage);
  if (aligned > begin) {
    munmap(mapped, aligned - begin);
  }
  uintptr_t end = begin + reserved;
  if (end > aligned + bytes) {
    munmap(reinterpret_cast<void*>(aligned + bytes), end - aligned - bytes);
  }
  return reinterpret_cast<void*>(aligned);
}

}  // namespace

size_t allocated_bytes(size_t bytes) {
  return rounded(bytes, bytes >= kMapped ? kSmallPage : kLine);
}

void* allocate_unset(size_t bytes, Pages pages) {
  if (bytes >= kMapped) {
    const size_t mapped = mapped_bytes(bytes);
    void* data = map_aligned(mapped);
    // The kernel may not know or follow this advice. Then pages are small, and nothing else
    // changes.
    (void)madvise(data, mapped, pages == Pages::kHuge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    return data;
  }
  void* data = std::aligned_alloc(kLine, bytes);
  if (data == nullptr) {
    throw std::bad_alloc();
  }
  return data;
}

void* allocate_zeroed(size_t bytes, Pages pages) {
  void* data = allocate_unset(bytes, pages);
  // The system zeroes mapped memory.
  if (bytes < kMapped) {
    std::memset(data, 0, bytes);
  }
  return data;
}

void free_zeroed(void* data, size_t bytes) noexcept {
  if (bytes >= kMapped) {
    munmap(data, mapped_bytes(bytes));
  } else {
    std::free(data);
  }
}

PageRange inner_pages(size_t bytes, size_t from, size_t to) {
  if (bytes < kMapped) {
    return {0, 0};
  }
  const size_t begin = rounded(from, kSmallPage);
  return {begin, std::max(begin, to / kSmallPage * kSmallPage)};
}

PageRange begun_pages(size_t bytes, size_t from, size_t to) {
  if (bytes < kMapped) {
    return {0, 0};
  }
  return {rounded(from, kSmallPage), rounded(to, kSmallPage)};
}

void drop_pages(void* data, PageRange pages) noexcept {
  // If the kernel does not follow, the pages stay until the whole array is freed.
  (void)madvise(static_cast<char*>(data) + pages.from, pages.to - pages.from, MADV_DONTNEED);
}

bool resizes_in_place(size_t from, size_t to) { return from >= kMapped && to >= kMapped; }

void* resize_zeroed(void* data, size_t from, size_t to) {
  if (resizes_in_place(from, to)) {
    void* moved = mremap(data, mapped_bytes(from), mapped_bytes(to), MREMAP_MAYMOVE);
    if (moved == MAP_FAILED) {
      throw std::bad_alloc();
    }
    if (to < from) {
      // Bytes after the end must be zeroes when the array grows into them again.
      drop_pages(moved, {to, mapped_bytes(to)});
    }
    return moved;
  }
  void* moved = allocate_zeroed(to, Pages::kHuge);
  if (data != nullptr) {
    std::memcpy(moved, data, std::min(from, to));
    free_zeroed(data, from);
  }
  return moved;
}

}  // namespace hail::internal
