// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.directory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Sort orders that were assigned and not yet seen in a report, of a share of all blocks. Not safe
 * for threads; its owner locks it.
 */
final class Promises {

  /**
   * One order given away.
   *
   * @param generationStamp stamp of the replica that is being made
   * @param expires time in nanoseconds after which the order is free again
   */
  record Promise(
      Datanode datanode, int layout, int attribute, long generationStamp, long expires) {}

  private final Layouts layouts;
  private final Map<Long, List<Promise>> byBlock = new HashMap<>();
  private int count;

  Promises(Layouts layouts) {
    this.layouts = layouts;
  }

  int count() {
    return count;
  }

  /** The open promises for a block. */
  List<Promise> of(long blockId) {
    return byBlock.getOrDefault(blockId, List.of());
  }

  /** The open promise to a datanode for a block, or null. */
  Promise of(long blockId, Datanode datanode) {
    for (Promise promise : of(blockId)) {
      if (promise.datanode() == datanode) {
        return promise;
      }
    }
    return null;
  }

  void add(long blockId, Promise promise) {
    byBlock.computeIfAbsent(blockId, b -> new ArrayList<>(3)).add(promise);
    layouts.retain(promise.layout());
    count++;
    tally(promise, 1);
  }

  /** Ends the promise to a datanode for a block, if there is one. */
  void remove(long blockId, Datanode datanode) {
    List<Promise> promises = byBlock.get(blockId);
    if (promises == null) {
      return;
    }
    Iterator<Promise> iterator = promises.iterator();
    while (iterator.hasNext()) {
      Promise promise = iterator.next();
      if (promise.datanode() == datanode) {
        iterator.remove();
        end(promise);
      }
    }
    if (promises.isEmpty()) {
      byBlock.remove(blockId);
    }
  }

  /** Ends the promises that expired before {@code now}; returns how many there were. */
  int expire(long now) {
    int before = count;
    Iterator<List<Promise>> blocks = byBlock.values().iterator();
    while (blocks.hasNext()) {
      List<Promise> promises = blocks.next();
      Iterator<Promise> iterator = promises.iterator();
      while (iterator.hasNext()) {
        Promise promise = iterator.next();
        if (promise.expires() - now < 0) {
          iterator.remove();
          end(promise);
        }
      }
      if (promises.isEmpty()) {
        blocks.remove();
      }
    }
    return before - count;
  }

  private void end(Promise promise) {
    count--;
    tally(promise, -1);
    layouts.release(promise.layout());
  }

  private void tally(Promise promise, int change) {
    promise
        .datanode()
        .countOrder(
            promise.layout(), layouts.attributes(promise.layout()), promise.attribute(), change);
  }
}
