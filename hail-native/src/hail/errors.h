// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <stdexcept>

// What can be wrong with what is given to a join. BudgetExceeded is with the budget.

namespace hail {

/// An option or argument that cannot be.
class InvalidArgument : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A batch of another schema than announced, or whose buffers contradict it.
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

/// A file that is no image, is damaged or of a newer version.
class BadImage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What the system says about a file.
class InputOutput : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace hail
