// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import java.io.File;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A pseudo replica is an annex of the datanode's own replica of the block, and does not outlive it
 * whenever that one goes.
 */
final class PseudoAnnexTest {
  private static final int VISITS = 2;

  private static HeldWrites writes;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new Configuration();
    conf.setInt(DFSConfigKeys.DFS_DATANODE_DIRECTORYSCAN_INTERVAL_KEY, 3_600);
    writes = HeldWrites.start(conf);
  }

  @AfterAll
  static void stop() {
    if (writes != null) {
      writes.close();
    }
  }

  private Path path;

  private SentReplica write(byte[] block) throws Exception {
    path = writes.write(block);
    return new SentReplica(writes.cluster(), path, VISITS, 0);
  }

  @AfterEach
  void remove() throws IOException {
    writes.cluster().fileSystem().delete(path, false);
  }

  private static byte[] sorted(byte[] block) throws IOException {
    return BlockSorter.sort(block, block.length, VISITS);
  }

  @ParameterizedTest
  @CsvSource({
    "true, VERIFY_PSEUDO",
    "false, VERIFY_PSEUDO",
    "false, RENAME_PSEUDO_CHECKSUMS",
    "false, RENAME_PSEUDO_DATA"
  })
  void replica_losingBlockBeforeServed_isRefused(boolean before, ReplicaStep step)
      throws Exception {
    byte[] block = TestBlocks.block(71, 1_000, 1, 3);
    SentReplica replica = write(block);
    long reserved = SentReplica.reserved(replica.datanode());
    try (HoldingDatasetFactory.Hold hold = HoldingDatasetFactory.hold(before, step)) {
      Future<?> sent = writes.send(replica, sorted(block));
      hold.awaitReached();
      replica.invalidateSource();
      Waiting.until("the block is gone", () -> !replica.hasSource());
      hold.letGo();
      assertThatThrownBy(() -> sent.get(5, TimeUnit.MINUTES))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(IOException.class);
    }
    // No sweep was needed for it.
    assertThat(replica.isServed()).isFalse();
    Waiting.until("its files are gone", () -> replica.files().isEmpty());
    Waiting.until("its space is free", () -> SentReplica.reserved(replica.datanode()) == reserved);
  }

  @Test
  void replica_losingBlockBeforeReported_goesWithSweep() throws Exception {
    byte[] block = TestBlocks.block(72, 1_000, 1, 3);
    SentReplica replica = write(block);
    try (HoldingDatasetFactory.Hold hold = HoldingDatasetFactory.hold(true, ReplicaStep.REGISTER)) {
      Future<?> sent = writes.send(replica, sorted(block));
      hold.awaitReached();
      // Its writer waits for an answer, and so its id is not free.
      Waiting.until("it is served", replica::isServed);
      replica.invalidateSource();
      Waiting.until("the block is gone", () -> !replica.hasSource());
      hold.letGo();
      sent.get(5, TimeUnit.MINUTES);
    }
    Waiting.until("it is not served", () -> !replica.isServed());
    Waiting.until("its files are gone", () -> replica.files().isEmpty());
  }

  @Test
  void replica_losingBlockSilently_goesWithSweep() throws Exception {
    byte[] block = TestBlocks.block(73, 1_000, 1, 3);
    SentReplica replica = write(block);
    replica.send(sorted(block));
    File data = TestBlocks.file(replica.datanode(), replica.source());
    assertThat(data.delete()).isTrue();
    File[] checksums = data.getParentFile().listFiles((dir, name) -> isMeta(name, data));
    assertThat(checksums).hasSize(1);
    assertThat(checksums[0].delete()).isTrue();
    assertThat(replica.isServed()).isTrue();

    DataNodeTestUtils.runDirectoryScanner(replica.datanode());
    Waiting.until("it is not served", () -> !replica.isServed());
    Waiting.until("its files are gone", () -> replica.files().isEmpty());
  }

  private static boolean isMeta(String name, File data) {
    return name.startsWith(data.getName() + "_") && name.endsWith(".meta");
  }

  @Test
  void replica_racingWithDeletionOfBlock_neverOutlivesIt() throws Exception {
    byte[] block = TestBlocks.block(74, 300, 1, 3);
    Random random = new Random(74);
    for (int round = 0; round < 25; round++) {
      SentReplica replica = write(block);
      long delay = TimeUnit.MICROSECONDS.toNanos(random.nextInt(12_000));
      CyclicBarrier start = new CyclicBarrier(2);
      Future<?> sent =
          writes
              .threads()
              .submit(
                  () -> {
                    start.await();
                    sendIfItIsTaken(replica, sorted(block));
                    return null;
                  });
      start.await();
      LockSupport.parkNanos(delay);
      replica.invalidateSource();
      sent.get(5, TimeUnit.MINUTES);
      Waiting.until("the block is gone", () -> !replica.hasSource());
      Waiting.until("it is not served", () -> !replica.isServed());
      Waiting.until("its files are gone", () -> replica.files().isEmpty());
      remove();
    }
  }

  private static void sendIfItIsTaken(SentReplica replica, byte[] bytes) {
    try {
      replica.send(bytes);
    } catch (IOException refused) {
      // The block was gone before.
    }
  }
}
