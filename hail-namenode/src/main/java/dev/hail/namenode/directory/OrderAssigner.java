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
  /** Most promises open at a time, over all blocks. */
  static final int MAX_PROMISES = 1 << 20;

  private final Stripe[] stripes;
  private final Promises[] promises;
  private final Layouts layouts;
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
      Layouts layouts,
      Datanodes datanodes,
      LongSupplier nanoClock,
      long expiryNanos) {
    this.stripes = stripes;
    this.layouts = layouts;
    this.datanodes = datanodes;
    this.nanoClock = nanoClock;
    this.expiryNanos = expiryNanos;
    this.promises = new Promises[stripes.length];
    for (int i = 0; i < promises.length; i++) {
      promises[i] = new Promises(layouts);
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
   * @param indexAttributes candidate attributes; none gives 0
   * @return the attribute, 0 for upload order
   * @throws RefusedException if the attributes make no sense or too many assignments are open
   */
  int assign(Wish wish, int[] indexAttributes) throws RefusedException {
    if (indexAttributes.length == 0) {
      return 0;
    }
    int layout = layouts.acquire(indexAttributes, wish.blockId());
    try {
      return assign(wish, layout);
    } finally {
      layouts.release(layout);
    }
  }

  private int assign(Wish wish, int layout) throws RefusedException {
    Datanode datanode = datanodes.get(wish.datanodeUuid());
    int number = ReplicaTable.stripeOf(wish.blockId());
    synchronized (stripes[number]) {
      Promises open = promises[number];
      long now = nanoClock.getAsLong();
      Promises.Promise given = open.of(wish.blockId(), datanode);
      if (given == null) {
        makeRoom(open, now, wish.blockId());
      }
      boolean repeated = given != null && given.layout() == layout;
      open.remove(wish.blockId(), datanode);
      int attribute = repeated ? given.attribute() : choose(number, wish, datanode, layout, now);
      open.add(
          wish.blockId(),
          new Promises.Promise(
              datanode, layout, attribute, wish.generationStamp(), now + expiryNanos));
      return attribute;
    }
  }

  private void makeRoom(Promises open, long now, long blockId) throws RefusedException {
    if (open.count() < MAX_PROMISES / promises.length) {
      return;
    }
    open.expire(now);
    if (open.count() >= MAX_PROMISES / promises.length) {
      throw new RefusedException(
          "too many assignments are open, no order for block "
              + blockId
              + "; store it unsorted, it will be repaired");
    }
  }

  /** The candidate that fewest others have; of those the one that the datanode has least. */
  private int choose(int number, Wish wish, Datanode datanode, int layout, long now) {
    int[] attributes = layouts.attributes(layout);
    int[] held = new int[attributes.length];
    countReplicas(held, attributes, stripes[number], wish, datanode);
    countPromises(held, attributes, promises[number], wish, now);
    int best = 0;
    for (int i = 1; i < attributes.length; i++) {
      if (held[i] < held[best]
          || (held[i] == held[best] && datanode.order(layout, i) < datanode.order(layout, best))) {
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

  private static void countPromises(
      int[] held, int[] attributes, Promises open, Wish wish, long now) {
    for (Promises.Promise promise : open.of(wish.blockId())) {
      boolean current = wish.beingWritten() || promise.generationStamp() >= wish.generationStamp();
      if (current
          && promise.expires() - now >= 0
          && wish.counts().test(promise.datanode().uuid())) {
        count(held, attributes, promise.attribute());
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
      return promises[number].expire(nanoClock.getAsLong());
    }
  }

  // ---- under the lock of the stripe ----

  /** Forgets what a datanode was assigned for a block: its replica is there, or will not come. */
  void forget(int number, long blockId, Datanode datanode) {
    promises[number].remove(blockId, datanode);
  }

  /** Number of open assignments for a block, for its generation stamp or a newer one. */
  int open(int number, long blockId, long generationStamp) {
    int open = 0;
    for (Promises.Promise promise : promises[number].of(blockId)) {
      open += promise.generationStamp() >= generationStamp ? 1 : 0;
    }
    return open;
  }

  /** Number of open assignments of a stripe. */
  int open(int number) {
    return promises[number].count();
  }
}
