// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import java.io.IOException;

/**
 * The replica that was being read was replaced by one in another order. What was read since the
 * last proof may be mixed of both and is void; the replica that is there now may be sound.
 */
public final class ReplacedReplicaException extends IOException {
  private static final long serialVersionUID = 1L;

  ReplacedReplicaException() {
    super("The replica was replaced by one in another order while it was read");
  }
}
