// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import java.io.IOException;

/**
 * Another order replaced the replica during the read. Data read since the last confirmation may mix
 * both replicas and must be discarded. The current replica may be sound.
 */
public final class ReplacedReplicaException extends IOException {
  private static final long serialVersionUID = 1L;

  ReplacedReplicaException() {
    super("The replica was replaced by one in another order while it was read");
  }
}
