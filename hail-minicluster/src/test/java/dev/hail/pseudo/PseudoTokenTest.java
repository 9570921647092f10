// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.client.BlockTokens;
import dev.hail.client.HdfsPath;
import dev.hail.client.pseudo.BlockOrder;
import dev.hail.client.pseudo.PseudoWriter;
import dev.hail.client.read.BlockScan;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.ScanOptions;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.format.predicate.Predicate;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import dev.hail.protocol.PseudoReplica;
import dev.hail.protocol.PseudoReplicaId;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier.AccessMode;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager;
import org.apache.hadoop.hdfs.security.token.block.SecurityTestUtil;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.security.token.Token;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Pseudo replicas on a pair of namenodes, with block tokens and encryption on the wire. */
final class PseudoTokenTest {
  private static final int VISITS = 2;
  private static final int REVENUE = 4;
  private static final long SHORT_MILLIS = 1_000;
  private static final long LONG_MILLIS = TimeUnit.HOURS.toMillis(10);

  private static HailMiniCluster cluster;
  private static int files;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new Configuration();
    conf.set("hail.datanode.heartbeat.interval", "300ms");
    conf.setBoolean(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, true);
    conf.setBoolean(DFSConfigKeys.DFS_ENCRYPT_DATA_TRANSFER_KEY, true);
    cluster = HailMiniCluster.builder().dataNodes(2).haNameNodes().configuration(conf).build();
    cluster.awaitHail();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @AfterEach
  void issueLongTokens() {
    setLifetime(LONG_MILLIS);
  }

  private static Path write(byte[] block) throws Exception {
    Path path = new Path("/token" + files++);
    TestBlocks.store(cluster, path, 2, block);
    return cluster.fileSystem().makeQualified(path);
  }

  private static byte[] sorted(byte[] block) throws IOException {
    return BlockSorter.sort(block, block.length, VISITS);
  }

  private static boolean store(Path path, byte[] sorted) throws IOException {
    LocatedBlock located = TestBlocks.located(cluster.fileSystem(), path).get(0);
    BlockOrder order =
        new BlockOrder(
            located.getBlock().getBlockId(), located.getBlock().getGenerationStamp(), VISITS);
    HdfsPath file = HdfsPath.resolve(cluster.configuration(), path);
    try (PseudoWriter writer = new PseudoWriter(cluster.configuration(), file, "")) {
      return writer.write(sorted, sorted.length, file.source(), order).isGranted();
    }
  }

  private static List<PseudoReplica> pseudos(Path path) throws IOException {
    return HailFile.open(cluster.configuration(), path).blocks().get(0).pseudo();
  }

  private static PseudoReplica pseudo(Path path) throws IOException {
    return pseudos(path).get(0);
  }

  /** The one that a file has, on the datanode that has it. */
  private static SentReplica stored(Path path) throws IOException {
    SentReplica first = new SentReplica(cluster, path, VISITS, 0);
    return first.isServed() ? first : first.onOtherDatanode();
  }

  private static List<NameNode> nameNodes() {
    return List.of(cluster.dfs().getNameNode(0), cluster.dfs().getNameNode(1));
  }

  private static List<BlockTokenSecretManager> secrets() {
    return nameNodes().stream()
        .map(nameNode -> nameNode.getNamesystem().getBlockManager().getBlockTokenSecretManager())
        .toList();
  }

  private static void setLifetime(long millis) {
    secrets().forEach(secret -> SecurityTestUtil.setBlockTokenLifetime(secret, millis));
  }

  private static Token<BlockTokenIdentifier> token(ExtendedBlock block, AccessMode mode)
      throws IOException {
    return secrets()
        .get(0)
        .generateToken(
            block,
            EnumSet.of(mode),
            new StorageType[] {StorageType.DISK},
            new String[] {PseudoReplicaId.STORAGE_ID});
  }

  private static void awaitExpiry(Token<BlockTokenIdentifier> token) throws Exception {
    Waiting.until("the token expires", () -> SecurityTestUtil.isBlockTokenExpired(token));
  }

  @Test
  void replica_onSecureCluster_isReadAndUnseenByHdfs() throws Exception {
    assertThat(cluster.fileSystem().getServerDefaults().getEncryptDataTransfer()).isTrue();
    byte[] block = TestBlocks.block(121, 4_000, 1, 3);
    String name;
    Reports reports = new Reports();
    try (reports) {
      Path path = write(block);
      assertThat(store(path, sorted(block))).isTrue();
      SentReplica replica = stored(path);
      String source = replica.source().getBlockName();
      name = replica.block().getBlockName();
      Token<BlockTokenIdentifier> before = BlockTokens.parse(pseudo(path).token());
      assertThat(replica.read(before)).isEqualTo(sorted(block));
      assertThatThrownBy(replica::read).as("no token").isInstanceOf(IOException.class);

      // Tokens of the one namenode are as good as those of the other.
      cluster.failover();
      Waiting.until("the other one tells of it", () -> !pseudos(path).isEmpty());
      Token<BlockTokenIdentifier> after = BlockTokens.parse(pseudo(path).token());
      assertThat(replica.read(before)).isEqualTo(sorted(block));
      assertThat(replica.read(after)).isEqualTo(sorted(block));

      cluster.fileSystem().delete(path, false);
      Waiting.until("it goes with its block", () -> replica.files().isEmpty());
      cluster.dfs().triggerDeletionReports();
      Waiting.until(
          "both namenodes have heard of both replicas of the block",
          () -> reports.of(source).filter(line -> line.contains("RECEIVED_BLOCK")).count() >= 4);
    }
    assertThat(reports.of(name)).isEmpty();
    for (NameNode nameNode : nameNodes()) {
      Waiting.untilEqual(
          "the number of messages that wait for edits",
          0,
          () -> nameNode.getNamesystem().getPendingDataNodeMessageCount());
    }
  }

  /** What namenodes are told by incremental reports, block by block. */
  private static final class Reports extends AppenderSkeleton implements AutoCloseable {
    private final Logger logger = Logger.getLogger("BlockStateChange");
    private final Level level = logger.getLevel();
    private final List<String> lines = new CopyOnWriteArrayList<>();

    Reports() {
      logger.addAppender(this);
      logger.setLevel(Level.DEBUG);
    }

    Stream<String> of(String blockName) {
      return lines.stream().filter(line -> line.contains(blockName + "_"));
    }

    @Override
    protected void append(LoggingEvent event) {
      String line = event.getRenderedMessage();
      if (line.contains("is received from")) {
        lines.add(line);
      }
    }

    @Override
    public boolean requiresLayout() {
      return false;
    }

    @Override
    public void close() {
      logger.removeAppender(this);
      logger.setLevel(level);
    }
  }

  @Test
  void token_forOtherReplicaOrUse_isRefused() throws Exception {
    byte[] block = TestBlocks.block(122, 1_000, 1, 3);
    Path path = write(block);
    SentReplica replica = new SentReplica(cluster, path, VISITS, 0);
    SentReplica other = new SentReplica(cluster, path, REVENUE, 0);
    long reserved = SentReplica.reserved(replica.datanode());
    // Tokens that were right once.
    setLifetime(SHORT_MILLIS);
    Token<BlockTokenIdentifier> expiredToWrite = token(replica.block(), AccessMode.WRITE);
    Token<BlockTokenIdentifier> expiredToRead = token(replica.block(), AccessMode.READ);
    setLifetime(LONG_MILLIS);
    awaitExpiry(expiredToWrite);
    awaitExpiry(expiredToRead);
    // With none of these it can be written, and what was begun leaves nothing.
    for (Token<BlockTokenIdentifier> wrong :
        List.of(
            new Token<BlockTokenIdentifier>(),
            token(replica.source(), AccessMode.WRITE),
            token(other.block(), AccessMode.WRITE),
            token(replica.block(), AccessMode.READ),
            expiredToWrite)) {
      assertThatThrownBy(() -> replica.send(sorted(block), wrong))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("did not take");
      assertThat(replica.isServed()).isFalse();
    }
    Waiting.until("nothing is left", () -> replica.files().isEmpty());
    Waiting.until("no space is kept", () -> SentReplica.reserved(replica.datanode()) == reserved);
    replica.send(sorted(block), token(replica.block(), AccessMode.WRITE));

    // With none of these it can be read.
    for (Token<BlockTokenIdentifier> wrong :
        List.of(
            new Token<BlockTokenIdentifier>(),
            TestBlocks.located(cluster.fileSystem(), path).get(0).getBlockToken(),
            token(replica.source(), AccessMode.READ),
            token(other.block(), AccessMode.READ),
            token(replica.block(), AccessMode.WRITE),
            expiredToRead)) {
      assertThatThrownBy(() -> replica.read(wrong)).isInstanceOf(IOException.class);
    }
    assertThat(replica.read(token(replica.block(), AccessMode.READ))).isEqualTo(sorted(block));
  }

  @Test
  void token_expiringInMidScan_isRenewed() throws Exception {
    byte[] block = TestBlocks.block(123, 4_000, 1, 3);
    Path path = write(block);
    assertThat(store(path, sorted(block))).isTrue();
    long lifetime = 5 * SHORT_MILLIS;
    OpenScan open = OpenScan.of(path, lifetime);
    while (open.isLate()) {
      open.scan().close();
      lifetime *= 2;
      open = OpenScan.of(path, lifetime);
    }
    Token<BlockTokenIdentifier> token = open.token();
    int rows = 0;
    try (BlockScan scan = open.scan()) {
      assertThat(scan.replica().pseudo()).isNotNull();
      long opened = scan.metrics().bytesRead();
      awaitExpiry(token);
      setLifetime(LONG_MILLIS);
      assertThatThrownBy(() -> stored(path).read(token)).isInstanceOf(IOException.class);
      RowBatch batch = new RowBatch();
      while (scan.next(batch)) {
        for (int row = 0; row < batch.size(); row++) {
          assertThat(batch.getInt(row, VISITS)).isNegative();
          rows++;
        }
      }
      assertThat(scan.metrics().bytesRead()).isGreaterThan(opened);
      assertThat(scan.replica().pseudo()).isNotNull();
      assertThat(scan.failovers()).isZero();
    }
    assertThat(rows).isEqualTo(negatives(open.file(), 0));
  }

  /** A scan for negative visits of a file's only block, with the token of its pseudo replica. */
  private record OpenScan(HailFile file, Token<BlockTokenIdentifier> token, BlockScan scan) {
    static OpenScan of(Path path, long tokenMillis) throws IOException {
      setLifetime(tokenMillis);
      HailFile file = HailFile.open(cluster.configuration(), path);
      HailBlock block = file.blocks().get(0);
      Predicate predicate = Predicate.parse("visits < 0", file.schema());
      ScanOptions options = ScanOptions.of(cluster.configuration(), null, 1);
      return new OpenScan(
          file,
          BlockTokens.parse(block.pseudo().get(0).token()),
          BlockScan.open(file, block, predicate, new int[] {1, VISITS}, options));
    }

    /** Whether it may have been opened when the token was good no more. */
    boolean isLate() throws IOException {
      return SecurityTestUtil.isBlockTokenExpired(token);
    }
  }

  /** Rows with negative visits, from a replica of the block itself. */
  private static int negatives(HailFile file, int block) throws IOException {
    int rows = 0;
    try (BlockScan scan =
        BlockScan.open(
            file,
            file.blocks().get(block),
            new Predicate.True(),
            new int[] {VISITS},
            ScanOptions.of(cluster.configuration(), null, 1))) {
      assertThat(scan.replica().pseudo()).isNull();
      RowBatch batch = new RowBatch();
      while (scan.next(batch)) {
        for (int row = 0; row < batch.size(); row++) {
          rows += batch.getInt(row, VISITS) < 0 ? 1 : 0;
        }
      }
      assertThat(scan.failovers()).isZero();
    }
    return rows;
  }

  @Test
  void token_ofBlockItself_isRenewedToo() throws Exception {
    byte[] block = TestBlocks.block(124, 1_000, 1, 3);
    Path path = new Path("/renewed");
    TestBlocks.store(cluster, path, 2, block, block, block);
    HailFile fresh = HailFile.open(cluster.configuration(), path);
    int negatives = negatives(fresh, 0);
    setLifetime(SHORT_MILLIS);
    HailFile file = HailFile.open(cluster.configuration(), path);
    Token<BlockTokenIdentifier> last = file.blocks().get(2).located().getBlockToken();
    setLifetime(LONG_MILLIS);
    awaitExpiry(last);
    for (int number = 0; number < 3; number++) {
      assertThat(negatives(file, number)).isEqualTo(negatives).isPositive();
    }
  }
}
