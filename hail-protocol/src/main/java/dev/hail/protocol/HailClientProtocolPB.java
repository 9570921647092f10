// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import dev.hail.protocol.proto.HailProtos.HailClientProtocolService;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenSelector;
import org.apache.hadoop.ipc.ProtocolInfo;
import org.apache.hadoop.security.KerberosInfo;
import org.apache.hadoop.security.token.TokenInfo;

/** {@link HailClientProtocol} as Hadoop RPC carries it. */
@KerberosInfo(serverPrincipal = HdfsClientConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY)
@TokenInfo(DelegationTokenSelector.class)
@ProtocolInfo(protocolName = "dev.hail.protocol.HailClientProtocol", protocolVersion = 1)
public interface HailClientProtocolPB extends HailClientProtocolService.BlockingInterface {}
