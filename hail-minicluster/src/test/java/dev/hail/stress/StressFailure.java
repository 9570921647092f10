// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.stress;

/** Something happened that must not happen, whatever is killed. */
final class StressFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  StressFailure(String message) {
    super(message);
  }
}
