// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

/**
 * A join cannot be built, saved, opened or probed. Subclasses say why; the class itself stands for
 * unexpected failures. Wrong arguments cause an {@link IllegalArgumentException}, calls out of
 * order or after close an {@link IllegalStateException}.
 */
public class JoinException extends RuntimeException {
  private static final long serialVersionUID = 1;

  JoinException(String message) {
    super(message);
  }

  JoinException(String message, Throwable cause) {
    super(message, cause);
  }
}
