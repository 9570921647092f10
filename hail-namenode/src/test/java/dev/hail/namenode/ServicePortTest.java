// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.conf.HailConfigKeys;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailClientProtocolPB;
import dev.hail.protocol.HailDatanodeProtocol;
import dev.hail.protocol.HailDatanodeProtocolPB;
import dev.hail.protocol.HailProxies;
import dev.hail.protocol.ReplicaInfo;
import dev.hail.protocol.proto.HailProtos.GetSpaceRequestProto;
import dev.hail.protocol.proto.HailProtos.GetStatusRequestProto;
import dev.hail.protocol.proto.HailProtos.HeartbeatRequestProto;
import dev.hail.protocol.proto.HailProtos.HeartbeatResponseProto;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.ProtocolInfo;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Clients and datanodes call the namenode at ports of their own; what each port lets in. */
class ServicePortTest {
  private static final int HANDLERS = 2;
  private static final int PATIENCE_MILLIS = 300_000;
  private static final long[] NONE = {};

  private static NamenodeCluster cluster;
  private static InetSocketAddress clients;
  private static InetSocketAddress datanodes;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        NamenodeCluster.start(
            1, conf -> conf.setInt(HailConfigKeys.NAMENODE_HANDLER_COUNT, HANDLERS));
    clients = address(HailConfigKeys.NAMENODE_RPC_ADDRESS);
    datanodes = address(HailConfigKeys.NAMENODE_SERVICE_RPC_ADDRESS);
  }

  private static InetSocketAddress address(String key) {
    return NetUtils.createSocketAddr(cluster.clientConfiguration().get(key));
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void datanodes_whileClientsFillQueue_areAnswered() throws Exception {
    cluster.write("/busy", 1, (short) 1);
    FSNamesystem namesystem = cluster.dfs().getNamesystem();
    ExecutorService callers = Executors.newCachedThreadPool();
    List<Future<?>> calls = new ArrayList<>();
    try (HailClientProtocol client = cluster.client();
        HailDatanodeProtocol datanode = datanode(cluster.clientConfiguration())) {
      // Clients wait for the namespace and hold their handlers meanwhile.
      namesystem.writeLock();
      try {
        for (int i = 0; i < 10 * HANDLERS; i++) {
          calls.add(callers.submit(() -> client.getReplicas("/busy", 0, 1)));
        }
        GenericTestUtils.waitFor(() -> waitingCalls(clients) > 0, 20, PATIENCE_MILLIS);
        datanode.heartbeat(cluster.blockPool(), cluster.datanode(0), 0, true);
        assertThat(waitingCalls(clients)).isPositive();
      } finally {
        namesystem.writeUnlock();
      }
      for (Future<?> call : calls) {
        call.get();
      }
    } finally {
      callers.shutdownNow();
    }
  }

  @Test
  void clientCalls_queued_areServedFairly() throws Exception {
    ObjectName queue =
        new ObjectName("Hadoop:service=ipc." + clients.getPort() + ",name=FairCallQueue");
    assertThat(ManagementFactory.getPlatformMBeanServer().isRegistered(queue)).isTrue();
  }

  @Test
  void eachPort_called_servesOneProtocol() throws Exception {
    HailClientProtocolPB client = stub(HailClientProtocolPB.class, datanodes);
    assertThatThrownBy(() -> client.getStatus(null, GetStatusRequestProto.getDefaultInstance()))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("HailClientProtocol");
    RPC.stopProxy(client);
    HailDatanodeProtocolPB datanode = stub(HailDatanodeProtocolPB.class, clients);
    HeartbeatRequestProto heartbeat = HeartbeatRequestProto.getDefaultInstance();
    assertThatThrownBy(() -> datanode.heartbeat(null, heartbeat))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("Unknown protocol: dev.hail.protocol.HailDatanodeProtocol");
    RPC.stopProxy(datanode);
  }

  @Test
  void largestReportChunk_isTaken_andLongerMessageIsNotRead() throws Exception {
    LocatedBlock block = cluster.write("/report", 1, (short) 1).get(0);
    try (HailDatanodeProtocol datanode = datanode(cluster.clientConfiguration())) {
      List<ReplicaInfo> chunk =
          IntStream.range(0, 5_000).mapToObj(i -> largest(block, Long.MAX_VALUE - i)).toList();
      datanode.report(cluster.blockPool(), cluster.datanode(0), false, false, chunk, NONE);
      long[] removed = new long[1_000_000];
      Arrays.fill(removed, Long.MAX_VALUE);
      assertThatThrownBy(
              () ->
                  datanode.report(
                      cluster.blockPool(), cluster.datanode(0), false, false, List.of(), removed))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(RemoteException.class);
      datanode.heartbeat(cluster.blockPool(), cluster.datanode(0), 0, true);
    }
  }

  /** A replica with every field as long as it can be. */
  private static ReplicaInfo largest(LocatedBlock block, long blockId) {
    return new ReplicaInfo(
        blockId,
        block.getBlock().getGenerationStamp(),
        65_000,
        0xffffffffL,
        Integer.MAX_VALUE,
        Integer.MAX_VALUE,
        Integer.MAX_VALUE,
        1,
        IntStream.range(65_000, 65_064).toArray(),
        "DS-" + new UUID(-1, -1));
  }

  @Test
  void connection_announcingLargeMessage_isClosed() throws Exception {
    for (InetSocketAddress port : List.of(clients, datanodes)) {
      try (Socket socket = new Socket(port.getAddress(), port.getPort())) {
        socket.setSoTimeout(PATIENCE_MILLIS);
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeBytes("hrpc");
        // Version 9, no service class, no authentication; then a message of 16 MiB.
        out.write(new byte[] {9, 0, 0});
        out.writeInt(16 << 20);
        out.flush();
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
      }
    }
  }

  /** Sends in the name of the datanodes' protocol what is no message of it. */
  @ProtocolInfo(protocolName = "dev.hail.protocol.HailDatanodeProtocol", protocolVersion = 1)
  public interface Gibberish {
    HeartbeatResponseProto heartbeat(RpcController controller, GetSpaceRequestProto request)
        throws ServiceException;
  }

  @Test
  void message_ofStranger_isNotDecoded() throws Exception {
    GetSpaceRequestProto gibberish = GetSpaceRequestProto.newBuilder().setPath("\0\0").build();
    Gibberish known = stub(Gibberish.class, datanodes);
    assertThatThrownBy(() -> known.heartbeat(null, gibberish))
        .isInstanceOf(ServiceException.class)
        .hasMessageNotContaining("127.0.0.2");
    RPC.stopProxy(known);
    Configuration elsewhere = cluster.clientConfiguration();
    elsewhere.set(
        CommonConfigurationKeysPublic.HADOOP_RPC_SOCKET_FACTORY_CLASS_DEFAULT_KEY,
        FromElsewhere.class.getName());
    Gibberish stranger = stub(Gibberish.class, datanodes, elsewhere);
    assertThatThrownBy(() -> stranger.heartbeat(null, gibberish))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("came from 127.0.0.2")
        .hasMessageContaining("hail.namenode.datanode.address.check");
    RPC.stopProxy(stranger);
  }

  /** Each restart of a datanode causes such calls, until HDFS has registered it. */
  @Test
  void call_ofUnregisteredDatanode_isLoggedInOneLine() throws Exception {
    LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(Server.class));
    try (HailDatanodeProtocol datanode = datanode(cluster.clientConfiguration())) {
      String unknown = UUID.randomUUID().toString();
      assertThatThrownBy(() -> datanode.heartbeat(cluster.blockPool(), unknown, 0, true))
          .hasMessageContaining("datanode " + unknown + " is not registered");
      assertThat(log.getOutput())
          .contains("datanode " + unknown + " is not registered")
          .doesNotContain("\tat ");
    } finally {
      log.stopCapturing();
    }
  }

  private static <T> T stub(Class<T> protocol, InetSocketAddress address) throws IOException {
    return stub(protocol, address, cluster.clientConfiguration());
  }

  private static <T> T stub(Class<T> protocol, InetSocketAddress address, Configuration conf)
      throws IOException {
    RPC.setProtocolEngine(conf, protocol, ProtobufRpcEngine2.class);
    return RPC.getProxy(protocol, 1, address, conf, NetUtils.getDefaultSocketFactory(conf));
  }

  private static HailDatanodeProtocol datanode(Configuration conf) throws IOException {
    return HailProxies.datanodeProxies(conf, null).get(0);
  }

  private static int waitingCalls(InetSocketAddress port) {
    try {
      return (Integer)
          ManagementFactory.getPlatformMBeanServer()
              .getAttribute(
                  new ObjectName(
                      "Hadoop:service=NameNode,name=RpcActivityForPort" + port.getPort()),
                  "CallQueueLength");
    } catch (JMException e) {
      throw new IllegalStateException("No metrics of port " + port.getPort(), e);
    }
  }
}
