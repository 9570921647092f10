// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace hail::join {

/// A file that is written under a temporary name. The destructor deletes the file unless it is
/// complete. Only its owner may read the file, because it holds rows. All methods throw
/// InputOutput.
class NewFile {
 public:
  /// Creates the temporary file beside `path`.
  explicit NewFile(std::string path);
  ~NewFile();

  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// Writes bytes at an offset of the file.
  void write(uint64_t offset, std::span<const uint8_t> bytes);

  /// Makes the content durable, then renames the file to its path and replaces any file there.
  void complete();

 private:
  const std::string path_;
  std::string temporary_;
  int descriptor_ = -1;
};

/// Where the bytes of a file are while they are used.
enum class Residence {
  /// In the mapped file; processes share its memory. If another process changes the file, these
  /// bytes change; if it cuts the file, this process may end. So a file is refused unless it
  /// belongs to this user or root, and only its owner may write it.
  kMapped,
  /// In memory of this process; later changes of the file do not matter.
  kCopied,
};

/// The bytes of a file, read-only, until this is destroyed.
class FileBytes {
 public:
  /// Throws InputOutput, or std::bad_alloc if there is no memory for a copy.
  FileBytes(const std::string& path, Residence residence);
  ~FileBytes();

  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;

  std::span<const uint8_t> bytes() const { return bytes_; }

 private:
  std::span<const uint8_t> bytes_;
};

}  // namespace hail::join
