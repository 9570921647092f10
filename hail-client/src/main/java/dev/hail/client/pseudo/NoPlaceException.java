// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.pseudo;

import dev.hail.client.PathException;
import dev.hail.conf.HailConfigKeys;
import java.io.IOException;

/** Each datanode that could have kept a pseudo replica refused it. */
public final class NoPlaceException extends IOException {
  private static final long serialVersionUID = 1;

  /**
   * Makes the exception.
   *
   * @param refusal of the datanode that was asked last
   */
  NoPlaceException(IOException refusal) {
    super(
        PathException.firstLine(refusal)
            + ". If its disks have no room for more indexes, "
            + HailConfigKeys.DATANODE_INDEX_SHARE
            + " or "
            + HailConfigKeys.DATANODE_INDEX_FREE_MIN
            + " of the datanode is reached, and `hail index drop' makes room",
        refusal);
  }
}
