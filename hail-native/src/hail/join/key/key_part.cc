// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/key/key_part.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace hail::join {
namespace {

using arrow::Kind;
using arrow::Type;
using Domain = KeyPart::Domain;

Domain domain_of(const Type& build, const Type& probe) {
  switch (build.kind) {
    case Kind::kSigned:
    case Kind::kDate:
    case Kind::kTime:
    case Kind::kTimestamp:
      return Domain::kSigned;
    case Kind::kBool:
    case Kind::kUnsigned:
      return Domain::kUnsigned;
    case Kind::kFloat:
      return build.width == 4 && probe.width == 4 ? Domain::kFloat32 : Domain::kFloat64;
    case Kind::kDecimal:
      return Domain::kWideBytes;
    case Kind::kFixedBytes:
      return build.width <= 8 ? Domain::kShortBytes : Domain::kWideBytes;
    case Kind::kText:
    case Kind::kBytes:
      return Domain::kText;
  }
  return Domain::kWideBytes;
}

}  // namespace

KeyPart::KeyPart(const Type& build_type, const Type& probe_type)
    : build(build_type), probe(probe_type), domain(domain_of(build_type, probe_type)) {}

void PartRange::add(const PartRange& other) {
  has_null |= other.has_null;
  if (other.empty) {
    return;
  }
  least = empty ? other.least : std::min(least, other.least);
  greatest = empty ? other.greatest : std::max(greatest, other.greatest);
  empty = false;
}

void PartWindow::add(const PartWindow& other) {
  inside.add(other.inside);
  std::vector<uint64_t> all;
  std::set_union(outliers.begin(), outliers.end(), other.outliers.begin(), other.outliers.end(),
                 std::back_inserter(all));
  outliers = std::move(all);
}

}  // namespace hail::join
