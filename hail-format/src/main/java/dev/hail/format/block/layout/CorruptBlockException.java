// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import dev.hail.format.value.Excerpt;
import java.io.IOException;

/**
 * The bytes are not a whole, consistent HAIL block: torn, mixed from two replicas or damaged.
 * Daemons log the message, so it is one short line whatever the block holds.
 */
public final class CorruptBlockException extends IOException {
  private static final long serialVersionUID = 1L;

  public CorruptBlockException(String message) {
    super(Excerpt.line(message));
  }

  public CorruptBlockException(String message, Throwable cause) {
    super(Excerpt.line(message), cause);
  }
}
