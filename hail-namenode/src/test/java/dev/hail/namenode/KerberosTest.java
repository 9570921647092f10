// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.HailConfiguration;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailDatanodeProtocol;
import dev.hail.protocol.HailProxies;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.datatransfer.sasl.SaslDataTransferTestCase;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A cluster with Kerberos: a real KDC, SASL, delegation tokens. */
class KerberosTest extends SaslDataTransferTestCase {
  private Configuration conf;
  private MiniDFSCluster cluster;

  @BeforeEach
  void start() throws Exception {
    HailConfiguration.addResources();
    conf = createSecureConfig("authentication");
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, HailNameNodePlugin.class.getName());
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, 0);
    conf.set(HailConfigKeys.CLIENT_RPC_FAILOVERS, "1");
    conf.set(HailConfigKeys.CLIENT_RPC_TIMEOUT, "60s");
    conf.set(HailConfigKeys.DATANODE_RPC_TIMEOUT, "60s");
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket socket = new ServerSocket(0, 1, loopback);
        ServerSocket other = new ServerSocket(0, 1, loopback)) {
      conf.set(HailConfigKeys.NAMENODE_RPC_ADDRESS, "localhost:" + socket.getLocalPort());
      conf.set(HailConfigKeys.NAMENODE_SERVICE_RPC_ADDRESS, "localhost:" + other.getLocalPort());
    }
    UserGroupInformation.setConfiguration(conf);
    Path base =
        Files.createTempDirectory(
            Files.createDirectories(
                Path.of(System.getProperty(MiniDFSCluster.PROP_TEST_BUILD_DATA, "target"))),
            "kerberos-");
    cluster = new MiniDFSCluster.Builder(conf, base.toFile()).numDataNodes(1).build();
    cluster.waitActive();
    conf.set(DFSConfigKeys.FS_DEFAULT_NAME_KEY, cluster.getURI().toString());
  }

  @AfterEach
  void stop() {
    cluster.shutdown(true, true);
    UserGroupInformation.reset();
  }

  @Test
  void usersDatanodesAndTasks_calling_areToldApart() throws Exception {
    // A datanode and a user each get what is theirs.
    String pool = cluster.getNamesystem().getBlockPoolId();
    String uuid = cluster.getDataNodes().get(0).getDatanodeUuid();
    try (HailDatanodeProtocol datanode = HailProxies.datanodeProxies(conf, null).get(0)) {
      assertThat(datanode.heartbeat(pool, uuid, 0, true).fullReportWanted()).isTrue();
    }
    UserGroupInformation user =
        UserGroupInformation.loginUserFromKeytabAndReturnUGI(getUserPrincipal(), getUserKeyTab());
    try (DistributedFileSystem fs = (DistributedFileSystem) FileSystem.newInstance(conf)) {
      DFSTestUtil.createFile(fs, new org.apache.hadoop.fs.Path("/home/file"), 512, (short) 1, 7);
      fs.setOwner(new org.apache.hadoop.fs.Path("/home"), user.getShortUserName(), "users");
      fs.setPermission(new org.apache.hadoop.fs.Path("/home"), FsPermission.valueOf("drwx------"));
    }
    assertThat(as(user, this::blocks)).isEqualTo(1);

    // A user is no datanode.
    assertThatThrownBy(
            () ->
                as(
                    user,
                    () -> {
                      try (HailDatanodeProtocol datanode = datanodeProxyOfCurrentUser()) {
                        return datanode.heartbeat(pool, uuid, 0, true);
                      }
                    }))
        .isInstanceOf(AccessControlException.class)
        .hasMessageContaining("not authorized for protocol interface");

    // A task is answered with the delegation tokens of its user, and not without.
    Credentials tokens = new Credentials();
    as(
        user,
        () -> {
          try (FileSystem fs = FileSystem.newInstance(conf)) {
            return fs.addDelegationTokens("renewer", tokens);
          }
        });
    UserGroupInformation task = UserGroupInformation.createRemoteUser("container");
    task.setAuthenticationMethod(AuthenticationMethod.TOKEN);
    assertThatThrownBy(() -> as(task, this::blocks))
        .isInstanceOf(java.io.IOException.class)
        .hasStackTraceContaining("Client cannot authenticate via:[TOKEN, KERBEROS]");
    task.addCredentials(tokens);
    assertThat(as(task, this::blocks)).isEqualTo(1);
  }

  private int blocks() throws Exception {
    try (HailClientProtocol client = HailProxies.clientProxy(conf, cluster.getURI())) {
      return client.getReplicas("/home/file", 0, 10).blocks().size();
    }
  }

  /** Datanodes speak as who their process logged in as; here somebody else tries it. */
  private HailDatanodeProtocol datanodeProxyOfCurrentUser() throws Exception {
    UserGroupInformation login = UserGroupInformation.getLoginUser();
    try {
      UserGroupInformation.setLoginUser(UserGroupInformation.getCurrentUser());
      return HailProxies.datanodeProxies(conf, null).get(0);
    } finally {
      UserGroupInformation.setLoginUser(login);
    }
  }

  private static <T> T as(UserGroupInformation user, PrivilegedExceptionAction<T> action)
      throws Exception {
    return user.doAs(action);
  }
}
