// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.pseudo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.datanode.metrics.DatanodeMetrics;
import dev.hail.protocol.PseudoReplicaId;
import dev.hail.protocol.ReplicaInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of replicas that are not there. */
final class PseudoStoreTest {
  private static final String POOL = PseudoDisks.POOL;
  private static final long ID = new PseudoReplicaId(1L << 30, 2).blockId();

  @TempDir private Path directory;
  private final DatanodeMetrics metrics = DatanodeMetrics.register("store-test:1");
  private final List<Long> gone = new ArrayList<>();
  private PseudoStore store;

  @BeforeEach
  void make() throws IOException {
    PseudoDisks disks = new PseudoDisks(directory, 1);
    store = new PseudoStore(disks, disks, new Told(), metrics);
  }

  @AfterEach
  void end() {
    store.close();
    metrics.unregister();
  }

  private final class Told implements PseudoReplicas.Listener {
    @Override
    public void found(String blockPoolId, ReplicaInfo replica) {
      throw new AssertionError("There is none");
    }

    @Override
    public void stored(String blockPoolId, ReplicaInfo replica) {
      throw new AssertionError("There is none");
    }

    @Override
    public void gone(String blockPoolId, long id) {
      gone.add(id);
    }
  }

  @Test
  void claimedReplica_deniedIfAbsent_isNotReportedGone() {
    store.open(POOL);
    assertThat(store.claim(POOL, ID)).isTrue();
    store.denyIfAbsent(POOL, ID);
    assertThat(gone).as("its writer will tell of it").isEmpty();
    store.release(POOL, ID);
    store.denyIfAbsent(POOL, ID);
    assertThat(gone).containsExactly(ID);
    assertThat(store.claim(POOL, ID)).as("free for a writer").isTrue();
  }

  @Test
  void secondWriter_ofSameId_getsItWhenFirstIsDone() throws Exception {
    store.open(POOL);
    assertThat(store.claim(POOL, ID)).isTrue();
    assertThat(store.awaitClaim(POOL, ID, 1)).as("while the first is at it").isFalse();
    FutureTask<Boolean> second =
        new FutureTask<>(() -> store.awaitClaim(POOL, ID, TimeUnit.HOURS.toMillis(1)));
    Thread writer = new Thread(second, "second writer");
    writer.start();
    while (writer.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    store.release(POOL, ID);
    assertThat(second.get()).isTrue();
    assertThat(store.claim(POOL, ID)).as("the second has it").isFalse();
  }

  @Test
  void closedBlockPool_deniedIfAbsent_isNotReported() {
    store.denyIfAbsent(POOL, ID);
    assertThat(gone).isEmpty();
  }
}
