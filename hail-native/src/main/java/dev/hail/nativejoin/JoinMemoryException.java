// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

/** There is no memory left, although the budget would allow it. */
public final class JoinMemoryException extends JoinException {
  private static final long serialVersionUID = 1;

  JoinMemoryException(String message) {
    super(message);
  }

  JoinMemoryException(String message, Throwable cause) {
    super(message, cause);
  }
}
