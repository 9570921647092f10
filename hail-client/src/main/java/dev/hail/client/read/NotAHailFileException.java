// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.client.PathException;
import org.apache.hadoop.fs.Path;

/** The path does not lead to a complete file in HAIL's format. */
public final class NotAHailFileException extends PathException {
  private static final long serialVersionUID = 1L;

  NotAHailFileException(Path path, String what, String remedy) {
    super(path, what, remedy);
  }
}
