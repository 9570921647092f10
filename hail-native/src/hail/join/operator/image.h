// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <memory>
#include <string>

#include "hail/join/operator/built_join.h"

namespace hail::join {

// A build side as a file, little-endian and without pointers, so that any number of processes that
// map it share its memory:
//
//   header     magic, version, lengths, a hash of itself and one of the content;
//              specification, key codes, table and the places of all parts
//   content    parts, each at a multiple of 64 bytes, zeroes between them

/// Writes the build side of a join. The file appears under its name when it is complete, and nobody
/// but its owner may read it.
/// Throws InputOutput.
void save_image(const BuiltJoin& join, const std::string& path);

/// Opens what save_image wrote. The file must not change while the join or a probe of it is there;
/// one that other users may change is refused.
///
/// verify   compare all bytes with their hash. If not, only the header is checked, and a damaged
///          file may end the process
/// Throws InputOutput if it cannot be read, BadImage if it is not what was written.
std::shared_ptr<BuiltJoin> map_image(const std::string& path, bool verify);

/// Copies what save_image wrote into memory of this process and verifies the copy; the file may be
/// anybody's and may change afterwards.
/// Throws InputOutput if it cannot be read, BadImage if it is not what was written.
std::shared_ptr<BuiltJoin> read_image(const std::string& path);

}  // namespace hail::join
