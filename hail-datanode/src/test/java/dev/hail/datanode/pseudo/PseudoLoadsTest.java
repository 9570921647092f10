// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.pseudo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.datanode.metrics.DatanodeMetrics;
import dev.hail.protocol.ReplicaInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long namenodes wait for what is on the disks at the start. */
final class PseudoLoadsTest {
  private static final String POOL = PseudoDisks.POOL;

  @TempDir private Path directory;
  private final DatanodeMetrics metrics = DatanodeMetrics.register("loads-test:1");
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final BlockingQueue<Long> found = new LinkedBlockingQueue<>();
  private PseudoDisks disks;
  private PseudoStore store;
  private PseudoLoads loads;
  private long first;
  private long second;

  @BeforeEach
  void make() throws IOException {
    disks = new PseudoDisks(directory, 2);
    first = disks.put(0, 1);
    second = disks.put(1, 2);
    store = new PseudoStore(disks, disks, new Found(), metrics);
    store.open(POOL);
    loads = new PseudoLoads(disks, new PseudoLoader(disks, disks, store, new Found()), now::get);
  }

  @AfterEach
  void end() {
    disks.release();
    store.close();
    metrics.unregister();
  }

  private final class Found implements PseudoReplicas.Listener {
    @Override
    public void found(String blockPoolId, ReplicaInfo replica) {
      found.add(replica.blockId());
    }

    @Override
    public void stored(String blockPoolId, ReplicaInfo replica) {
      throw new AssertionError("Nobody sends one");
    }

    @Override
    public void gone(String blockPoolId, long id) {
      throw new AssertionError("Nobody drops one");
    }
  }

  private Long nextFound() throws InterruptedException {
    return found.poll(4, TimeUnit.MINUTES);
  }

  private void pass(long seconds) {
    now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
  }

  @Test
  void hangingDisk_duringLoad_isAwaitedBrieflyAndFoundLater() throws Exception {
    assertThat(loads.isComplete(POOL)).as("nothing has begun").isFalse();
    disks.hang(1);
    loads.begin(POOL);
    assertThat(nextFound()).isEqualTo(first);
    pass(29);
    assertThat(loads.isComplete(POOL)).isFalse();
    pass(1);
    assertThat(loads.isComplete(POOL)).as("the other one hangs").isTrue();
    assertThat(store.find(POOL, second)).isNull();
    disks.release();
    assertThat(nextFound()).isEqualTo(second);
  }

  @Test
  void failingDisk_duringLoad_isAwaitedNoLonger() throws Exception {
    disks.fail(1, "Input/output error");
    loads.begin(POOL);
    assertThat(nextFound()).isEqualTo(first);
    assertThat(loads.isComplete(POOL)).isFalse();
    pass(30);
    assertThat(loads.isComplete(POOL)).isTrue();
    assertThat(store.find(POOL, second)).isNull();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void unreadableDirectory_duringLoad_hidesNoOther(boolean outer) throws Exception {
    // HDFS spreads ids over directories by their second and third byte.
    Set<Long> others = Set.of(disks.put(0, 1 + (1L << 16)), disks.put(0, 1 + (2L << 16)), second);
    disks.failToList(0, first, outer);
    loads.begin(POOL);
    Set<Long> met = new HashSet<>();
    for (int i = 0; i < others.size(); i++) {
      met.add(nextFound());
    }
    assertThat(met).isEqualTo(others);
    assertThat(store.find(POOL, first)).isNull();
    assertThat(loads.isComplete(POOL)).isFalse();
    pass(30);
    assertThat(loads.isComplete(POOL)).isTrue();
    assertThat(loads.isExhaustive(POOL)).as("one may be found yet").isFalse();
  }

  @Test
  void blockPool_comingBack_isSearchedAnew() throws Exception {
    disks.hang(1);
    loads.begin(POOL);
    pass(30);
    assertThat(loads.isComplete(POOL)).isTrue();
    loads.forget(POOL);
    assertThat(loads.isComplete(POOL)).isFalse();
    loads.begin(POOL);
    assertThat(loads.isComplete(POOL)).isFalse();
  }
}
