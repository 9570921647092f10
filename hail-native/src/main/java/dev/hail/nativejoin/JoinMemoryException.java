// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

/** Memory is exhausted although the budget would allow more. */
public final class JoinMemoryException extends JoinException {
  private static final long serialVersionUID = 1;

  JoinMemoryException(String message) {
    super(message);
  }

  JoinMemoryException(String message, Throwable cause) {
    super(message, cause);
  }
}
