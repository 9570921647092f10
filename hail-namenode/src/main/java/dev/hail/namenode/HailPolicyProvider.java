// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailDatanodeProtocol;
import org.apache.hadoop.security.authorize.PolicyProvider;
import org.apache.hadoop.security.authorize.Service;

/** Who may connect to a port, as {@code hadoop-policy.xml} says; a port serves one protocol. */
final class HailPolicyProvider extends PolicyProvider {
  /** Users and groups that may ask where replicas are. */
  static final String CLIENT_ACL = "security.hail.client.protocol.acl";

  /** Users and groups that may report replicas: those datanodes run as. */
  static final String DATANODE_ACL = "security.hail.datanode.protocol.acl";

  private final Service service;

  private HailPolicyProvider(Service service) {
    this.service = service;
  }

  static PolicyProvider ofClients() {
    return new HailPolicyProvider(new Service(CLIENT_ACL, HailClientProtocol.class));
  }

  static PolicyProvider ofDatanodes() {
    return new HailPolicyProvider(new Service(DATANODE_ACL, HailDatanodeProtocol.class));
  }

  @Override
  public Service[] getServices() {
    return new Service[] {service};
  }
}
