// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.minicluster.DaemonMetrics;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.net.unix.DomainSocket;

/**
 * Reads over domain sockets, in a process with Hadoop's native library. The argument is an empty
 * directory of a short name for the sockets. The exit code is 0 if all is well.
 */
final class ShortCircuitRun {
  private static final List<String> FILTERS = List.of("k = 7", "name = 'name 7'", "at = 7");

  private ShortCircuitRun() {}

  public static void main(String[] arguments) throws Exception {
    initialiseNativeIo();
    DomainSocket.disableBindPathValidation();
    Configuration settings = SharedCluster.settings();
    settings.setBoolean("dfs.client.read.shortcircuit", true);
    settings.set("dfs.domain.socket.path", arguments[0] + "/dn._PORT");
    try (HailMiniCluster cluster =
        HailMiniCluster.builder().dataNodes(3).configuration(settings).build()) {
      cluster.awaitHail();
      HailShell shell = new HailShell(cluster);
      onlyReplica_isReadDirectly(shell);
      replicasOnOneHost_areToldApart(shell);
    } catch (Throwable failure) {
      failure.printStackTrace();
      System.exit(1);
    }
    System.exit(0);
  }

  /**
   * The library is of another release, and lacks a field of this one's NativeIO. If the first
   * descriptor arrives before NativeIO has failed to initialise, the library ends the process.
   */
  private static void initialiseNativeIo() throws ClassNotFoundException {
    try {
      Class.forName("org.apache.hadoop.io.nativeio.NativeIO");
    } catch (LinkageError otherRelease) {
      System.out.println("NativeIO is not to be had: " + otherRelease);
    }
    assertThat(DomainSocket.getLoadingFailureReason()).isNull();
  }

  /** What a client reads directly is not among the bytes that datanodes have sent. */
  private static void onlyReplica_isReadDirectly(HailShell shell) throws Exception {
    HailShell.Result put =
        shell.runWithInput(
            "1,a\n", "put", "--schema", "k INT, name STRING", "--replication", "1", "-", "/one");
    assertThat(put.code()).as("%s", put).isZero();
    HailShell.Result cat = shell.run("cat", "/one");
    assertThat(cat.out()).as("%s", cat).isEqualTo("1,a\n");
    assertThat(DaemonMetrics.ofHdfs(shell.cluster(), "BytesRead")).isZero();
  }

  private static void replicasOnOneHost_areToldApart(HailShell shell) throws Exception {
    NamedRows.put(shell, NamedRows.of(1, 2_000), "name", "/three");
    TestBlocks.awaitReplication(shell.cluster(), new Path("/three"), 3);
    for (String filter : FILTERS) {
      HailShell.Result cat = shell.run("cat", "--stats", "--filter", filter, "/three");
      assertThat(cat.code()).as("%s", cat).isZero();
      assertThat(cat.err()).as(filter).contains("index equality").doesNotContain("scan");
    }
    HailShell.Result fsck = shell.run("fsck", "/three");
    assertThat(fsck.code()).as("%s", fsck).isZero();
    assertThat(DaemonMetrics.ofHdfs(shell.cluster(), "BytesRead")).isPositive();
  }
}
