// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.pseudo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.datanode.assembly.AssemblyMemory;
import dev.hail.datanode.metrics.DatanodeMetrics;
import dev.hail.step.StepListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.apache.hadoop.hdfs.server.datanode.LocalReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.util.DataChecksum;
import org.apache.hadoop.util.DiskChecker.DiskOutOfSpaceException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Writers that share the room for pseudo replicas, of which there is enough for two. */
final class PseudoArrivalsTest {
  private static final String POOL = PseudoDisks.POOL;

  /** More than pseudo replicas need to be checked. */
  private static final long MEMORY = 16 << 20;

  @TempDir private Path directory;
  private final DatanodeMetrics metrics = DatanodeMetrics.register("arrivals-test:1");
  private PseudoDisks disks;
  private PseudoStore store;
  private PseudoArrivals arrivals;
  private long sources;

  @BeforeEach
  void make() throws Exception {
    disks = new PseudoDisks(directory, 2);
    store = new PseudoStore(disks, disks, new Silent(), metrics);
    store.open(POOL);
    arrivals = arrivals(1);
  }

  /** With room for so many replicas and their checksums on each disk. */
  private PseudoArrivals arrivals(int replicasPerDisk) throws IOException {
    double bytes = (replicasPerDisk + 0.5) * PseudoDisks.sorted(1).length;
    return new PseudoArrivals(
        disks,
        disks,
        store,
        new VolumeRoom(store, disks, bytes / PseudoDisks.CAPACITY, 0.1),
        new PseudoCheck(new AssemblyMemory(MEMORY), 1_000),
        new Silent(),
        metrics,
        StepListener.none());
  }

  @AfterEach
  void end() {
    disks.release();
    store.close();
    metrics.unregister();
  }

  private ExtendedBlock next() throws IOException {
    return disks.putSource(0, ++sources);
  }

  private void assertThereIsNoRoom() {
    assertThatThrownBy(() -> arrivals.begin(next())).isInstanceOf(DiskOutOfSpaceException.class);
  }

  @Test
  void replicas_onTheirWayIn_takeRoom() throws Exception {
    arrivals.begin(next());
    arrivals.begin(next());
    assertThereIsNoRoom();
  }

  /** Ends that come before a replica is served. */
  enum End {
    NOTHING_WRITTEN,
    HALF_WRITTEN,
    NOT_OPENED,
    REFUSED
  }

  @ParameterizedTest
  @EnumSource(End.class)
  void room_ofWriterThatEndsAnyWay_isFree(End end) throws Exception {
    for (int round = 0; round < 5; round++) {
      List<ExtendedBlock> blocks = List.of(next(), next());
      List<ReplicaHandler> begun = new ArrayList<>();
      for (ExtendedBlock block : blocks) {
        begun.add(arrivals.begin(block));
      }
      for (int i = 0; i < 2; i++) {
        end(end, blocks.get(i), begun.get(i));
      }
    }
    arrivals.begin(next());
    arrivals.begin(next());
    assertThereIsNoRoom();
  }

  private void end(End end, ExtendedBlock block, ReplicaHandler handler) throws IOException {
    LocalReplicaInPipeline replica = (LocalReplicaInPipeline) handler.getReplica();
    switch (end) {
      case NOTHING_WRITTEN -> handler.close();
      case HALF_WRITTEN -> {
        PseudoDisks.write(replica, new byte[100]);
        handler.close();
        // Hadoop may do so more than once.
        handler.close();
      }
      case NOT_OPENED -> {
        DataChecksum none = DataChecksum.newDataChecksum(DataChecksum.Type.NULL, 512);
        // Closes the handler.
        assertThatThrownBy(() -> replica.createStreams(true, none)).isInstanceOf(IOException.class);
      }
      case REFUSED -> {
        PseudoDisks.write(replica, new byte[(int) block.getNumBytes()]);
        assertThatThrownBy(() -> arrivals.finish(block)).hasMessageContaining("is refused");
        handler.close();
      }
    }
  }

  @Test
  void writer_withoutPlace_takesNoRoom() throws Exception {
    disks.loseVolumes(true);
    for (int round = 0; round < 5; round++) {
      assertThatThrownBy(() -> arrivals.begin(next())).hasMessageContaining("has no block pool");
    }
    disks.loseVolumes(false);
    arrivals.begin(next());
    arrivals.begin(next());
    assertThereIsNoRoom();
  }

  @Test
  void servedReplica_beforeItsWriterLetsGo_countsOnce() throws Exception {
    arrivals = arrivals(2);
    serve();
    for (int writer = 2; writer <= 4; writer++) {
      arrivals.begin(next());
    }
    assertThat(store.count()).isEqualTo(1);
  }

  @Test
  void replica_heldByWriter_makesNoRoomForOthers() throws Exception {
    ReplicaHandler first = serve();
    arrivals.begin(next());
    assertThereIsNoRoom();
    assertThat(store.count()).isEqualTo(1);
    first.close();
    arrivals.begin(next());
    assertThat(store.count()).isZero();
    assertThereIsNoRoom();
  }

  private ReplicaHandler serve() throws IOException {
    ExtendedBlock block = next();
    ReplicaHandler handler = arrivals.begin(block);
    PseudoDisks.write((LocalReplica) handler.getReplica(), PseudoDisks.sorted(sources));
    arrivals.finish(block);
    assertThat(store.count()).isEqualTo(1);
    return handler;
  }
}
