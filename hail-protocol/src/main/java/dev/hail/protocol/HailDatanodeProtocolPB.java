// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import dev.hail.protocol.proto.HailProtos.HailDatanodeProtocolService;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.ipc.ProtocolInfo;
import org.apache.hadoop.security.KerberosInfo;

/** {@link HailDatanodeProtocol} as Hadoop RPC carries it. */
@KerberosInfo(
    serverPrincipal = HdfsClientConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY,
    clientPrincipal = HailDatanodeProtocol.DATANODE_PRINCIPAL_KEY)
@ProtocolInfo(protocolName = "dev.hail.protocol.HailDatanodeProtocol", protocolVersion = 1)
public interface HailDatanodeProtocolPB extends HailDatanodeProtocolService.BlockingInterface {}
