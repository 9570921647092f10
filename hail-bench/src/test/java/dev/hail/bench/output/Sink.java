// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.output;

/** Where the output of a command goes. */
enum Sink {
  STANDARD_OUTPUT,
  LOCAL_FILE,
  /** A file or directory of a file system of Hadoop. */
  FILE_SYSTEM
}
