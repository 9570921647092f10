// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

/** An image cannot be read or written. */
public final class JoinFileException extends JoinException {
  private static final long serialVersionUID = 1;

  JoinFileException(String message) {
    super(message);
  }

  JoinFileException(String message, Throwable cause) {
    super(message, cause);
  }
}
