// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.util.Objects;

/**
 * The rows of a block in another order, kept by a datanode beside its replica of the block (thesis,
 * section 3.5.3: pseudo replica).
 *
 * @param located the datanode and the replica, whose block id is that of its {@link
 *     PseudoReplicaId}
 * @param token permission to read the pseudo replica, as text; empty without block tokens
 */
public record PseudoReplica(LocatedReplica located, String token) {
  public PseudoReplica {
    Objects.requireNonNull(located, "located is null");
    Objects.requireNonNull(token, "token is null");
  }

  /** Uuid of the datanode that holds it. */
  public String datanodeUuid() {
    return located.datanodeUuid();
  }

  /** The block id under which the datanode serves it. */
  public long id() {
    return located.replica().blockId();
  }

  /** Position, from 1, of the attribute that the rows are sorted by. */
  public int sortAttribute() {
    return located.replica().sortAttribute();
  }
}
