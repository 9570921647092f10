// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.resort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OpenPairsTest {
  private static final long NEVER = Long.MAX_VALUE / 2;
  private static final String POOL = "BP-1";

  private final ExecutorService reader = Executors.newSingleThreadExecutor();

  @AfterEach
  void stop() {
    reader.shutdownNow();
  }

  @Test
  void swap_betweenStepsOfReader_isRefused() throws Exception {
    OpenPairs pairs = new OpenPairs(NEVER);
    on(() -> pairs.replicaWanted(POOL, 1));
    assertThat(swap(pairs)).isFalse();
    on(() -> checksums(pairs));
    assertThat(swap(pairs)).isFalse();
    assertThat(pairs.swap(POOL, 2, () -> {})).as("another block").isTrue();
    assertThat(pairs.swap("BP-2", 1, () -> {})).as("another pool").isTrue();
    on(() -> data(pairs));
    assertThat(swap(pairs)).isTrue();

    on(() -> data(pairs));
    assertThat(swap(pairs)).as("short-circuit").isFalse();
    on(() -> checksums(pairs));
    assertThat(swap(pairs)).isTrue();
  }

  @Test
  void reader_stoppedHalfway_failsAfterSwap() throws Exception {
    OpenPairs pairs = new OpenPairs(0);
    on(() -> pairs.replicaWanted(POOL, 1));
    on(() -> checksums(pairs));
    assertThat(swap(pairs)).isTrue();
    assertFails(() -> data(pairs));

    on(() -> data(pairs));
    assertThat(swap(pairs)).isTrue();
    assertFails(() -> checksums(pairs));

    on(() -> pairs.replicaWanted(POOL, 1));
    assertThat(swap(pairs)).isTrue();
    on(() -> pairs.replicaWanted(POOL, 1));
    on(() -> checksums(pairs));
    on(() -> data(pairs));
  }

  /** The checksums of a file alone, and then a short-circuit read in the same thread. */
  @Test
  void checksums_openedAlone_doNotHideBeginOfPair() throws Exception {
    OpenPairs pairs = new OpenPairs(NEVER);
    on(() -> checksums(pairs));
    on(() -> data(pairs));
    assertThat(swap(pairs)).isTrue();
    assertFails(() -> checksums(pairs));

    on(() -> checksums(pairs));
    on(() -> data(pairs));
    on(() -> checksums(pairs));
    assertThat(swap(pairs)).isTrue();
    assertFails(() -> data(pairs));
  }

  @Test
  void swap_whileFilesAreCopiedOrAfterClose_isRefused() throws Exception {
    OpenPairs pairs = new OpenPairs(NEVER);
    OpenPairs.Hold one = pairs.hold(POOL, 1);
    OpenPairs.Hold two = pairs.hold(POOL, 1);
    assertThat(swap(pairs)).isFalse();
    one.close();
    assertThat(swap(pairs)).isFalse();
    two.close();
    assertThat(swap(pairs)).isTrue();
    pairs.close();
    assertThat(swap(pairs)).isFalse();
  }

  @Test
  void swap_failing_letsReadersGoOn() throws Exception {
    OpenPairs pairs = new OpenPairs(NEVER);
    assertThatThrownBy(
            () ->
                pairs.swap(
                    POOL,
                    1,
                    () -> {
                      throw new IOException("disk");
                    }))
        .hasMessage("disk");
    on(() -> data(pairs));
    on(() -> checksums(pairs));
    assertThat(swap(pairs)).isTrue();
  }

  /** Two counters stand for the two files. */
  @Test
  void manyReaders_duringSwaps_neverMixFilesOfTwo() throws Exception {
    OpenPairs pairs = new OpenPairs(NEVER);
    AtomicInteger checksums = new AtomicInteger();
    AtomicInteger data = new AtomicInteger();
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService readers = Executors.newFixedThreadPool(4);
    List<Future<Integer>> counts = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      boolean shortCircuit = i % 2 == 0;
      counts.add(readers.submit(() -> readUntil(done, pairs, checksums, data, shortCircuit)));
    }
    int swapped = 0;
    while (swapped < 1_000) {
      boolean ran =
          pairs.swap(
              POOL,
              1,
              () -> {
                checksums.incrementAndGet();
                Thread.onSpinWait();
                data.incrementAndGet();
              });
      swapped += ran ? 1 : 0;
      Thread.onSpinWait();
    }
    done.set(true);
    for (Future<Integer> count : counts) {
      assertThat(count.get(1, TimeUnit.MINUTES)).isPositive();
    }
    readers.shutdown();
  }

  private static int readUntil(
      AtomicBoolean done,
      OpenPairs pairs,
      AtomicInteger checksums,
      AtomicInteger data,
      boolean shortCircuit)
      throws IOException {
    int reads = 0;
    do {
      int[] seen = new int[2];
      OpenPairs.Open<InputStream> first = () -> seen(seen, 0, checksums);
      OpenPairs.Open<InputStream> second = () -> seen(seen, 1, data);
      if (shortCircuit) {
        pairs.data(POOL, 1, second);
        pairs.checksums(POOL, 1, first);
      } else {
        pairs.replicaWanted(POOL, 1);
        pairs.checksums(POOL, 1, first);
        pairs.data(POOL, 1, second);
      }
      assertThat(seen[0]).isEqualTo(seen[1]);
      reads++;
      Thread.onSpinWait();
    } while (!done.get());
    return reads;
  }

  private static InputStream seen(int[] seen, int index, AtomicInteger file) {
    seen[index] = file.get();
    return InputStream.nullInputStream();
  }

  private static boolean swap(OpenPairs pairs) throws IOException {
    return pairs.swap(POOL, 1, () -> {});
  }

  private static InputStream checksums(OpenPairs pairs) throws IOException {
    return pairs.checksums(POOL, 1, () -> new ByteArrayInputStream(new byte[1]));
  }

  private static InputStream data(OpenPairs pairs) throws IOException {
    return pairs.data(POOL, 1, () -> new ByteArrayInputStream(new byte[1]));
  }

  private void assertFails(Callable<?> step) {
    assertThatThrownBy(() -> on(step))
        .hasCauseInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("block 1 in pool BP-1")
        .hasMessageContaining("open it again");
  }

  private void on(Callable<?> step) throws Exception {
    reader.submit(step).get(1, TimeUnit.MINUTES);
  }

  private void on(Runnable step) throws Exception {
    reader.submit(step).get(1, TimeUnit.MINUTES);
  }
}
