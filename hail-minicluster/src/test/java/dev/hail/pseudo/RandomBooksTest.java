// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HdfsPath;
import dev.hail.client.pseudo.BlockOrder;
import dev.hail.client.pseudo.PseudoWriter;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.conf.HailConfigKeys;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.protocol.PseudoReplica;
import dev.hail.testing.TestSeeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What becomes of pseudo replicas at random, with daemons that restart and fail over: in the end
 * the books of both namenodes, and the space they count, are what lies on the disks.
 */
@Timeout(600)
final class RandomBooksTest {
  private static final int SEEDS = 1;
  private static final int STEPS = 60;
  private static final int FILES = 3;
  private static final int BLOCKS = 3;
  private static final int REPLICAS = 2;
  private static final int[] ATTRIBUTES = {2, 4};
  private static final String[] HOSTS = {"alpha", "beta", "gamma"};

  private static HailMiniCluster cluster;
  private static byte[] block;
  private static int names;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new Configuration();
    conf.set(HailConfigKeys.NAMENODE_RECOUNT_INTERVAL, "300ms");
    cluster =
        HailMiniCluster.builder()
            .dataNodes(HOSTS.length)
            .haNameNodes()
            .quickHeartbeats()
            .configuration(conf)
            .customize(builder -> builder.hosts(HOSTS))
            .build();
    cluster.awaitHail();
    block = TestBlocks.block(71, 300, 1, 3);
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void booksAndDisks_afterRandomEvents_areEqual() throws Exception {
    for (long seed : TestSeeds.of(SEEDS).toArray()) {
      Run run = new Run(seed);
      try {
        for (int step = 0; step < STEPS; step++) {
          run.step();
        }
        run.finish();
      } catch (AssertionError | IOException e) {
        throw new AssertionError(TestSeeds.hint(seed) + " after " + run.history, e);
      }
    }
  }

  /** One seed. */
  private static final class Run {
    final List<String> history = new ArrayList<>();
    private final Random random;
    private final Map<Integer, byte[]> sorted = new HashMap<>();
    private final List<Path> files = new ArrayList<>();
    private int built;

    Run(long seed) throws Exception {
      random = new Random(seed);
      for (int attribute : ATTRIBUTES) {
        sorted.put(attribute, BlockSorter.sort(block, block.length, attribute));
      }
      for (int i = 0; i < FILES; i++) {
        files.add(write());
      }
    }

    private static Path write() throws Exception {
      Path path = new Path("/books" + names++);
      byte[][] blocks = new byte[BLOCKS][];
      // Blocks of one length can all go to one file.
      Arrays.fill(blocks, block);
      TestBlocks.store(cluster, path, REPLICAS, blocks);
      return path;
    }

    void step() throws Exception {
      int which = random.nextInt(100);
      if (which < 68) {
        build(file(), random.nextInt(BLOCKS), attribute());
      } else if (which < 77) {
        drop();
      } else if (which < 83) {
        delete();
      } else if (which < 89) {
        concat();
      } else if (which < 94) {
        failover();
      } else if (which < 99) {
        restartDataNode();
      } else {
        history.add("restart of namenodes");
        cluster.restartNameNodes();
      }
    }

    private int file() {
      return random.nextInt(FILES);
    }

    private int attribute() {
      return ATTRIBUTES[random.nextInt(ATTRIBUTES.length)];
    }

    private void build(int file, int index, int attribute) throws IOException {
      Path path = files.get(file);
      HailFile opened = HailFile.open(cluster.configuration(), path);
      HailBlock one = opened.blocks().get(index);
      BlockOrder order =
          new BlockOrder(one.id(), one.located().getBlock().getGenerationStamp(), attribute);
      String what = "index of " + path + "[" + index + "]@" + attribute;
      try (PseudoWriter writer =
          new PseudoWriter(
              cluster.configuration(), opened.location(), HOSTS[random.nextInt(HOSTS.length)])) {
        HdfsPath location = opened.location();
        boolean granted =
            writer.write(sorted.get(attribute), block.length, location.source(), order).isGranted();
        built += granted ? 1 : 0;
        history.add(what + (granted ? "" : ", there already"));
      } catch (IOException e) {
        // Who restarts or has yet to drop one takes none.
        history.add(what + ", refused: " + e.getMessage());
      }
    }

    private void drop() throws Exception {
      Path path = files.get(file());
      int attribute = attribute();
      history.add("drop of " + path + "@" + attribute);
      Waiting.until(
          "the index is dropped",
          () -> {
            try (HailClientProtocol directory =
                HailProxies.clientProxy(cluster.configuration(), cluster.uri())) {
              directory.dropIndex(path.toUri().getPath(), attribute);
              return true;
            }
          });
      if (random.nextInt(3) == 0) {
        // Before datanodes have heard of it.
        failover();
      }
    }

    private void delete() throws Exception {
      int file = file();
      history.add("delete of " + files.get(file));
      Path path = files.get(file);
      Waiting.until("the file is deleted", () -> deleted(path));
      files.set(file, write());
    }

    private void concat() throws Exception {
      int from = file();
      int to = (from + 1) % FILES;
      history.add("concat of " + files.get(from) + " to " + files.get(to));
      Path target = files.get(to);
      Path source = files.get(from);
      Waiting.until(
          "the files are one",
          () -> {
            // An attempt without an answer may have been carried out.
            if (cluster.fileSystem().exists(source)) {
              cluster.fileSystem().concat(target, new Path[] {source});
            }
            return true;
          });
      files.set(from, write());
    }

    /** Deletes a file that may be gone; throws while no namenode is active. */
    private static boolean deleted(Path path) throws IOException {
      cluster.fileSystem().delete(path, false);
      return !cluster.fileSystem().exists(path);
    }

    private void failover() throws IOException {
      history.add("failover");
      cluster.failover();
    }

    private void restartDataNode() throws IOException {
      history.add("restart of a datanode");
      cluster.restartDataNode(random.nextInt(HOSTS.length));
    }

    void finish() throws Exception {
      cluster.awaitDataNodes();
      cluster.awaitHail();
      assertThat(built).isGreaterThan(STEPS / 10);
      for (int namenode = 0; namenode < 2; namenode++) {
        for (DataNode node : cluster.dfs().getDataNodes()) {
          // HDFS forgets in a failover which blocks of deleted files have yet to go.
          DataNodeTestUtils.triggerBlockReport(node);
        }
        BooksAndDisks.awaitEqual(cluster, files);
        failover();
        cluster.awaitHail();
      }
      // Nothing that was forgotten is in the way of a new one.
      for (int file = 0; file < FILES; file++) {
        int blocks = HailFile.open(cluster.configuration(), files.get(file)).blocks().size();
        for (int index = 0; index < blocks; index++) {
          build(file, index, ATTRIBUTES[0]);
        }
        assertThat(HailFile.open(cluster.configuration(), files.get(file)).blocks())
            .allMatch(one -> one.pseudo().stream().anyMatch(Run::isFirst));
      }
      BooksAndDisks.awaitEqual(cluster, files);
      for (Path path : files) {
        Waiting.until("the file is deleted", () -> deleted(path));
      }
      Waiting.until("they go with their files", () -> BooksAndDisks.served(cluster).isEmpty());
    }

    private static boolean isFirst(PseudoReplica one) {
      return one.sortAttribute() == ATTRIBUTES[0];
    }
  }
}
