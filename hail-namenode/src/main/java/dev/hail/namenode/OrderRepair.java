// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import dev.hail.namenode.directory.BlockView;
import dev.hail.namenode.directory.ReplicaTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.server.namenode.HailBlockMap;

/**
 * Brings back sort orders that got lost. A move by the balancer, a failed sort, or a time without
 * the directory can lose an order. Then two replicas of a block share one, or one has none. Then
 * the datanode of one such replica sorts it where it lies, by the order that is missing. The block
 * keeps all its copies, so repair works at any replication.
 *
 * <p>A block is repaired only while it has all replicas it should have and the directory knows all
 * of them. Each holder must have been heard from within two heartbeats. Nothing is repaired while
 * some datanode is stale. Wishes are limited in rate. A block has one wish at a time, and waits
 * longer and longer if wishes do not help.
 */
final class OrderRepair {
  private static final int SUSPECTS_MAX = 100_000;
  private static final int ATTEMPTS_REMEMBERED = 100_000;
  private static final int MAX_DOUBLINGS = 10;
  private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final int EXAMINED_PER_ROUND = 200;
  private static final int TASKS_MAX = 1_000;

  /**
   * Blocks after which the scan rests until the next round, at the end of a part of the directory:
   * a few milliseconds. A directory of fewer blocks is scanned whole each time.
   */
  private static final int SCANNED_PER_ROUND = 5_000;

  /** An attempt at a block: how often in vain, what was missing, and when the next one may be. */
  private record Attempt(int failures, int missing, long notBefore) {}

  private final HdfsState hdfs;
  private final ReplicaTable directory;
  private final HolderPulse pulse;
  private final LongSupplier nanoClock;
  private final int perMinute;
  private final long backoffNanos;

  private final Set<Long> suspects = new LinkedHashSet<>();
  private final Map<String, Set<Long>> tasks = new HashMap<>();
  private final Map<Long, Attempt> attempts =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Attempt> eldest) {
          return size() > ATTEMPTS_REMEMBERED;
        }
      };
  private long windowBegin;
  private int windowWishes;
  private long wishes;
  private int nextStripe;

  OrderRepair(
      HdfsState hdfs,
      ReplicaTable directory,
      HolderPulse pulse,
      LongSupplier nanoClock,
      int perMinute,
      long backoffNanos) {
    this.hdfs = hdfs;
    this.directory = directory;
    this.pulse = pulse;
    this.nanoClock = nanoClock;
    this.perMinute = perMinute;
    this.backoffNanos = backoffNanos;
    this.windowBegin = nanoClock.getAsLong();
  }

  /** Notes a block whose replicas changed. */
  void suspect(long blockId) {
    if (perMinute == 0) {
      return;
    }
    BlockView view = directory.view(blockId);
    if (view != null && view.missesAnOrder() && view.leastUseful() != null) {
      note(blockId);
    }
  }

  private synchronized void note(long blockId) {
    // Those that do not fit are found again by the scan.
    if (suspects.size() < SUSPECTS_MAX) {
      suspects.add(blockId);
    }
  }

  /** Looks for blocks that miss an order in the next parts of the directory. */
  void scan() {
    if (perMinute == 0) {
      return;
    }
    // The stripe is locked meanwhile, and this object's lock is taken before a stripe's elsewhere.
    List<Long> found = new ArrayList<>();
    long looked = 0;
    for (int i = 0; i < directory.stripes() && looked < SCANNED_PER_ROUND; i++) {
      looked += directory.blocksMissingAnOrder(next(), found::add);
    }
    found.forEach(this::note);
  }

  private synchronized int next() {
    int stripe = nextStripe;
    nextStripe = (nextStripe + 1) % directory.stripes();
    return stripe;
  }

  /** Decides about suspects; called once in a while. */
  void plan() {
    if (perMinute == 0 || !mayRepair()) {
      synchronized (this) {
        tasks.clear();
      }
      return;
    }
    for (long blockId : nextSuspects()) {
      BlockView view = directory.view(blockId);
      if (view == null || !view.missesAnOrder() || view.leastUseful() == null) {
        forgive(blockId);
      } else if (hasToWait(view) || !isStable(view)) {
        // To the end of the line, so that it does not keep others waiting.
        note(blockId);
      } else {
        order(view);
      }
    }
  }

  private synchronized List<Long> nextSuspects() {
    List<Long> next = new ArrayList<>();
    Iterator<Long> iterator = suspects.iterator();
    while (iterator.hasNext() && next.size() < EXAMINED_PER_ROUND) {
      next.add(iterator.next());
      iterator.remove();
    }
    return next;
  }

  private synchronized void forgive(long blockId) {
    attempts.remove(blockId);
  }

  private synchronized void order(BlockView view) {
    Set<Long> planned =
        tasks.computeIfAbsent(view.leastUseful().datanodeUuid(), uuid -> new LinkedHashSet<>());
    if (planned.size() < TASKS_MAX) {
      planned.add(view.blockId());
    }
    suspects.add(view.blockId());
  }

  /**
   * Blocks whose replica a datanode is to sort by a missing order now.
   *
   * @param most how many at most
   */
  long[] take(String datanodeUuid, int most) {
    long[] taken = new long[most];
    int count = 0;
    while (count < most && mayRepair()) {
      Long blockId = nextTask(datanodeUuid);
      if (blockId == null) {
        break;
      }
      // Much may have changed since the plan was made.
      BlockView view = directory.view(blockId);
      BlockView.Holder least = view == null ? null : view.leastUseful();
      if (least != null
          && least.datanodeUuid().equals(datanodeUuid)
          && isStable(view)
          && startAttempt(view)) {
        taken[count++] = blockId;
      }
    }
    return Arrays.copyOf(taken, count);
  }

  private synchronized Long nextTask(String datanodeUuid) {
    Set<Long> planned = tasks.get(datanodeUuid);
    if (planned == null || planned.isEmpty() || !underRate()) {
      return null;
    }
    Long blockId = planned.iterator().next();
    planned.remove(blockId);
    return blockId;
  }

  /** Counts a wish, unless another one of the block began in the meantime. */
  private synchronized boolean startAttempt(BlockView view) {
    if (hasToWait(view) || !underRate()) {
      return false;
    }
    Attempt last = attempts.remove(view.blockId());
    int missing = missing(view);
    int failures = last == null || missing < last.missing() ? 0 : last.failures() + 1;
    long wait = backoffNanos << Math.min(failures, MAX_DOUBLINGS);
    attempts.put(view.blockId(), new Attempt(failures, missing, nanoClock.getAsLong() + wait));
    windowWishes++;
    wishes++;
    return true;
  }

  /** Replicas that datanodes were told to sort so far. */
  synchronized long wishes() {
    return wishes;
  }

  /** Blocks known to miss an order. */
  synchronized int suspects() {
    return suspects.size();
  }

  private synchronized boolean hasToWait(BlockView view) {
    Attempt last = attempts.get(view.blockId());
    return last != null
        && missing(view) >= last.missing()
        && nanoClock.getAsLong() - last.notBefore() < 0;
  }

  private boolean isStable(BlockView view) {
    if (!view.missesAnOrder() || view.openAssignments() > 0) {
      return false;
    }
    HailBlockMap.BlockState state = hdfs.blockState(view.blockId());
    return state != null
        && state.complete()
        && state.healthy()
        && state.generationStamp() == view.generationStamp()
        && state.liveReplicas() == view.holders().size()
        && view.holders().stream().map(BlockView.Holder::datanodeUuid).allMatch(this::isWell);
  }

  private boolean isWell(String datanodeUuid) {
    return hdfs.isInService(datanodeUuid) && pulse.isFelt(datanodeUuid);
  }

  private boolean mayRepair() {
    return hdfs.isActive() && !hdfs.isInSafeMode() && !pulse.isAnyStale();
  }

  private boolean underRate() {
    long now = nanoClock.getAsLong();
    if (now - windowBegin >= WINDOW_NANOS) {
      windowBegin = now;
      windowWishes = 0;
    }
    return windowWishes < perMinute;
  }

  private static int missing(BlockView view) {
    int missing = 0;
    for (int attribute : view.indexAttributes()) {
      if (view.holders().stream().noneMatch(h -> h.sortAttribute() == attribute)) {
        missing++;
      }
    }
    return missing;
  }
}
