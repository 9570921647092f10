// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

/** A batch does not have the announced schema, or its buffers contradict each other. */
public final class InvalidBatchException extends JoinException {
  private static final long serialVersionUID = 1;

  InvalidBatchException(String message) {
    super(message);
  }

  InvalidBatchException(String message, Throwable cause) {
    super(message, cause);
  }
}
