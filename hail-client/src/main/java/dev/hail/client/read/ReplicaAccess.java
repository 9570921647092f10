// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import java.io.IOException;

/** What a reader of one replica needs of the namenode. */
interface ReplicaAccess {

  /**
   * Returns the replica with fresh permission to read it.
   *
   * @throws IOException if the replica is gone or the namenode does not answer
   */
  ReplicaLocation renew() throws IOException;

  /** Reports that bytes of the replica do not match their checksums. Never throws. */
  void damaged();
}
