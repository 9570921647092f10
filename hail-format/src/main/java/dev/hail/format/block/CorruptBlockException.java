// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import java.io.IOException;

/** The bytes are no whole, consistent HAIL block: torn, mixed from two replicas or damaged. */
public final class CorruptBlockException extends IOException {
  private static final long serialVersionUID = 1L;

  public CorruptBlockException(String message) {
    super(message);
  }

  public CorruptBlockException(String message, Throwable cause) {
    super(message, cause);
  }
}
