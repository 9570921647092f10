// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Guards a native join: any number of threads may use it at a time, and none after it is closed or
 * passed on.
 */
final class NativeHandle {
  /** A native call on the join. */
  interface Call {
    int run(long join, byte[] message);
  }

  /** A native call on several joins. */
  interface CallOnAll {
    int run(long[] joins, byte[] message);
  }

  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final String owner;
  private final long join;

  /** Why the join cannot be used any more, or null if it can. */
  private String gone;

  /**
   * @param owner name of the caller's object, for messages
   * @param join address of the join
   */
  NativeHandle(String owner, long join) {
    this.owner = owner;
    this.join = join;
  }

  /**
   * Runs a call; others may run at the same time.
   *
   * @throws IllegalStateException if the join is closed or passed on
   */
  void call(Call call) {
    locked(lock.readLock(), call);
  }

  /**
   * Runs a call on several joins; others may run at the same time.
   *
   * @throws IllegalStateException if one of them is closed or passed on
   */
  static void callAll(List<NativeHandle> handles, CallOnAll call) {
    long[] joins = handles.stream().mapToLong(handle -> handle.join).toArray();
    // One order of locking for all calls prevents deadlocks with writers.
    List<NativeHandle> ordered =
        handles.stream().sorted(Comparator.comparingLong(handle -> handle.join)).toList();
    callWithLocks(ordered, message -> call.run(joins, message));
  }

  private static void callWithLocks(List<NativeHandle> handles, NativeStatus.Call call) {
    if (handles.isEmpty()) {
      NativeStatus.require(call);
      return;
    }
    handles
        .get(0)
        .call(
            (join, message) -> {
              callWithLocks(handles.subList(1, handles.size()), call);
              return NativeStatus.OK;
            });
  }

  /**
   * Describes the join.
   *
   * @throws IllegalStateException if it is closed or passed on
   */
  JoinSummary summary() {
    long[] info = new long[NativeSlots.INFO_SLOTS];
    byte[] explanation = new byte[NativeSlots.EXPLANATION_BYTES];
    call((address, message) -> NativeCalls.describe(address, info, explanation, message));
    return new JoinSummary(
        TableChoice.of(info[NativeSlots.INFO_TABLE]).orElseThrow().words(),
        info[NativeSlots.INFO_UNIQUE] != 0,
        info[NativeSlots.INFO_EXACT_KEYS] != 0,
        info[NativeSlots.INFO_ROWS],
        info[NativeSlots.INFO_NULL_KEY_ROWS],
        info[NativeSlots.INFO_DISTINCT_KEYS],
        info[NativeSlots.INFO_TABLE_BYTES],
        info[NativeSlots.INFO_PEAK_BYTES],
        NativeStatus.text(explanation));
  }

  private void locked(Lock held, Call call) {
    held.lock();
    try {
      if (gone != null) {
        throw new IllegalStateException(gone);
      }
      NativeStatus.require(message -> call.run(join, message));
    } finally {
      held.unlock();
    }
  }

  /**
   * Runs a call exclusively and, if it succeeds, passes the join on.
   *
   * @param newOwner name of the caller's new object, for messages
   * @throws IllegalStateException if the join is closed or passed on
   */
  NativeHandle pass(String newOwner, Call call) {
    lock.writeLock().lock();
    try {
      locked(lock.writeLock(), call);
      gone = "This " + owner + " is finished; use the " + newOwner + " that finish() gave";
      return new NativeHandle(newOwner, join);
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** Waits for running calls and closes the join, unless it has been passed on. */
  void close() {
    lock.writeLock().lock();
    try {
      if (gone == null) {
        NativeCalls.close(join);
      }
      gone = "This " + owner + " is closed";
    } finally {
      lock.writeLock().unlock();
    }
  }
}
