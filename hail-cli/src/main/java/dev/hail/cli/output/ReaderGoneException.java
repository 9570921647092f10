// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.output;

import java.io.IOException;

/** The reader of an output has closed it, as {@code head} does: there is nothing more to do. */
public final class ReaderGoneException extends IOException {
  private static final long serialVersionUID = 1L;

  ReaderGoneException(String message, IOException cause) {
    super(message, cause);
  }
}
