// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.conf.HailConfigKeys;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailDatanodeProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.protocol.Heartbeat;
import dev.hail.protocol.LocatedReplica;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.slf4j.LoggerFactory;

/** One cluster with service-level authorization, through restarts and deaths. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class NamenodeLifeTest {
  private static final long[] NONE = {};
  private static final int PATIENCE_MILLIS = 300_000;
  private static final String PROVIDER = HailAttributeProvider.class.getName();

  private static NamenodeCluster cluster;

  private static String logOfStart;

  @BeforeAll
  static void start() throws Exception {
    LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(HailNameNodePlugin.class));
    cluster =
        NamenodeCluster.start(
            3,
            conf -> {
              conf.setBoolean("hadoop.security.authorization", true);
              conf.setBoolean("hadoop.prometheus.endpoint.enabled", true);
              conf.set(HailPolicyProvider.CLIENT_ACL, me() + ",carol");
              conf.set(HailPolicyProvider.DATANODE_ACL, me());
            });
    log.stopCapturing();
    logOfStart = log.getOutput();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void users_notOnList_mayNotConnect() throws Exception {
    UserGroupInformation carol = UserGroupInformation.createRemoteUser("carol");
    assertThat(
            carol.<Integer>doAs(
                (PrivilegedExceptionAction<Integer>)
                    () -> {
                      try (HailClientProtocol client = cluster.client()) {
                        return client.getStatus().liveDatanodes();
                      }
                    }))
        .isEqualTo(3);
    UserGroupInformation dave = UserGroupInformation.createRemoteUser("dave");
    assertThatThrownBy(
            () ->
                dave.doAs(
                    (PrivilegedExceptionAction<Object>)
                        () -> {
                          try (HailClientProtocol client = cluster.client()) {
                            return client.getStatus();
                          }
                        }))
        .hasMessageContaining("dave")
        .hasMessageContaining("not authorized");
  }

  @Test
  void restart_beginsNewEpoch_andWantsEverythingAgain() throws Exception {
    LocatedBlock block = cluster.write("/restart", 1, (short) 3).get(0);
    String uuid = cluster.datanode(0);
    long epoch = fullReport(uuid, block);
    try (HailDatanodeProtocol datanode = datanode()) {
      assertThat(datanode.heartbeat(cluster.blockPool(), uuid, epoch, true).fullReportWanted())
          .isFalse();
    }
    cluster.dfs().restartNameNode(true);
    cluster.dfs().waitActive();
    try (HailClientProtocol client = cluster.client();
        HailDatanodeProtocol datanode = datanode()) {
      assertThat(client.getReplicas("/restart", 0, 1).blocks().get(0).replicas()).isEmpty();
      assertThat(client.getReplicas("/restart", 0, 1).complete()).isFalse();
      Heartbeat heartbeat = datanode.heartbeat(cluster.blockPool(), uuid, epoch, true);
      assertThat(heartbeat.epoch()).isNotEqualTo(epoch);
      assertThat(heartbeat.fullReportWanted()).isTrue();
      for (String each : cluster.datanodes()) {
        fullReport(each, block);
      }
      assertThat(client.getReplicas("/restart", 0, 1).complete()).isTrue();
      assertThat(client.getReplicas("/restart", 0, 1).blocks().get(0).replicas()).hasSize(3);
    }
  }

  @Test
  void replicas_ofDeadDatanode_areNotAnsweredAndOrderIsFree() throws Exception {
    LocatedBlock block = cluster.write("/death", 1, (short) 2).get(0);
    List<String> holders =
        List.of(
            block.getLocations()[0].getDatanodeUuid(), block.getLocations()[1].getDatanodeUuid());
    String other =
        cluster.datanodes().stream().filter(d -> !holders.contains(d)).findFirst().orElseThrow();
    try (HailClientProtocol client = cluster.client();
        HailDatanodeProtocol datanode = datanode()) {
      // Two holders report an order each.
      int order = 1;
      for (String uuid : holders) {
        datanode.report(
            cluster.blockPool(),
            uuid,
            false,
            false,
            List.of(NamenodeCluster.replica(block, order++, 1, 2)),
            NONE);
      }
      // One of them dies, and another datanode is given its order.
      var stopped = cluster.dfs().stopDataNode(block.getLocations()[0].getXferAddr());
      GenericTestUtils.waitFor(
          () -> {
            try {
              return client.getReplicas("/death", 0, 1).blocks().get(0).replicas().size() == 1;
            } catch (IOException e) {
              throw new java.io.UncheckedIOException(e);
            }
          },
          200,
          PATIENCE_MILLIS);
      LocatedReplica left = client.getReplicas("/death", 0, 1).blocks().get(0).replicas().get(0);
      assertThat(left.datanodeUuid()).isEqualTo(holders.get(1));
      assertThat(
              datanode
                  .assign(
                      cluster.blockPool(),
                      other,
                      block.getBlock().getBlockId(),
                      block.getBlock().getGenerationStamp(),
                      new int[] {1, 2})
                  .sortAttribute())
          .isEqualTo(1);
      assertThat(cluster.dfs().restartDataNode(stopped)).isTrue();
      cluster.dfs().waitActive();
    }
  }

  /** Hadoop shows Prometheus only the figures of the first namenode of a virtual machine. */
  @Test
  @Order(1)
  void figures_ofNamenode_areInJmxPrometheusAndPage() throws Exception {
    LocatedBlock block = cluster.write("/metrics", 1, (short) 3).get(0);
    fullReport(cluster.datanode(2), block);
    // Hadoop keeps what it shows on JMX for some seconds.
    GenericTestUtils.waitFor(() -> onJmx("Replicas") > 0, 200, PATIENCE_MILLIS);
    assertThat(get("/prom").body()).contains("hail_directory_lookups");
    HttpResponse<String> page = get("/hail");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("text/html"));
    assertThat(page.body())
        .contains("HAIL replica directory")
        .contains("<th>@1</th>")
        .contains("<td>active</td>")
        .contains(":" + cluster.dfs().getDataNodes().get(2).getXferPort() + "</td>")
        .doesNotContain(cluster.datanodes());
  }

  @Test
  void namenode_notRefusingTruncate_warnsWithRemedy() throws Exception {
    String remedy = "dfs.namenode.inode.attributes.provider.class to " + PROVIDER;
    assertThat(logOfStart).contains(remedy);
    assertThat(get("/hail").body()).contains("not refused by the namenode: set " + remedy);
    // Hadoop keeps what it shows on JMX for some seconds.
    GenericTestUtils.waitFor(() -> onJmx("AppendRefused") == 0, 200, PATIENCE_MILLIS);
  }

  @Test
  void ageOfLastUpkeepRound_shown_isOnJmx() throws Exception {
    GenericTestUtils.waitFor(() -> onJmx("UpkeepAgeSeconds") < 5, 200, PATIENCE_MILLIS);
    assertThat(onJmx("UpkeepFailures")).isZero();
  }

  @Test
  void clientProxy_ofMissingNamenode_failsAtOnce() throws Exception {
    Configuration conf = cluster.clientConfiguration();
    conf.set(HailConfigKeys.NAMENODE_RPC_ADDRESS, "localhost:1");
    conf.setInt(HailConfigKeys.CLIENT_RPC_FAILOVERS, 1);
    try (HailClientProtocol client = HailProxies.clientProxy(conf, cluster.uri())) {
      assertThatThrownBy(client::getStatus)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("localhost:1")
          .hasMessageContaining("dfs.namenode.plugins");
    }
    assertThatThrownBy(() -> HailProxies.clientProxy(conf, URI.create("file:///")))
        .hasMessageContaining("no HDFS file system");
  }

  private static long onJmx(String metric) {
    try {
      ObjectName bean = new ObjectName("Hadoop:service=NameNode,name=HailDirectory");
      return ((Number) ManagementFactory.getPlatformMBeanServer().getAttribute(bean, metric))
          .longValue();
    } catch (JMException e) {
      throw new IllegalStateException("The metrics of the replica directory are not on JMX", e);
    }
  }

  private static long fullReport(String uuid, LocatedBlock block) throws IOException {
    try (HailDatanodeProtocol datanode = datanode()) {
      return datanode.report(
          cluster.blockPool(),
          uuid,
          true,
          true,
          List.of(NamenodeCluster.replica(block, 1, 1)),
          NONE);
    }
  }

  private static HailDatanodeProtocol datanode() throws IOException {
    return cluster.datanodeProxies().get(0);
  }

  private static HttpResponse<String> get(String path) throws Exception {
    String address =
        cluster.dfs().getConfiguration(0).get(DFSConfigKeys.DFS_NAMENODE_HTTP_ADDRESS_KEY);
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://" + address + path)).build(),
            HttpResponse.BodyHandlers.ofString());
  }

  private static String me() {
    try {
      return UserGroupInformation.getCurrentUser().getShortUserName();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("no user", e);
    }
  }
}
