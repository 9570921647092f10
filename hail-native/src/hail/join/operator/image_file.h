// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace hail::join {

/// A file that is being written under a temporary name, which goes if it is not completed.
class NewFile {
 public:
  /// Throws InputOutput, as all of this does.
  explicit NewFile(std::string path);
  ~NewFile();

  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(uint64_t offset, std::span<const uint8_t> bytes);

  /// Makes the file durable and gives it its name, in place of what had it.
  void complete();

 private:
  const std::string path_;
  std::string temporary_;
  int descriptor_ = -1;
};

/// The bytes of a file, read-only and shared with all who map it.
class MappedFile {
 public:
  /// Throws InputOutput.
  explicit MappedFile(const std::string& path);
  ~MappedFile();

  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<const uint8_t> bytes() const { return bytes_; }

 private:
  std::span<const uint8_t> bytes_;
};

}  // namespace hail::join
