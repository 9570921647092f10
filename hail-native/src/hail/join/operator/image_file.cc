// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/operator/image_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <new>
#include <system_error>

#include "hail/errors.h"

namespace hail::join {
namespace {

[[noreturn]] void fail(const char* what, const std::string& path) {
  throw InputOutput(std::string(what) + " " + path + ": " + std::generic_category().message(errno));
}

/// Closes a file at the end of a block; a mapping does not need it any longer.
struct Descriptor {
  int number;

  ~Descriptor() { close(number); }
};

void require_that_no_other_writes(const struct stat& status, const std::string& path) {
  if (status.st_uid != geteuid() && status.st_uid != 0) {
    throw InputOutput("Cannot map " + path + ": its owner, user " + std::to_string(status.st_uid) +
                      ", may change it meanwhile; read it into memory instead");
  }
  // With an access control list, the group bits are the most that any entry grants.
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    throw InputOutput("Cannot map " + path +
                      ": other users may change it meanwhile; chmod go-w, or read it into memory");
  }
}

void* map(int descriptor, size_t size, const std::string& path) {
  void* mapped = mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0);
  if (mapped == MAP_FAILED) {
    fail("Cannot map", path);
  }
  return mapped;
}

void fill(int descriptor, uint8_t* memory, size_t size, const std::string& path) {
  size_t done = 0;
  while (done < size) {
    const ssize_t count = pread(descriptor, memory + done, size - done, static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count < 0) {
      fail("Cannot read", path);
    }
    if (count == 0) {
      throw InputOutput("Cannot read " + path + ": it was cut while it was being read");
    }
    done += static_cast<size_t>(count);
  }
}

void* copy(int descriptor, size_t size, const std::string& path) {
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    throw std::bad_alloc();
  }
  try {
    fill(descriptor, static_cast<uint8_t*>(memory), size, path);
    if (mprotect(memory, size, PROT_READ) != 0) {
      fail("Cannot protect the copy of", path);
    }
  } catch (...) {
    munmap(memory, size);
    throw;
  }
  return memory;
}

}  // namespace

NewFile::NewFile(std::string path) : path_(std::move(path)) {
  constexpr unsigned kMostAttempts = 1000;
  for (unsigned attempt = 0; attempt < kMostAttempts; ++attempt) {
    temporary_ = path_ + ".tmp-" + std::to_string(getpid()) + "-" + std::to_string(attempt);
    descriptor_ =
        open(temporary_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (descriptor_ >= 0) {
      return;
    }
    if (errno != EEXIST) {
      break;
    }
  }
  fail("Cannot create", temporary_);
}

NewFile::~NewFile() {
  if (descriptor_ >= 0) {
    close(descriptor_);
    unlink(temporary_.c_str());
  }
}

void NewFile::write(uint64_t offset, std::span<const uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written < 0) {
      fail("Cannot write", temporary_);
    }
    bytes = bytes.subspan(static_cast<size_t>(written));
    offset += static_cast<uint64_t>(written);
  }
}

void NewFile::complete() {
  if (fsync(descriptor_) != 0) {
    fail("Cannot write", temporary_);
  }
  if (rename(temporary_.c_str(), path_.c_str()) != 0) {
    fail("Cannot rename to its name", path_);
  }
  close(descriptor_);
  descriptor_ = -1;
}

FileBytes::FileBytes(const std::string& path, Residence residence) {
  const Descriptor descriptor{open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (descriptor.number < 0) {
    fail("Cannot open", path);
  }
  struct stat status;
  if (fstat(descriptor.number, &status) != 0) {
    fail("Cannot read", path);
  }
  if (!S_ISREG(status.st_mode)) {
    throw InputOutput("Cannot map " + path + ": it is no file");
  }
  const bool mapped = residence == Residence::kMapped;
  if (mapped) {
    require_that_no_other_writes(status, path);
  }
  const size_t size = static_cast<size_t>(status.st_size);
  if (size == 0) {
    return;
  }
  const void* begin =
      mapped ? map(descriptor.number, size, path) : copy(descriptor.number, size, path);
  bytes_ = {static_cast<const uint8_t*>(begin), size};
}

FileBytes::~FileBytes() {
  if (!bytes_.empty()) {
    munmap(const_cast<uint8_t*>(bytes_.data()), bytes_.size());
  }
}

}  // namespace hail::join
