// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.directory;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * All the directory knows of one block, for decisions about it.
 *
 * @param indexAttributes those of the block
 * @param holders its replicas
 * @param openAssignments number of replicas of this generation being made whose order is assigned
 */
@SuppressWarnings("ArrayRecordComponent") // lives for one decision, never compared
public record BlockView(
    long blockId,
    long generationStamp,
    int[] indexAttributes,
    List<Holder> holders,
    int openAssignments) {

  /** A datanode and the order of its replica; 0 is upload order. */
  public record Holder(String datanodeUuid, int sortAttribute) {}

  /** Whether some index attribute is the order of no replica. */
  public boolean missesAnOrder() {
    return Arrays.stream(indexAttributes)
        .anyMatch(a -> holders.stream().noneMatch(holder -> holder.sortAttribute() == a));
  }

  /**
   * The holder whose replica is worth least: one sorted by no index attribute, else one of the
   * order that most replicas share. Of several it is always the same one, by uuid, whatever the
   * namenode knew first. Null if every order is there once.
   */
  public Holder leastUseful() {
    return holders.stream()
        .filter(holder -> sharing(holder) > 1)
        .max(Comparator.<Holder>comparingLong(this::sharing).thenComparing(Holder::datanodeUuid))
        .orElse(null);
  }

  /**
   * Number of replicas in the order of this one; more than there can be if no index attribute gives
   * that order.
   */
  private long sharing(Holder holder) {
    boolean wanted = Arrays.stream(indexAttributes).anyMatch(a -> a == holder.sortAttribute());
    return wanted
        ? holders.stream().filter(h -> h.sortAttribute() == holder.sortAttribute()).count()
        : Long.MAX_VALUE;
  }
}
