// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.client.BlockTokens;
import dev.hail.client.HdfsPath;
import dev.hail.client.pseudo.BlockIndexer;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.PinnedReplicaSource;
import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.protocol.CallerMark;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.protocol.IndexGrant;
import dev.hail.protocol.IndexRequest;
import dev.hail.protocol.PseudoReplica;
import dev.hail.protocol.PseudoReplicaId;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeAttributeProvider;
import org.apache.hadoop.hdfs.server.namenode.INodeAttributes;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Who is granted a place for a pseudo replica, and who gets a token to read one, on a cluster with
 * block tokens whose namenode asks another authority, too. HDFS' own answer is the oracle.
 */
final class PseudoRightsTest {
  private static final int VISITS = QueryByVisits.VISITS;
  private static final int REVENUE = 4;
  private static final String ALICE = "alice";
  private static final String MALLORY = "mallory";

  private static HailMiniCluster cluster;
  private static byte[] block;
  private static int directories;

  /** An authority that allows and refuses whatever modes say. */
  public static final class Authority extends INodeAttributeProvider {
    /** Each a user and a path, with a colon between them. */
    static final Set<String> ALLOWED = ConcurrentHashMap.newKeySet();

    static final Set<String> REFUSED = ConcurrentHashMap.newKeySet();

    @Override
    public void start() {}

    @Override
    public void stop() {}

    @Override
    public INodeAttributes getAttributes(String[] pathElements, INodeAttributes inode) {
      return inode;
    }

    @Override
    public AccessControlEnforcer getExternalAccessControlEnforcer(AccessControlEnforcer byDefault) {
      return new Enforcer(byDefault);
    }

    /** Asks the modes where it has no rule. */
    private record Enforcer(AccessControlEnforcer modes) implements AccessControlEnforcer {
      @Override
      public void checkPermissionWithContext(AuthorizationContext context)
          throws AccessControlException {
        String rule = context.getCallerUgi().getShortUserName() + ":" + context.getPath();
        if (context.getAccess() != null && REFUSED.contains(rule)) {
          throw new AccessControlException("The authority refuses " + rule);
        }
        if (!ALLOWED.contains(rule)) {
          modes.checkPermissionWithContext(context);
        }
      }

      @Deprecated
      @Override
      public void checkPermission(
          String fsOwner,
          String supergroup,
          UserGroupInformation caller,
          INodeAttributes[] inodeAttributes,
          INode[] inodes,
          byte[][] pathByName,
          int snapshotId,
          String path,
          int ancestorIndex,
          boolean doCheckOwner,
          FsAction ancestorAccess,
          FsAction parentAccess,
          FsAction access,
          FsAction subAccess,
          boolean ignoreEmptyDir) {
        throw new UnsupportedOperationException("HDFS asks with a context");
      }
    }
  }

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new Configuration();
    conf.setBoolean(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, true);
    conf.set(HailConfigKeys.NAMENODE_ATTRIBUTE_PROVIDER, Authority.class.getName());
    conf.set(HailConfigKeys.DATANODE_HEARTBEAT_INTERVAL, "300ms");
    cluster = HailMiniCluster.builder().dataNodes(2).configuration(conf).build();
    cluster.awaitHail();
    block = TestBlocks.block(91, 1_000, 1, 3);
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @AfterEach
  void forgetRules() {
    Authority.ALLOWED.clear();
    Authority.REFUSED.clear();
  }

  /** A file of the superuser that is indexed by visits, in a directory of its own. */
  private static Path write(int mode) throws Exception {
    Path directory = new Path("/rights" + directories++);
    cluster.fileSystem().mkdirs(directory);
    Path path = new Path(directory, "file");
    TestBlocks.store(cluster, path, 2, block);
    HailFile file = HailFile.open(cluster.configuration(), path);
    BlockIndexer indexer = new BlockIndexer(cluster.configuration(), file, VISITS, "");
    assertThat(indexer.index(file.blocks().get(0)).isGranted()).isTrue();
    setMode(path, mode);
    return path;
  }

  private static void setMode(Path path, int mode) throws IOException {
    cluster.fileSystem().setPermission(path, new FsPermission((short) mode));
  }

  private static <T> T as(String user, PrivilegedExceptionAction<T> action) throws Exception {
    return UserGroupInformation.createUserForTesting(user, new String[] {"people"}).doAs(action);
  }

  private static HailClientProtocol directory() throws IOException {
    return HailProxies.clientProxy(cluster.configuration(), cluster.uri());
  }

  private static List<PseudoReplica> tokens(String user, Path path) throws Exception {
    return as(
        user,
        () -> {
          try (HailClientProtocol directory = directory()) {
            return directory.getReplicas(path.toUri().getPath(), 0, 10).blocks().get(0).pseudo();
          }
        });
  }

  private static IndexGrant grant(String user, Path path) throws Exception {
    LocatedBlock located = TestBlocks.located(cluster.fileSystem(), path).get(0);
    IndexRequest request =
        new IndexRequest(
            path.toUri().getPath(),
            located.getBlock().getBlockId(),
            located.getBlock().getGenerationStamp(),
            REVENUE,
            "",
            List.of());
    return as(
        user,
        () -> {
          try (HailClientProtocol directory = directory()) {
            return directory.grantIndex(request);
          }
        });
  }

  /** Checks what HDFS says of somebody and a file, and that HAIL says the same. */
  private static void assertMay(String user, Path path, boolean read, boolean write)
      throws Exception {
    assertThat(isAllowedByHdfs(user, path, FsAction.READ)).as("read %s", path).isEqualTo(read);
    assertThat(isAllowedByHdfs(user, path, FsAction.WRITE)).as("write %s", path).isEqualTo(write);
    if (read) {
      assertThat(tokens(user, path)).singleElement().matches(one -> !one.token().isEmpty());
      as(
          user,
          () -> {
            QueryByVisits.assertReadsPseudoReplica(cluster.configuration(), path, block);
            return null;
          });
    } else {
      assertThatThrownBy(() -> tokens(user, path)).isInstanceOf(AccessControlException.class);
    }
    if (write) {
      assertThat(grant(user, path).target().token()).isNotEmpty();
    } else {
      assertThatThrownBy(() -> grant(user, path)).isInstanceOf(AccessControlException.class);
      assertThatThrownBy(() -> drop(user, path)).isInstanceOf(AccessControlException.class);
    }
  }

  private static int drop(String user, Path path) throws Exception {
    return as(
        user,
        () -> {
          try (HailClientProtocol directory = directory()) {
            return directory.dropIndex(path.toUri().getPath(), VISITS);
          }
        });
  }

  private static boolean isAllowedByHdfs(String user, Path path, FsAction access) throws Exception {
    return as(
        user,
        () -> {
          try (FileSystem fs = FileSystem.newInstance(cluster.uri(), cluster.configuration())) {
            if (access == FsAction.READ) {
              CallerMark.marked(() -> fs.open(path)).close();
            } else {
              fs.access(path, access);
            }
            return true;
          } catch (AccessControlException refused) {
            return false;
          }
        });
  }

  /** Reads the pseudo replica by visits with a token. */
  private static void read(Path path, String token) throws IOException {
    LocatedBlock source = TestBlocks.located(cluster.fileSystem(), path).get(0);
    PseudoReplica replica =
        HailFile.open(cluster.configuration(), path).blocks().get(0).pseudo().get(0);
    DatanodeInfo node =
        Arrays.stream(source.getLocations())
            .filter(one -> one.getDatanodeUuid().equals(replica.datanodeUuid()))
            .findFirst()
            .orElseThrow();
    ExtendedBlock id =
        new ExtendedBlock(
            source.getBlock().getBlockPoolId(),
            new PseudoReplicaId(source.getBlock().getBlockId(), VISITS).blockId(),
            source.getBlock().getNumBytes(),
            source.getBlock().getGenerationStamp());
    LocatedBlock located = new LocatedBlock(id, new DatanodeInfo[] {node});
    located.setStartOffset(0);
    located.setBlockToken(BlockTokens.parse(token));
    byte[] bytes = new byte[1_000];
    HdfsPath none = new HdfsPath(cluster.fileSystem(), new Path("/none"));
    try (PinnedReplicaSource in = PinnedReplicaSource.open(none, located, node)) {
      in.readFully(0, bytes, 0, bytes.length);
    }
  }

  @Test
  void modes_ofFile_decideGrantsAndTokens() throws Exception {
    Path path = write(0644);
    assertMay(MALLORY, path, true, false);
    setMode(path, 0666);
    assertMay(MALLORY, path, true, true);
    setMode(path, 0622);
    assertMay(MALLORY, path, false, true);
    setMode(path, 0600);
    assertMay(MALLORY, path, false, false);
    cluster.fileSystem().setOwner(path, ALICE, "people");
    assertMay(ALICE, path, true, true);
    assertMay(MALLORY, path, false, false);
  }

  @Test
  void directory_notEnterable_hidesItsFiles() throws Exception {
    Path path = write(0666);
    setMode(path.getParent(), 0700);
    assertMay(MALLORY, path, false, false);
    setMode(path.getParent(), 0711);
    assertMay(MALLORY, path, true, true);
  }

  @Test
  void datanode_askedWithoutReadToken_servesNobody() throws Exception {
    Path path = write(0622);
    String written = grant(MALLORY, path).target().token();
    for (String token : List.of("", written)) {
      assertThatThrownBy(() -> read(path, token)).isInstanceOf(IOException.class);
    }
    setMode(path, 0644);
    read(path, tokens(MALLORY, path).get(0).token());
  }

  @Test
  void externalAuthority_againstMode_isObeyed() throws Exception {
    Path open = write(0666);
    Path closed = write(0600);
    setMode(closed.getParent(), 0700);
    assertMay(MALLORY, open, true, true);
    assertMay(ALICE, closed, false, false);

    Authority.REFUSED.add(MALLORY + ":" + open.toUri().getPath());
    Authority.ALLOWED.add(ALICE + ":" + closed.toUri().getPath());

    assertMay(MALLORY, open, false, false);
    assertMay(ALICE, open, true, true);
    assertMay(ALICE, closed, true, true);
    assertMay(MALLORY, closed, false, false);
    assertThat(drop(ALICE, closed)).isEqualTo(1);
  }

  @Test
  void right_takenAway_endsWithNextAnswer() throws Exception {
    Path path = write(0666);
    String token = tokens(ALICE, path).get(0).token();
    assertMay(ALICE, path, true, true);
    setMode(path, 0600);
    assertMay(ALICE, path, false, false);
    // As any block token of HDFS it lives until it expires.
    read(path, token);
  }

  @Test
  void snapshotReader_withReadRight_seesPseudoReplicas() throws Exception {
    Path path = write(0644);
    Path snapshot = new Path(path.getParent(), ".snapshot/s/file");
    cluster.fileSystem().allowSnapshot(path.getParent());
    cluster.fileSystem().createSnapshot(path.getParent(), "s");
    setMode(path, 0600);
    assertThat(tokens(ALICE, snapshot)).singleElement().matches(one -> !one.token().isEmpty());
    assertMay(ALICE, path, false, false);
    assertThat(isAllowedByHdfs(ALICE, snapshot, FsAction.READ)).isTrue();

    assertRefusedInSnapshot(write(0600), false);
    assertRefusedInSnapshot(write(0644), true);
  }

  /** Takes a snapshot while file or directory are closed, and opens them. */
  private static void assertRefusedInSnapshot(Path path, boolean closesDirectory) throws Exception {
    Path directory = path.getParent();
    setMode(directory, closesDirectory ? 0700 : 0755);
    cluster.fileSystem().allowSnapshot(directory);
    cluster.fileSystem().createSnapshot(directory, "s");
    setMode(directory, 0755);
    setMode(path, 0644);
    Path snapshot = new Path(directory, ".snapshot/s/file");
    assertThat(isAllowedByHdfs(ALICE, snapshot, FsAction.READ)).isFalse();
    assertThatThrownBy(() -> tokens(ALICE, snapshot)).isInstanceOf(AccessControlException.class);
    assertMay(ALICE, path, true, false);
  }
}
