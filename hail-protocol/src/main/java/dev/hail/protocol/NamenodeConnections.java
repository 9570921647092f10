// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.io.retry.RetryPolicies;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;

/** Makes protobuf stubs whose calls end within a time limit. */
final class NamenodeConnections {
  private final Configuration conf;
  private final UserGroupInformation user;
  private final int timeoutMillis;

  /**
   * A maker of stubs.
   *
   * @param user user on whose behalf calls are made
   * @param timeoutMillis longest wait to connect, and longest wait for an answer
   */
  NamenodeConnections(Configuration conf, UserGroupInformation user, int timeoutMillis) {
    this.conf = new Configuration(conf);
    this.user = user;
    this.timeoutMillis = timeoutMillis;
    // Hadoop's defaults let a caller wait many minutes for a host that is gone.
    this.conf.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_TIMEOUT_KEY, timeoutMillis);
    this.conf.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 0);
    this.conf.setInt(
        CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY, 0);
  }

  /** A stub for the namenode at an address; the connection is made by its first call. */
  <T> T stub(Class<T> protocol, InetSocketAddress address) throws IOException {
    RPC.setProtocolEngine(conf, protocol, ProtobufRpcEngine2.class);
    return RPC.getProtocolProxy(
            protocol,
            RPC.getProtocolVersion(protocol),
            address,
            user,
            conf,
            NetUtils.getDefaultSocketFactory(conf),
            timeoutMillis,
            RetryPolicies.TRY_ONCE_THEN_FAIL)
        .getProxy();
  }
}
