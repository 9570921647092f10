// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import dev.hail.format.schema.Schema;
import java.io.IOException;

/**
 * The block has another schema than its file. No upload makes such a file; concatenating files
 * does.
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
