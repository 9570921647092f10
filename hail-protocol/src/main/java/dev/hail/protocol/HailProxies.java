// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.NumberKeys;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.HAUtilClient;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenSelector;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.retry.RetryPolicies;
import org.apache.hadoop.io.retry.RetryPolicy;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;

/** Connects to the replica directories of namenodes. */
public final class HailProxies {

  private static final long FIRST_DELAY_MILLIS = 200;
  private static final long LONGEST_DELAY_MILLIS = 2_000;

  private HailProxies() {}

  /** As {@link #clientProxy(Configuration, URI, String)}, if the block pool is not known. */
  public static HailClientProtocol clientProxy(Configuration conf, URI fileSystem)
      throws IOException {
    return clientProxy(conf, fileSystem, "");
  }

  /**
   * A proxy for clients of a file system. It fails over between the namenodes of an HA nameservice.
   *
   * @param conf the file system's configuration
   * @param fileSystem URI of an HDFS file system, host and port of a namenode or a nameservice
   * @param blockPoolId block pool of the files that calls are about, empty if it is not known. The
   *     replica directory of another one refuses them: the configuration may lead to that of
   *     another namenode on the same host
   * @throws IOException if the configuration has no address of a namenode
   */
  public static HailClientProtocol clientProxy(
      Configuration conf, URI fileSystem, String blockPoolId) throws IOException {
    List<InetSocketAddress> addresses = NamenodeAddresses.ofFileSystem(conf, fileSystem);
    UserGroupInformation user = UserGroupInformation.getCurrentUser();
    shareDelegationToken(conf, fileSystem, addresses, user);
    NamenodeConnections connections =
        new NamenodeConnections(
            conf,
            user,
            NumberKeys.millis(
                conf,
                HailConfigKeys.CLIENT_RPC_TIMEOUT,
                HailConfigKeys.CLIENT_RPC_TIMEOUT_DEFAULT));
    List<HailClientProtocol> namenodes = new ArrayList<>(addresses.size());
    for (InetSocketAddress address : addresses) {
      namenodes.add(
          new ClientProtocolTranslator(
              connections.stub(HailClientProtocolPB.class, address), blockPoolId));
    }
    int attempts =
        NumberKeys.count(
            conf, HailConfigKeys.CLIENT_RPC_FAILOVERS, HailConfigKeys.CLIENT_RPC_FAILOVERS_DEFAULT);
    RetryPolicy policy =
        new SilentPortPolicy(
            RetryPolicies.failoverOnNetworkException(
                RetryPolicies.TRY_ONCE_THEN_FAIL,
                attempts,
                attempts,
                FIRST_DELAY_MILLIS,
                LONGEST_DELAY_MILLIS),
            addresses.size());
    return new FailoverClient(fileSystem, new NamenodeRotation(addresses, namenodes), policy);
  }

  /**
   * One proxy per namenode of a nameservice, in the order of the configuration, for datanodes. Does
   * not contact the namenodes. A proxy does not fail over: reports go to every namenode, questions
   * to the active one.
   *
   * @param conf the datanode's configuration
   * @param nameservice id of the nameservice; null for every nameservice of the datanode. A
   *     namenode refuses calls about block pools that it does not own
   * @throws IOException if the configuration has no address of a namenode
   */
  public static List<HailDatanodeProtocol> datanodeProxies(Configuration conf, String nameservice)
      throws IOException {
    NamenodeConnections connections =
        new NamenodeConnections(
            conf,
            UserGroupInformation.getLoginUser(),
            NumberKeys.millis(
                conf,
                HailConfigKeys.DATANODE_RPC_TIMEOUT,
                HailConfigKeys.DATANODE_RPC_TIMEOUT_DEFAULT));
    List<HailDatanodeProtocol> namenodes = new ArrayList<>();
    for (InetSocketAddress address :
        NamenodeAddresses.ofNameservice(conf, nameservice, NamenodePort.DATANODES)) {
      namenodes.add(
          new DatanodeProtocolTranslator(
              connections.stub(HailDatanodeProtocolPB.class, address), address));
    }
    return List.copyOf(namenodes);
  }

  /**
   * Ids of the namenodes of a nameservice in the order of {@link #datanodeProxies}.
   *
   * @param nameservice id of the nameservice; null for every nameservice of the datanode
   * @return the ids; an empty string for a namenode without an id
   */
  public static List<String> namenodeIds(Configuration conf, String nameservice) {
    return NamenodeAddresses.ids(conf, nameservice);
  }

  /**
   * Lets the user's HDFS delegation token work at HAIL's port, because tasks of a secure job have
   * no other credential. Hadoop does not pass the copies to other processes.
   */
  private static void shareDelegationToken(
      Configuration conf,
      URI fileSystem,
      List<InetSocketAddress> addresses,
      UserGroupInformation user) {
    Text service =
        HAUtilClient.isLogicalUri(conf, fileSystem)
            ? HAUtilClient.buildTokenServiceForLogicalUri(fileSystem, fileSystem.getScheme())
            : SecurityUtil.buildTokenService(DFSUtilClient.getNNAddress(fileSystem));
    Token<DelegationTokenIdentifier> token =
        new DelegationTokenSelector().selectToken(service, user.getTokens());
    if (token == null) {
      return;
    }
    for (InetSocketAddress address : addresses) {
      Token<DelegationTokenIdentifier> copy =
          token.privateClone(SecurityUtil.buildTokenService(address));
      user.addToken(new Text("hail://" + copy.getService()), copy);
    }
  }
}
