// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.jupiter.api.Test;

class ShortCircuitReadsTest {
  private static final DatanodeInfo HERE = node("127.0.0.1", 9866);
  private static final DatanodeInfo HERE_TOO = node("127.0.0.1", 9966);
  private static final DatanodeInfo ELSEWHERE = node("203.0.113.177", 9866);
  private static final DatanodeInfo ELSEWHERE_TOO = node("203.0.113.178", 9866);

  private static DatanodeInfo node(String address, int port) {
    DatanodeID id = new DatanodeID(address, "node", address + port, port, 0, 0, 0);
    return new DatanodeInfo.DatanodeInfoBuilder().setNodeID(id).build();
  }

  @Test
  void oneHolderOnThisHost_readDirectly_isSafe() throws IOException {
    assertThat(ShortCircuitReads.areSafe(List.of(ELSEWHERE, HERE, ELSEWHERE_TOO), false)).isTrue();
    assertThat(ShortCircuitReads.areSafe(List.of(ELSEWHERE, ELSEWHERE_TOO), false)).isTrue();
  }

  @Test
  void twoHoldersOnThisHost_readDirectly_areNotSafe() throws IOException {
    assertThat(ShortCircuitReads.areSafe(List.of(HERE, ELSEWHERE, HERE_TOO), false)).isFalse();
  }
}
