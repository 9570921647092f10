// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.util.Objects;

/**
 * The rows of a block in an order of their own, kept by a datanode beside its replica of the block:
 * a pseudo block replica (thesis, section 3.5.3).
 *
 * @param located its datanode, and its description under the id that datanode serves it as, see
 *     {@link PseudoReplicaId}
 * @param token permission to read it, as text; empty where there are no block tokens
 */
public record PseudoReplica(LocatedReplica located, String token) {
  public PseudoReplica {
    Objects.requireNonNull(located, "located is null");
    Objects.requireNonNull(token, "token is null");
  }

  /** Uuid of the datanode that has it. */
  public String datanodeUuid() {
    return located.datanodeUuid();
  }

  /** The block id under which its datanode serves it. */
  public long id() {
    return located.replica().blockId();
  }

  /** Position, from 1, of the attribute the rows are sorted by. */
  public int sortAttribute() {
    return located.replica().sortAttribute();
  }
}
