// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.conf.HailConfigKeys;
import dev.hail.protocol.HailDatanodeProtocol;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.namenode.INodeAttributeProvider;
import org.apache.hadoop.hdfs.server.namenode.INodeAttributes;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class HailAttributeProviderTest {
  private static NamenodeCluster cluster;
  private static DistributedFileSystem fs;

  /** Stands for a provider that was there before: it refuses all reads below /closed. */
  public static final class ClosingProvider extends INodeAttributeProvider {
    @Override
    public void start() {}

    @Override
    public void stop() {}

    @Override
    public INodeAttributes getAttributes(String[] pathElements, INodeAttributes inode) {
      return inode;
    }

    @Override
    public AccessControlEnforcer getExternalAccessControlEnforcer(AccessControlEnforcer standard) {
      return new ClosingEnforcer(standard);
    }
  }

  @BeforeAll
  static void start() throws Exception {
    cluster =
        NamenodeCluster.start(
            1,
            conf -> {
              conf.set(
                  DFSConfigKeys.DFS_NAMENODE_INODE_ATTRIBUTES_PROVIDER_KEY,
                  HailAttributeProvider.class.getName());
              conf.set(HailConfigKeys.NAMENODE_ATTRIBUTE_PROVIDER, ClosingProvider.class.getName());
            });
    fs = cluster.fileSystem();
    fs.mkdirs(new Path("/bob"));
    fs.setPermission(new Path("/bob"), FsPermission.valueOf("drwxrwxrwx"));
  }

  @AfterAll
  static void stop() throws Exception {
    fs.close();
    cluster.close();
  }

  @Test
  void appendAndTruncate_bySuperuser_areRefused() throws Exception {
    cluster.write("/hail", 2, (short) 1);
    fs.setXAttr(new Path("/hail"), "user.hail.version", new byte[] {'1'});
    refused(fs, "/hail");
  }

  @Test
  void appendAndTruncate_byOwner_areRefused() throws Exception {
    UserGroupInformation bob =
        UserGroupInformation.createUserForTesting("bob", new String[] {"users"});
    bob.doAs(
        (PrivilegedExceptionAction<Void>)
            () -> {
              try (DistributedFileSystem mine = cluster.fileSystem()) {
                mine.create(new Path("/bob/file")).close();
                try (FSDataOutputStream out = mine.create(new Path("/bob/file"))) {
                  out.write(new byte[700]);
                }
                mine.append(new Path("/bob/file")).close();
                mine.setXAttr(new Path("/bob/file"), "user.hail.version", new byte[] {'1'});
                refused(mine, "/bob/file");
                mine.rename(new Path("/bob/file"), new Path("/bob/renamed"));
                assertThat(mine.delete(new Path("/bob/renamed"), false)).isTrue();
              }
              return null;
            });
  }

  @Test
  void file_withoutAttribute_isKnownByItsBlocks() throws Exception {
    LocatedBlock block = cluster.write("/copied", 1, (short) 1).get(0);
    try (HailDatanodeProtocol datanode = cluster.datanodeProxies().get(0)) {
      datanode.report(
          cluster.blockPool(),
          cluster.datanode(0),
          false,
          false,
          List.of(NamenodeCluster.replica(block, 1, 1)),
          new long[0]);
    }
    refused(fs, "/copied");
  }

  @Test
  void plainFiles_appendedAndTruncated_areChangedAsEver() throws Exception {
    cluster.write("/plain", 2, (short) 1);
    try (FSDataOutputStream out = fs.append(new Path("/plain"))) {
      out.write(1);
    }
    assertThat(fs.getFileStatus(new Path("/plain")).getLen()).isEqualTo(1025);
    fs.truncate(new Path("/plain"), 512);
    assertThat(fs.getFileStatus(new Path("/plain")).getLen()).isEqualTo(512);
  }

  @Test
  void providerConfiguredBefore_stillAsked_decides() throws Exception {
    cluster.write("/closed/file", 1, (short) 1);
    UserGroupInformation eve =
        UserGroupInformation.createUserForTesting("eve", new String[] {"users"});
    assertThatThrownBy(
            () ->
                eve.doAs(
                    (PrivilegedExceptionAction<Object>)
                        () -> {
                          try (DistributedFileSystem hers = cluster.fileSystem()) {
                            return hers.open(new Path("/closed/file"));
                          }
                        }))
        .isInstanceOf(AccessControlException.class)
        .hasMessageContaining("closed by the provider of before");
  }

  private static void refused(DistributedFileSystem caller, String path) throws IOException {
    long length = caller.getFileStatus(new Path(path)).getLen();
    assertThatThrownBy(() -> caller.append(new Path(path)))
        .isInstanceOf(AccessControlException.class)
        .hasMessageContaining("append of " + path)
        .hasMessageContaining("hail put");
    assertThatThrownBy(
            () ->
                caller.append(
                    new Path(path),
                    EnumSet.of(CreateFlag.APPEND, CreateFlag.NEW_BLOCK),
                    4096,
                    null))
        .isInstanceOf(AccessControlException.class);
    assertThatThrownBy(() -> caller.truncate(new Path(path), 100))
        .isInstanceOf(AccessControlException.class)
        .hasMessageContaining("truncate of " + path);
    assertThat(caller.getFileStatus(new Path(path)).getLen()).isEqualTo(length);
    assertThat(caller.isFileClosed(new Path(path))).isTrue();
  }
}
