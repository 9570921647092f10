// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <memory>
#include <string>

#include "hail/join/operator/built_join.h"

namespace hail::join {

// An image is a build side as a file. The file is little-endian and has no pointers, so any number
// of processes can map it and share its memory:
//
//   header     magic, version, lengths, a hash of itself and one of the content;
//              specification, key codes, table and the places of all parts
//   content    parts, each at a multiple of 64 bytes, zeroes between them

/// Writes the build side of a join as an image. The file gets its name when complete. Only its
/// owner may read the file.
/// Throws InputOutput.
void save_image(const BuiltJoin& join, const std::string& path);

/// Opens an image as a mapped file. The file must not change while the join or one of its probes
/// exists. A file that other users may change is refused.
///
/// verify   true: checks all bytes and numbers. False: checks only the header, and damaged content
///          may end the process
/// Throws InputOutput if the file cannot be read or is refused, BadImage if it is no valid image.
std::shared_ptr<BuiltJoin> map_image(const std::string& path, bool verify);

/// Opens an image as a verified copy in memory of this process. The file may belong to anyone, and
/// may change afterwards.
/// Throws InputOutput if the file cannot be read, BadImage if it is no valid image.
std::shared_ptr<BuiltJoin> read_image(const std::string& path);

}  // namespace hail::join
