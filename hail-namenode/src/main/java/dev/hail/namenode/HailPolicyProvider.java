// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailDatanodeProtocol;
import org.apache.hadoop.security.authorize.PolicyProvider;
import org.apache.hadoop.security.authorize.Service;

/** Who may connect to which protocol, as {@code hadoop-policy.xml} says. */
public final class HailPolicyProvider extends PolicyProvider {
  /** Users and groups that may ask where replicas are. */
  public static final String CLIENT_ACL = "security.hail.client.protocol.acl";

  /** Users and groups that may report replicas: those datanodes run as. */
  public static final String DATANODE_ACL = "security.hail.datanode.protocol.acl";

  @Override
  public Service[] getServices() {
    return new Service[] {
      new Service(CLIENT_ACL, HailClientProtocol.class),
      new Service(DATANODE_ACL, HailDatanodeProtocol.class)
    };
  }
}
