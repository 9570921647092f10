// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import dev.hail.conf.HailConfigKeys;
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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.token.SecretManager;
import org.apache.hadoop.security.token.TokenIdentifier;

/** The RPC server of HAIL in the namenode, on a port of its own. */
final class RegistryServer {
  private final RPC.Server server;

  /**
   * Binds the port; nothing is answered before {@link #start}.
   *
   * @param address what others connect to; port 0 takes any that is free
   * @param secretManager the namenode's, so that its delegation tokens are good here
   */
  RegistryServer(
      Configuration conf,
      InetSocketAddress address,
      SecretManager<? extends TokenIdentifier> secretManager,
      HailClientProtocol clients,
      HailDatanodeProtocol datanodes)
      throws IOException {
    RPC.setProtocolEngine(conf, HailClientProtocolPB.class, ProtobufRpcEngine2.class);
    RPC.setProtocolEngine(conf, HailDatanodeProtocolPB.class, ProtobufRpcEngine2.class);
    server =
        new RPC.Builder(conf)
            .setProtocol(HailClientProtocolPB.class)
            .setInstance(
                HailClientProtocolService.newReflectiveBlockingService(
                    new ClientProtocolServer(clients)))
            .setBindAddress(bindHost(conf, address))
            .setPort(address.getPort())
            .setNumHandlers(
                conf.getInt(
                    HailConfigKeys.NAMENODE_HANDLER_COUNT,
                    HailConfigKeys.NAMENODE_HANDLER_COUNT_DEFAULT))
            .setVerbose(false)
            .setSecretManager(secretManager)
            .build();
    server.addProtocol(
        RPC.RpcKind.RPC_PROTOCOL_BUFFER,
        HailDatanodeProtocolPB.class,
        HailDatanodeProtocolService.newReflectiveBlockingService(
            new DatanodeProtocolServer(datanodes)));
    if (conf.getBoolean(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHORIZATION, false)) {
      server.refreshServiceAcl(conf, new HailPolicyProvider());
    }
    server.addTerseExceptions(
        AccessControlException.class, FileNotFoundException.class, RefusedException.class);
    server.addSuppressedLoggingExceptions(StandbyException.class);
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

  private static String bindHost(Configuration conf, InetSocketAddress address) {
    String own = conf.getTrimmed(HailConfigKeys.NAMENODE_RPC_BIND_HOST, "");
    if (!own.isEmpty()) {
      return own;
    }
    String namenode = conf.getTrimmed("dfs.namenode.rpc-bind-host", "");
    return namenode.isEmpty() ? address.getHostString() : namenode;
  }
}
