// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.namenode.directory.ReplicaTable;
import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.ReplicaInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.server.namenode.HailBlockMap.BlockHolders;
import org.junit.jupiter.api.Test;

class DisputesTest {
  private static final long BLOCK = 5;
  private static final long STAMP = 7;
  private static final long LENGTH = 512;

  private final ReplicaTable directory = new ReplicaTable(() -> 0, 1_000, block -> "bob");
  private BlockHolders holders = holders("dn1", "dn2", "dn3");
  private final Disputes disputes = new Disputes(directory, block -> holders);

  private static BlockHolders holders(String... uuids) {
    return new BlockHolders(LENGTH, true, Set.copyOf(Arrays.asList(uuids)));
  }

  private static ReplicaInfo replica(int order, int rows, long length) {
    return new ReplicaInfo(
        BLOCK, STAMP, order, length, 128, 0, rows, 1, new int[] {1, 2, 3}, "DS-1");
  }

  /** What the namenode does with a report. */
  private boolean report(String uuid, ReplicaInfo replica) throws Exception {
    return directory.add(uuid, replica) || disputes.claim(uuid, replica);
  }

  private List<String> believed() {
    return directory.replicas(BLOCK, STAMP, uuid -> true).stream()
        .map(LocatedReplica::datanodeUuid)
        .sorted()
        .toList();
  }

  @Test
  void report_ofNonHolder_hasNoVoice() throws Exception {
    assertThat(report("stranger", replica(1, 99, LENGTH))).isTrue();
    assertThat(report("dn1", replica(1, 10, LENGTH))).isTrue();
    assertThat(report("dn2", replica(2, 10, LENGTH))).isTrue();
    assertThat(believed()).containsExactly("dn1", "dn2");
    assertThat(report("stranger", replica(1, 99, LENGTH))).isFalse();
    assertThat(believed()).containsExactly("dn1", "dn2");
  }

  @Test
  void majority_ofDisagreeingHolders_isBelieved() throws Exception {
    assertThat(report("dn1", replica(1, 99, LENGTH))).isTrue();
    assertThat(report("dn2", replica(2, 10, LENGTH))).isFalse();
    assertThat(believed()).containsExactly("dn1");
    assertThat(report("dn3", replica(3, 10, LENGTH))).isTrue();
    assertThat(believed()).containsExactly("dn2", "dn3");
    // The one that was wrong says the same as the others.
    assertThat(report("dn1", replica(1, 10, LENGTH))).isTrue();
    disputes.withdraw("dn1", BLOCK);
    assertThat(believed()).containsExactly("dn1", "dn2", "dn3");
    assertThat(disputes.open()).isZero();
  }

  @Test
  void disagreementOfTwo_isDecided_byLengthKnownToHdfs() throws Exception {
    assertThat(report("dn1", replica(1, 10, LENGTH + 1))).isTrue();
    assertThat(report("dn2", replica(2, 10, LENGTH))).isTrue();
    assertThat(believed()).containsExactly("dn2");
  }

  @Test
  void holder_learnedOfLater_isBelievedThen() throws Exception {
    holders = holders();
    assertThat(report("stranger", replica(1, 99, LENGTH))).isTrue();
    assertThat(report("dn1", replica(1, 10, LENGTH))).isFalse();
    disputes.revisit();
    assertThat(believed()).containsExactly("stranger");
    holders = holders("dn1");
    disputes.revisit();
    assertThat(believed()).containsExactly("dn1");
  }

  @Test
  void disputes_aboutGoneBlocks_areForgotten() throws Exception {
    report("dn1", replica(1, 99, LENGTH));
    report("dn2", replica(1, 10, LENGTH));
    assertThat(disputes.open()).isEqualTo(1);
    holders = null;
    disputes.revisit();
    assertThat(disputes.open()).isZero();
  }

  @Test
  void olderGeneration_reported_isNoContradiction() throws Exception {
    report("dn1", replica(1, 10, LENGTH));
    ReplicaInfo older =
        new ReplicaInfo(BLOCK, STAMP - 1, 2, LENGTH, 128, 0, 9, 1, new int[] {1, 2, 3}, "DS-1");
    assertThat(report("dn2", older)).isFalse();
    assertThat(disputes.open()).isZero();
  }
}
