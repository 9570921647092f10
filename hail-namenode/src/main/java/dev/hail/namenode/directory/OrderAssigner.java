// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.directory;

import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Assigns orders to replicas that are being made (HAIL thesis, section 3.3.2). An assignment stands
 * until the replica is reported or the assignment expires. Thread-safe: the assignments for the
 * blocks of a stripe are guarded by the lock of the stripe.
 */
final class OrderAssigner {
  /** Most assignments open at a time, over all blocks. */
  static final int MAX_OPEN = 1 << 20;

  private final Stripe[] stripes;
  private final OpenAssignments[] assignments;
  private final IndexAttributeLists lists;
  private final Datanodes datanodes;
  private final LongSupplier nanoClock;
  private final long expiryNanos;

  /**
   * No assignments.
   *
   * @param stripes the replicas there are
   * @param nanoClock a clock that never goes back, in nanoseconds
   * @param expiryNanos time after which an order that was assigned but not reported is free again
   */
  OrderAssigner(
      Stripe[] stripes,
      IndexAttributeLists lists,
      Datanodes datanodes,
      LongSupplier nanoClock,
      long expiryNanos) {
    this.stripes = stripes;
    this.lists = lists;
    this.datanodes = datanodes;
    this.nanoClock = nanoClock;
    this.expiryNanos = expiryNanos;
    this.assignments = new OpenAssignments[stripes.length];
    for (int i = 0; i < assignments.length; i++) {
      assignments[i] = new OpenAssignments(lists);
    }
  }

  /**
   * A replica that wants an order.
   *
   * @param datanodeUuid datanode that is about to make it
   * @param beingWritten whether a writer's pipeline makes the block
   * @param counts whether the replica of a datanode (by uuid) is one to reckon with
   */
  record Wish(
      String datanodeUuid,
      long blockId,
      long generationStamp,
      boolean beingWritten,
      Predicate<String> counts) {}

  /**
   * Chooses the order of a replica; see {@link ReplicaTable#assign}.
   *
   * @param indexAttributes those of the block; none gives 0
   * @return the attribute, 0 for upload order
   * @throws RefusedException if the attributes make no sense or too many assignments are open
   */
  int assign(Wish wish, int[] indexAttributes) throws RefusedException {
    if (indexAttributes.length == 0) {
      return 0;
    }
    int list = lists.acquire(indexAttributes, wish.blockId());
    try {
      return assign(wish, list);
    } finally {
      lists.release(list);
    }
  }

  private int assign(Wish wish, int list) throws RefusedException {
    Datanode datanode = datanodes.get(wish.datanodeUuid());
    int number = ReplicaTable.stripeOf(wish.blockId());
    synchronized (stripes[number]) {
      OpenAssignments open = assignments[number];
      long now = nanoClock.getAsLong();
      OpenAssignments.OpenAssignment given = open.of(wish.blockId(), datanode);
      if (given == null) {
        makeRoom(open, now, wish.blockId());
      }
      boolean repeated = given != null && given.list() == list;
      open.remove(wish.blockId(), datanode);
      int attribute = repeated ? given.attribute() : choose(number, wish, datanode, list, now);
      open.add(
          wish.blockId(),
          new OpenAssignments.OpenAssignment(
              datanode, list, attribute, wish.generationStamp(), now + expiryNanos));
      return attribute;
    }
  }

  private void makeRoom(OpenAssignments open, long now, long blockId) throws RefusedException {
    if (open.count() < MAX_OPEN / assignments.length) {
      return;
    }
    open.expire(now);
    if (open.count() >= MAX_OPEN / assignments.length) {
      throw new RefusedException(
          "too many assignments are open, no order for block "
              + blockId
              + "; store it unsorted, it will be repaired");
    }
  }

  /** The index attribute that fewest others have; of those the one that the datanode has least. */
  private int choose(int number, Wish wish, Datanode datanode, int list, long now) {
    int[] attributes = lists.attributes(list);
    int[] held = new int[attributes.length];
    countReplicas(held, attributes, stripes[number], wish, datanode);
    countAssignments(held, attributes, assignments[number], wish, now);
    int best = 0;
    for (int i = 1; i < attributes.length; i++) {
      if (held[i] < held[best]
          || (held[i] == held[best] && datanode.order(list, i) < datanode.order(list, best))) {
        best = i;
      }
    }
    return attributes[best];
  }

  private void countReplicas(
      int[] held, int[] attributes, Stripe stripe, Wish wish, Datanode datanode) {
    int row = stripe.find(wish.blockId());
    if (row == Stripe.NONE || stripe.generationStamp(row) < wish.generationStamp()) {
      return;
    }
    for (int r = stripe.first(row); r != Stripe.NONE; r = stripe.next(r)) {
      Datanode holder = datanodes.holder(stripe, r);
      if (holder != datanode && wish.counts().test(holder.uuid())) {
        count(held, attributes, stripe.sortAttribute(r));
      }
    }
  }

  private static void countAssignments(
      int[] held, int[] attributes, OpenAssignments open, Wish wish, long now) {
    for (OpenAssignments.OpenAssignment assignment : open.of(wish.blockId())) {
      boolean current =
          wish.beingWritten() || assignment.generationStamp() >= wish.generationStamp();
      if (current
          && assignment.expires() - now >= 0
          && wish.counts().test(assignment.datanode().uuid())) {
        count(held, attributes, assignment.attribute());
      }
    }
  }

  private static void count(int[] held, int[] attributes, int attribute) {
    for (int i = 0; i < attributes.length; i++) {
      if (attributes[i] == attribute) {
        held[i]++;
      }
    }
  }

  /** Frees the orders of a stripe whose assignment expired; returns how many there were. */
  int expire(int number) {
    synchronized (stripes[number]) {
      return assignments[number].expire(nanoClock.getAsLong());
    }
  }

  // ---- under the lock of the stripe ----

  /** Forgets what a datanode was assigned for a block: its replica is there, or will not come. */
  void forget(int number, long blockId, Datanode datanode) {
    assignments[number].remove(blockId, datanode);
  }

  /** Number of open assignments for a block, for its generation stamp or a newer one. */
  int open(int number, long blockId, long generationStamp) {
    int open = 0;
    for (OpenAssignments.OpenAssignment assignment : assignments[number].of(blockId)) {
      open += assignment.generationStamp() >= generationStamp ? 1 : 0;
    }
    return open;
  }

  /** Number of open assignments of a stripe. */
  int open(int number) {
    return assignments[number].count();
  }
}
