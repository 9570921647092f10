// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import dev.hail.format.schema.Schema;
import java.io.IOException;

/**
 * The schema of a block is not the schema of its file. Uploads never make such a file, but
 * concatenating files does.
 */
public final class OtherSchemaException extends IOException {
  private static final long serialVersionUID = 1L;

  public OtherSchemaException(Schema found, Schema expected) {
    super(
        "the block has the schema ("
            + found
            + "), its file has ("
            + expected
            + "), so files of different schemas were concatenated; upload their rows again, each"
            + " schema into a file of its own");
  }
}
