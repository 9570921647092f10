// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import dev.hail.protocol.HailDatanodeProtocol;
import java.io.IOException;
import java.net.InetAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Lets through only what comes from a datanode of this namenode's cluster. The caller is checked
 * before its message is decoded, the datanode that the message names after it.
 */
final class DatanodeGate implements GuardedService.Guard {
  private final HailNamespace namespace;
  private final boolean addressCheck;
  private final String datanodePrincipal;

  DatanodeGate(HailNamespace namespace, Configuration conf, boolean addressCheck) {
    this.namespace = namespace;
    this.addressCheck = addressCheck;
    this.datanodePrincipal = conf.getTrimmed(HailDatanodeProtocol.DATANODE_PRINCIPAL_KEY, "");
  }

  @Override
  public void checkCaller() throws IOException {
    checkUser();
    InetAddress caller = Server.getRemoteIp();
    if (addressCheck
        && caller != null
        && namespace.datanodes().manager().getDatanodeByHost(caller.getHostAddress()) == null) {
      throw new AccessControlException(
          "call of a datanode came from "
              + caller.getHostAddress()
              + ", where no datanode is registered; if datanodes have several networks, set"
              + " hail.namenode.datanode.address.check=false");
    }
  }

  /**
   * Checks that the caller of the current RPC is the datanode that its message names.
   *
   * @throws AccessControlException if the caller is not who it says it is
   * @throws UnknownDatanodeException if the datanode is not registered here
   * @throws IOException if the datanode is of another cluster
   */
  void check(String blockPoolId, String datanodeUuid) throws IOException {
    if (!namespace.blockPoolId().equals(blockPoolId)) {
      throw new IOException(
          "block pool " + blockPoolId + " is not of this namenode, which has " + own());
    }
    DatanodeDescriptor datanode = namespace.datanodes().manager().getDatanode(datanodeUuid);
    if (datanode == null) {
      throw new UnknownDatanodeException(
          "datanode " + datanodeUuid + " is not registered at this namenode of " + own());
    }
    InetAddress caller = Server.getRemoteIp();
    if (addressCheck && caller != null && !caller.getHostAddress().equals(datanode.getIpAddr())) {
      throw new AccessControlException(
          "call for datanode "
              + datanodeUuid
              + " came from "
              + caller.getHostAddress()
              + ", the datanode registered from "
              + datanode.getIpAddr()
              + "; if datanodes have several networks, set"
              + " hail.namenode.datanode.address.check=false");
    }
  }

  /** Without security anybody can claim to be a datanode, to HDFS as well. */
  private void checkUser() throws IOException {
    if (!UserGroupInformation.isSecurityEnabled()) {
      return;
    }
    UserGroupInformation caller = Server.getRemoteUser();
    if (caller != null && !datanodePrincipal.isEmpty()) {
      String expected = SecurityUtil.getServerPrincipal(datanodePrincipal, Server.getRemoteIp());
      if (expected.equals(caller.getUserName())) {
        return;
      }
    }
    namespace.checkSuperuser();
  }

  private String own() {
    return namespace.blockPoolId();
  }
}
