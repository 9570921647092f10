// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import java.io.IOException;

/** The block was written in a major format version that this release cannot read. */
public final class NewerFormatException extends IOException {
  private static final long serialVersionUID = 1L;
  private final int found;
  private final int supported;

  public NewerFormatException(int found, int supported) {
    super(
        "the block has HAIL format version "
            + found
            + ", this release reads versions up to "
            + supported
            + "; upgrade the HAIL jars of this process to a release that reads version "
            + found);
    this.found = found;
    this.supported = supported;
  }

  /** Major version found in the block. */
  public int found() {
    return found;
  }

  /** Newest major version this release reads. */
  public int supported() {
    return supported;
  }
}
