package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.minicluster.Waiting;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Disks without room, of which the kernel tells: files are led to {@code /dev/full}. */
@ExtendWith(SharedFaultyCluster.class)
class FullDiskTest {
  private static final Path FULL = Path.of("/dev/full");

  /** More conversions than a datanode has made by then. */
  private static final int NAMES = 5_000;

  private final FaultyCluster cluster;

  FullDiskTest(FaultyCluster cluster) {
    this.cluster = cluster;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aDiskThatFillsUpInMidBlockCostsNoRowAndNoOrder(boolean untilTheEnd) throws Exception {
    String directory = "/full-" + untilTheEnd;
    String path = directory + "/visits";
    cluster.fileSystem().mkdirs(new org.apache.hadoop.fs.Path(directory));
    Table table = Table.random(700, 30_000);
    long kept = Metrics.sum("KeptFailure");
    List<Path> links = new ArrayList<>();
    CompletableFuture<HailShell.Result> put;
    try (PacketGate gate = PacketGate.closeAfter(8)) {
      // One block, so that the one before the gate is sure to be unfinished.
      put = cluster.startPut(path, table, "64m");
      gate.awaitWriter();
      LocatedBlock block = cluster.blocksBeingWritten(directory).get(0);
      File replica = unfinished(block, 1);
      for (int i = 1; i <= NAMES; i++) {
        String name = "hail-" + block.getBlock().getBlockId() + "-" + i + ".data";
        links.add(Files.createSymbolicLink(new File(replica.getParentFile(), name).toPath(), FULL));
      }
      if (untilTheEnd) {
        Files.delete(replica.toPath());
        links.add(Files.createSymbolicLink(replica.toPath(), FULL));
      }
    }
    HailShell.Result result = put.get(60, TimeUnit.SECONDS);
    for (Path link : links) {
      if (Files.isSymbolicLink(link)) {
        Files.delete(link);
      }
    }
    assertThat(result.code()).as("%s", result).isZero();
    Waiting.until("the failure is counted", () -> Metrics.sum("KeptFailure") > kept);
    cluster.awaitWhole(path, table);
  }

  @Test
  void aDatanodeWithoutRoomIsLeftOut() throws Exception {
    Table table = Table.random(710, 6_000);
    try (FaultyCluster small =
        FaultyCluster.start(
            builder ->
                builder.customize(
                    hdfs ->
                        hdfs.storageCapacities(
                            new long[][] {
                              {1 << 30, 1 << 30},
                              {1 << 30, 1 << 30},
                              {1 << 30, 1 << 30},
                              {100 << 10, 100 << 10}
                            })))) {
      small.upload("/small", table);
      small.awaitWhole("/small", table);
    }
  }

  private File unfinished(LocatedBlock block, int position) throws Exception {
    ExtendedBlock id = block.getBlock();
    DataNode node = cluster.dataNode(block.getLocations()[position].getDatanodeUuid());
    return new File(
        DataNodeTestUtils.fetchReplicaInfo(node, id.getBlockPoolId(), id.getBlockId())
            .getBlockURI());
  }
}
