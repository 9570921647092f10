// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.pseudo;

import java.io.IOException;
import java.util.Locale;

/** Sorting a block takes more heap than this process may use for sorting. */
public final class NoMemoryException extends IOException {
  private static final long serialVersionUID = 1;

  NoMemoryException(long blockId, long needed, long most) {
    super(
        String.format(
            Locale.ROOT,
            "block %d takes %,d bytes of memory to sort, and %,d are there for it",
            blockId,
            needed,
            most));
  }
}
