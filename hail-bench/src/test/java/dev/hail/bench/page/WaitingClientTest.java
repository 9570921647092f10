// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.minicluster.process.SiteFiles;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client that waits for an active namenode says so, through the launcher and its logging. */
@Tag("launcher")
class WaitingClientTest {
  private static final String WAITS = "Trying to failover";

  @TempDir private Path directory;

  @Test
  void clientWithoutActiveNamenode_saysThatItTriesAgain() throws Exception {
    String command = "! hail cat hdfs://pair/rows";
    // A socket that holds its port and does not listen.
    try (Socket first = new Socket();
        Socket second = new Socket()) {
      first.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      second.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      Path conf = directory.resolve("conf");
      SiteFiles.write(
          conf,
          Map.of(
              "dfs.nameservices",
              "pair",
              "dfs.ha.namenodes.pair",
              "a,b",
              "dfs.namenode.rpc-address.pair.a",
              "127.0.0.1:" + first.getLocalPort(),
              "dfs.namenode.rpc-address.pair.b",
              "127.0.0.1:" + second.getLocalPort(),
              "dfs.client.failover.proxy.provider.pair",
              "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider",
              "dfs.client.failover.max.attempts",
              "4",
              "dfs.client.failover.sleep.base.millis",
              "1",
              "ipc.client.connect.max.retries",
              "0"));
      Map<String, String> variables = Map.of("HADOOP_CONF_DIR", conf.toString());
      try (CheckoutShell shell = CheckoutShell.open(directory.resolve("home"), variables, 1)) {
        assertThat(shell.type(command, command))
            .contains(WAITS)
            .contains("127.0.0.1:" + second.getLocalPort());
        String quiet = "export HAIL_LOG_LEVEL=WARN; " + command;
        assertThat(shell.type(quiet, quiet)).doesNotContain(WAITS).contains("hail cat: ");
      }
    }
  }
}
