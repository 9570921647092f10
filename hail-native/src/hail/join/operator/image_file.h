// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace hail::join {

/// A file that is being written under a temporary name, which goes if it is not completed. Nobody but
/// its owner may read it, since it holds rows.
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

/// Where the bytes of a file are while they are used.
enum class Residence {
  /// In the file, which is mapped: processes share its memory. What another process changes in the
  /// file changes here, and what it cuts off ends this process; so a file that anybody but its owner,
  /// this user or root, may write is refused.
  kMapped,
  /// In memory of this process, whatever becomes of the file.
  kCopied,
};

/// The bytes of a file, read-only.
class FileBytes {
 public:
  /// Throws InputOutput.
  FileBytes(const std::string& path, Residence residence);
  ~FileBytes();

  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;

  std::span<const uint8_t> bytes() const { return bytes_; }

 private:
  std::span<const uint8_t> bytes_;
};

}  // namespace hail::join
