// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.datanode.convert.Conversion.Outcome;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ConversionTest {
  private final Queue<Runnable> queue = new ArrayDeque<>();
  private final AtomicInteger released = new AtomicInteger();
  private final AtomicInteger late = new AtomicInteger();

  @Test
  void queuedRun_abandoned_givesBackRoomAndFreesWaiters() throws Exception {
    Conversion conversion = conversion(TimeUnit.HOURS.toNanos(1));
    AtomicInteger ran = new AtomicInteger();
    conversion.then(queue::add, ran::incrementAndGet);
    CompletableFuture<Outcome> waiter = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                waiter.complete(conversion.await());
              } catch (Exception e) {
                waiter.completeExceptionally(e);
              }
            });
    thread.start();

    conversion.abandon();

    assertThat(waiter.get(1, TimeUnit.MINUTES)).isEqualTo(Outcome.KEPT);
    assertThat(released).hasValue(1);
    queue.remove().run();
    assertThat(ran).hasValue(0);
    assertThat(released).hasValue(1);
    assertThat(late).hasValue(0);
  }

  @Test
  void waiter_forHangingRun_getsBlockAsItCame() throws Exception {
    Conversion conversion = conversion(0);
    conversion.then(
        Runnable::run,
        () -> {
          // In the middle of a stage, which goes on holding what it uses.
          assertThat(awaitQuietly(conversion)).isEqualTo(Outcome.KEPT);
          assertThat(late).hasValue(1);
          assertThat(released).hasValue(0);
          conversion.then(queue::add, () -> {});
        });
    assertThat(queue).isEmpty();
    assertThat(released).hasValue(1);
    assertThat(conversion.sortedFiles()).isNull();
    assertThat(conversion.isKept()).as("somebody else looks after the block").isFalse();
    assertThat(awaitQuietly(conversion)).isEqualTo(Outcome.KEPT);
    assertThat(late).hasValue(1);
  }

  @Test
  void stage_throwingOrWithoutThread_keepsBlock() {
    Conversion thrown = conversion(TimeUnit.HOURS.toNanos(1));
    thrown.then(
        work -> {
          try {
            work.run();
          } catch (StackOverflowError expected) {
            queue.add(work);
          }
        },
        () -> {
          throw new StackOverflowError();
        });
    assertThat(queue).hasSize(1);
    assertThat(awaitQuietly(thrown)).isEqualTo(Outcome.KEPT);
    assertThat(thrown.isKept()).isTrue();
    assertThat(released).hasValue(1);

    Conversion rejected = conversion(TimeUnit.HOURS.toNanos(1));
    rejected.then(
        Runnable::run,
        () ->
            rejected.then(
                work -> {
                  throw new RejectedExecutionException();
                },
                () -> {}));
    assertThat(rejected.isKept()).isTrue();
    assertThat(rejected.reason()).contains("stopping");
    assertThat(released).hasValue(2);
  }

  @Test
  void stage_besideOneThatQueuedIt_keepsWhatRunHolds() {
    Conversion conversion = conversion(TimeUnit.HOURS.toNanos(1));
    AtomicInteger inSecond = new AtomicInteger(-1);
    conversion.then(
        queue::add,
        () -> {
          conversion.then(
              queue::add,
              () -> {
                inSecond.set(released.get());
                conversion.end(Conversion.Result.refused("in the second stage"));
              });
          // Another thread is quick to take it up.
          queue.remove().run();
          assertThat(released).as("the first stage still runs").hasValue(0);
        });
    queue.remove().run();
    assertThat(inSecond).hasValue(0);
    assertThat(conversion.reason()).isEqualTo("in the second stage");
    assertThat(released).hasValue(1);
  }

  private static Outcome awaitQuietly(Conversion conversion) {
    try {
      return conversion.await();
    } catch (java.io.InterruptedIOException e) {
      throw new AssertionError(e);
    }
  }

  private Conversion conversion(long nanos) {
    return new Conversion(
        System.nanoTime() + nanos, late::incrementAndGet, released::incrementAndGet);
  }
}
