// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.conf.HailConfigKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Against a namenode that takes connections and never says a word. */
@Timeout(300)
class HailProxiesTest {
  private ServerSocket silent;
  private final Configuration conf = new Configuration();

  @BeforeEach
  void listen() throws IOException {
    silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    conf.set("fs.defaultFS", "hdfs://localhost:8020");
    conf.set(HailConfigKeys.NAMENODE_RPC_ADDRESS, "localhost:" + silent.getLocalPort());
    conf.set(HailConfigKeys.NAMENODE_SERVICE_RPC_ADDRESS, "localhost:" + silent.getLocalPort());
    conf.set(HailConfigKeys.DATANODE_RPC_TIMEOUT, "300ms");
    conf.set(HailConfigKeys.CLIENT_RPC_TIMEOUT, "300ms");
    conf.setInt(HailConfigKeys.CLIENT_RPC_FAILOVERS, 1);
  }

  @AfterEach
  void hangUp() throws IOException {
    silent.close();
  }

  @Test
  void datanodeProxy_toSilentNamenode_timesOut() throws Exception {
    try (HailDatanodeProtocol namenode = HailProxies.datanodeProxies(conf, null).get(0)) {
      assertThat(namenode.toString()).contains(String.valueOf(silent.getLocalPort()));
      assertThatThrownBy(() -> namenode.assign("pool", "uuid", 1, 1, new int[] {1}))
          .isInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void clientProxy_toSilentNamenode_timesOutAndNamesIt() throws Exception {
    try (HailClientProtocol client =
        HailProxies.clientProxy(conf, URI.create("hdfs://localhost:8020"))) {
      assertThatThrownBy(() -> client.getReplicas("/file", 0, 1))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("asked localhost:" + silent.getLocalPort());
    }
  }

  @Test
  void messages_sentOverWire_areUnchanged() throws Exception {
    Random random = new Random(3);
    for (int i = 0; i < 100; i++) {
      ReplicaInfo replica =
          new ReplicaInfo(
              random.nextLong() & Long.MAX_VALUE,
              random.nextLong() & Long.MAX_VALUE,
              random.nextInt(100),
              random.nextLong() & Long.MAX_VALUE,
              random.nextInt(1 << 20),
              random.nextInt(1 << 20),
              random.nextInt(1 << 20),
              1,
              random.ints(random.nextInt(4), 0, 50).toArray(),
              "DS-" + i);
      assertThat(ReplicaInfo.fromProto(replica.toProto()))
          .isEqualTo(replica)
          .hasSameHashCodeAs(replica);
      ReplicaDirectoryPage page =
          new ReplicaDirectoryPage(
              List.of(
                  new BlockReplicas(i, List.of(new LocatedReplica("uuid", replica)), List.of()),
                  new BlockReplicas(i + 1, List.of(), List.of())),
              i,
              random.nextBoolean());
      assertThat(ProtocolMessages.fromProto(ProtocolMessages.toProto(page))).isEqualTo(page);
    }
    ClusterStatus status =
        new ClusterStatus(
            "1",
            1,
            5,
            true,
            2,
            1,
            List.of(
                new DatanodeStatus(
                    "uuid", "host", true, new TreeMap<>(java.util.Map.of(0, 3L, 4, 5L)))));
    assertThat(ProtocolMessages.fromProto(ProtocolMessages.toProto(status))).isEqualTo(status);
    Heartbeat heartbeat = new Heartbeat(7, true, new long[] {3, 1});
    assertThat(ProtocolMessages.fromProto(ProtocolMessages.toProto(heartbeat)))
        .isEqualTo(heartbeat)
        .hasSameHashCodeAs(heartbeat);
  }
}
