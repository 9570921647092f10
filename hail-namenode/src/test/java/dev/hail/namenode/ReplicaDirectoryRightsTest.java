// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.protocol.ClusterStatus;
import dev.hail.protocol.DatanodeStatus;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.protocol.IndexRequest;
import dev.hail.protocol.IndexUseNote;
import dev.hail.protocol.Indexing;
import dev.hail.protocol.ReplicaDirectoryPage;
import dev.hail.protocol.SuspectReplica;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Whom a real namenode tells of replicas and datanodes, and what it keeps from others. */
final class ReplicaDirectoryRightsTest {
  private static final Indexing.Plan PLAN = new Indexing.Plan(1, 1, 1, 1, 1, 1, false, 0, 1);

  private static NamenodeCluster cluster;
  private static HailClientProtocol client;

  @BeforeAll
  static void start() throws Exception {
    // Lets the namenode hand out delegation tokens although there is no Kerberos.
    cluster =
        NamenodeCluster.start(
            3, conf -> conf.setBoolean("dfs.namenode.delegation.token.always-use", true));
    client = cluster.client();
  }

  @AfterAll
  static void stop() throws Exception {
    client.close();
    cluster.close();
  }

  @Test
  void replicasOfFile_areTold_onlyToItsReaders() throws Exception {
    cluster.write("/secret/file", 1, (short) 1);
    try (DistributedFileSystem fs = cluster.fileSystem()) {
      fs.setPermission(new Path("/secret"), FsPermission.valueOf("drwx------"));
      assertThat(client.getReplicas("/secret/file", 0, 1).blocks()).hasSize(1);
      UserGroupInformation mallory =
          UserGroupInformation.createUserForTesting("mallory", new String[] {"others"});
      assertThatThrownBy(() -> ask(mallory, "/secret/file"))
          .isInstanceOf(AccessControlException.class)
          .hasMessageContaining("mallory");
      fs.setOwner(new Path("/secret"), "mallory", "others");
      assertThat(ask(mallory, "/secret/file").blocks()).hasSize(1);
      fs.setPermission(new Path("/secret/file"), FsPermission.valueOf("-rw-------"));
      assertThatThrownBy(() -> ask(mallory, "/secret/file"))
          .isInstanceOf(AccessControlException.class);
    }
    assertThatThrownBy(() -> client.getReplicas("/secret/none", 0, 1))
        .isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> client.getReplicas("/secret", 0, 1))
        .isInstanceOf(FileNotFoundException.class);
  }

  private static ReplicaDirectoryPage ask(UserGroupInformation user, String path)
      throws IOException, InterruptedException {
    return user.doAs(
        (PrivilegedExceptionAction<ReplicaDirectoryPage>)
            () -> {
              try (HailClientProtocol proxy =
                  HailProxies.clientProxy(cluster.clientConfiguration(), cluster.uri())) {
                return proxy.getReplicas(path, 0, 10);
              }
            });
  }

  @Test
  void namesInClosedDirectory_askedFor_areNotRevealed() throws Exception {
    cluster.write("/closed/file", 1, (short) 1);
    UserGroupInformation mallory =
        UserGroupInformation.createUserForTesting("mallory", new String[] {"others"});
    try (DistributedFileSystem fs = cluster.fileSystem()) {
      fs.mkdirs(new Path("/closed/directory"));
      fs.setPermission(new Path("/closed"), FsPermission.valueOf("drwx------"));
    }
    LogCapturer audit = LogCapturer.captureLogs(FSNamesystem.AUDIT_LOG);
    mallory.doAs(
        (PrivilegedExceptionAction<Void>)
            () -> {
              try (HailClientProtocol proxy = cluster.client()) {
                for (String name : List.of("file", "directory", "none", "file/below")) {
                  assertClosed(proxy, "/closed/" + name);
                }
              }
              return null;
            });
    audit.stopCapturing();
    assertThat(audit.getOutput().lines())
        .filteredOn(line -> line.contains("cmd=hailGetReplicas\tsrc=/closed/none\t"))
        .isNotEmpty()
        .allMatch(line -> line.contains("allowed=false\tugi=mallory"));
  }

  private static void assertClosed(HailClientProtocol proxy, String path) {
    List<ThrowingCallable> questions =
        List.of(
            () -> proxy.getReplicas(path, 0, 1),
            () -> proxy.dropIndex(path, 1),
            () -> proxy.grantIndex(new IndexRequest(path, 1, 1, 1, "", List.of())),
            () -> proxy.suspectReplica(new SuspectReplica(path, 1, 1, "")),
            () -> proxy.beginIndexing(new Indexing("job", path, 1), PLAN),
            () -> proxy.getWorkload(path),
            () -> proxy.noteUse(new IndexUseNote(path, 1, 0, 0, 5)),
            () -> proxy.getSpace(path));
    for (int i = 0; i < questions.size(); i++) {
      assertThatThrownBy(questions.get(i))
          .as("question %d about %s", i, path)
          .isInstanceOf(AccessControlException.class)
          .hasMessageContaining("user=mallory, access=EXECUTE, inode=\"/closed\"");
    }
  }

  @Test
  void task_withOnlyDelegationToken_mayAsk() throws Exception {
    cluster.write("/alice/file", 1, (short) 1);
    UserGroupInformation alice =
        UserGroupInformation.createUserForTesting("alice", new String[] {"others"});
    Credentials tokens = new Credentials();
    try (DistributedFileSystem fs = cluster.fileSystem()) {
      fs.setOwner(new Path("/alice"), "alice", "others");
      fs.setPermission(new Path("/alice"), FsPermission.valueOf("drwx------"));
    }
    alice.doAs(
        (PrivilegedExceptionAction<Void>)
            () -> {
              try (DistributedFileSystem fs = cluster.fileSystem()) {
                fs.addDelegationTokens("renewer", tokens);
              }
              return null;
            });
    assertThat(tokens.numberOfTokens()).isEqualTo(1);
    UserGroupInformation stranger = UserGroupInformation.createRemoteUser("container");
    assertThatThrownBy(() -> ask(stranger, "/alice/file"))
        .isInstanceOf(AccessControlException.class);
    UserGroupInformation task = UserGroupInformation.createRemoteUser("container");
    task.addCredentials(tokens);
    assertThat(ask(task, "/alice/file").blocks()).hasSize(1);
  }

  @Test
  void listOfDatanodes_isTold_onlyToSuperusers() throws Exception {
    UserGroupInformation mallory =
        UserGroupInformation.createUserForTesting("mallory", new String[] {"others"});
    ClusterStatus told =
        mallory.doAs(
            (PrivilegedExceptionAction<ClusterStatus>)
                () -> {
                  try (HailClientProtocol proxy = cluster.client()) {
                    return proxy.getStatus();
                  }
                });
    assertThat(told.datanodes()).isEmpty();
    assertThat(told.liveDatanodes()).isEqualTo(3);
    assertThat(told.hailDatanodes()).isEqualTo(client.getStatus().hailDatanodes());
    assertThat(client.getStatus().datanodes())
        .extracting(DatanodeStatus::datanodeUuid)
        .containsExactlyInAnyOrderElementsOf(cluster.datanodes());
  }
}
