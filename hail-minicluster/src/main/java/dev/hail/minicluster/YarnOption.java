// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import picocli.CommandLine.Option;

/** The option of commands that start a cluster, with YARN or without. */
public final class YarnOption {
  @Option(
      names = "--yarn",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Start YARN for MapReduce jobs (the default), or do not.")
  private boolean yarn;

  /** Whether YARN is to start. */
  public boolean isWanted() {
    return yarn;
  }
}
