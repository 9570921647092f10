// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.NumberKeys;
import dev.hail.namenode.directory.RefusedException;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailClientProtocolPB;
import dev.hail.protocol.HailDatanodeProtocol;
import dev.hail.protocol.HailDatanodeProtocolPB;
import dev.hail.protocol.proto.HailProtos.HailClientProtocolService;
import dev.hail.protocol.proto.HailProtos.HailDatanodeProtocolService;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.ipc.FairCallQueue;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.token.SecretManager;
import org.apache.hadoop.security.token.TokenIdentifier;

/**
 * An RPC server of HAIL in the namenode. There are two, each with a port, a queue and handlers of
 * its own: one for clients, one for datanodes. Nothing is answered before {@link #start}.
 */
final class HailRpcServer {
  /** A path has at most 8,000 letters, and everything else a client says is shorter. */
  static final int LONGEST_CLIENT_MESSAGE = 1 << 20;

  /**
   * Datanodes send 5,000 replicas at a time. A replica with 64 index attributes takes 300 bytes, so
   * the largest of these messages has 1.5 MB.
   */
  static final int LONGEST_DATANODE_MESSAGE = 4 << 20;

  private final RPC.Server server;

  private HailRpcServer(RPC.Server server) {
    this.server = server;
    server.addTerseExceptions(
        AccessControlException.class,
        FileNotFoundException.class,
        RefusedException.class,
        UnknownDatanodeException.class);
    server.addSuppressedLoggingExceptions(StandbyException.class);
  }

  /**
   * Binds the port for clients.
   *
   * @param address what clients connect to; port 0 takes any that is free
   * @param secretManager the namenode's, so that its delegation tokens are good here
   * @param blockPoolId the namenode's block pool
   */
  static HailRpcServer forClients(
      Configuration conf,
      InetSocketAddress address,
      SecretManager<? extends TokenIdentifier> secretManager,
      Supplier<String> blockPoolId,
      HailClientProtocol clients)
      throws IOException {
    Configuration own = configuration(conf, HailClientProtocolPB.class, LONGEST_CLIENT_MESSAGE);
    // One user's calls do not keep those of others waiting.
    own.setIfUnset(
        CommonConfigurationKeys.IPC_NAMESPACE
            + "."
            + address.getPort()
            + "."
            + CommonConfigurationKeys.IPC_CALLQUEUE_IMPL_KEY,
        FairCallQueue.class.getName());
    RPC.Server server =
        builder(own, address)
            .setProtocol(HailClientProtocolPB.class)
            .setInstance(
                HailClientProtocolService.newReflectiveBlockingService(
                    new ClientProtocolServer(clients, blockPoolId)))
            .setBindAddress(
                bindHost(
                    own,
                    address,
                    HailConfigKeys.NAMENODE_RPC_BIND_HOST,
                    "dfs.namenode.rpc-bind-host"))
            .setNumHandlers(
                NumberKeys.count(
                    own,
                    HailConfigKeys.NAMENODE_HANDLER_COUNT,
                    HailConfigKeys.NAMENODE_HANDLER_COUNT_DEFAULT))
            .setSecretManager(secretManager)
            .build();
    if (own.getBoolean(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHORIZATION, false)) {
      server.refreshServiceAcl(own, HailPolicyProvider.ofClients());
    }
    return new HailRpcServer(server);
  }

  /**
   * Binds the port for datanodes. Service-level authorization is on here, whether the cluster uses
   * it or not: with Kerberos only the principal of datanodes can connect. Delegation tokens are not
   * taken.
   *
   * @param address what datanodes connect to; port 0 takes any that is free
   * @param guard who may call, asked before a message is decoded
   */
  static HailRpcServer forDatanodes(
      Configuration conf,
      InetSocketAddress address,
      GuardedService.Guard guard,
      HailDatanodeProtocol datanodes)
      throws IOException {
    Configuration own = configuration(conf, HailDatanodeProtocolPB.class, LONGEST_DATANODE_MESSAGE);
    own.setBoolean(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHORIZATION, true);
    RPC.Server server =
        builder(own, address)
            .setProtocol(HailDatanodeProtocolPB.class)
            .setInstance(
                new GuardedService(
                    HailDatanodeProtocolService.newReflectiveBlockingService(
                        new DatanodeProtocolServer(datanodes)),
                    guard))
            .setBindAddress(
                bindHost(
                    own,
                    address,
                    HailConfigKeys.NAMENODE_SERVICE_RPC_BIND_HOST,
                    "dfs.namenode.servicerpc-bind-host",
                    "dfs.namenode.rpc-bind-host"))
            .setNumHandlers(
                NumberKeys.count(
                    own,
                    HailConfigKeys.NAMENODE_SERVICE_HANDLER_COUNT,
                    HailConfigKeys.NAMENODE_SERVICE_HANDLER_COUNT_DEFAULT))
            .build();
    server.refreshServiceAcl(own, HailPolicyProvider.ofDatanodes());
    return new HailRpcServer(server);
  }

  /** Hadoop's server takes its settings from a configuration and also changes it. */
  private static Configuration configuration(
      Configuration conf, Class<?> protocol, int longestMessage) {
    Configuration own = new Configuration(conf);
    RPC.setProtocolEngine(own, protocol, ProtobufRpcEngine2.class);
    own.setInt(CommonConfigurationKeys.IPC_MAXIMUM_DATA_LENGTH, longestMessage);
    return own;
  }

  private static RPC.Builder builder(Configuration own, InetSocketAddress address) {
    return new RPC.Builder(own).setPort(address.getPort()).setVerbose(false);
  }

  void start() {
    server.start();
  }

  void stop() {
    server.stop();
  }

  InetSocketAddress address() {
    return server.getListenerAddress();
  }

  /** The host of the first key that names one, else that of the address. */
  private static String bindHost(Configuration conf, InetSocketAddress address, String... keys) {
    for (String key : keys) {
      String host = conf.getTrimmed(key, "");
      if (!host.isEmpty()) {
        return host;
      }
    }
    return address.getHostString();
  }
}
