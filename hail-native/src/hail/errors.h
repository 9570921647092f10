// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <stdexcept>

// Exceptions for wrong input of a join. BudgetExceeded is in hail/memory/budget.h.

namespace hail {

/// An option or argument that is not allowed.
class InvalidArgument : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A batch of another schema than announced, or whose buffers contradict the schema.
class InvalidBatch : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A column of a type that joins do not take.
class UnsupportedType : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A call out of order.
class WrongState : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A file that is no image, is damaged, or has a newer version.
class BadImage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An error that the system reported for a file.
class InputOutput : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace hail
