// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.fs.Path;

/**
 * The files that are being published now: each by one call, and not by so many calls that none is
 * left for readers and datanodes when a datanode hangs. Thread-safe.
 */
final class Claims {
  /** Of the ten handlers that there are by default. */
  private static final int MOST = 4;

  private final Set<Path> current = new HashSet<>();

  /** Begins to publish a file, unless that is being done or too much is; {@link #end} follows. */
  synchronized boolean begin(Path claimed) {
    return current.size() < MOST && current.add(claimed);
  }

  synchronized void end(Path claimed) {
    current.remove(claimed);
  }
}
