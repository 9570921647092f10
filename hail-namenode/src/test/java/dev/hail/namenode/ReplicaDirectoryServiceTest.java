// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.protocol.Assignment;
import dev.hail.protocol.BlockReplicas;
import dev.hail.protocol.ClusterStatus;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailDatanodeProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.protocol.Heartbeat;
import dev.hail.protocol.IndexUseNote;
import dev.hail.protocol.Indexing;
import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.ReplicaDirectoryPage;
import dev.hail.protocol.ReplicaInfo;
import dev.hail.xattr.HailXAttributes;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The plugin in a real namenode, over real sockets. */
class ReplicaDirectoryServiceTest {
  private static final long[] NONE = {};
  private static final Indexing.Plan PLAN = new Indexing.Plan(1, 1, 1, 1, 1, 1, false, 0, 1);

  private static NamenodeCluster cluster;
  private static HailClientProtocol client;
  private static HailDatanodeProtocol datanode;

  @BeforeAll
  static void start() throws Exception {
    cluster = NamenodeCluster.start(3);
    client = cluster.client();
    datanode = cluster.datanodeProxies().get(0);
  }

  @AfterAll
  static void stop() throws Exception {
    client.close();
    datanode.close();
    cluster.close();
  }

  @Test
  void threeReplicas_assignedAndReported_haveThreeOrders() throws Exception {
    LocatedBlock block = cluster.write("/three", 1, (short) 3).get(0);
    Set<Integer> orders = new TreeSet<>();
    for (String uuid : cluster.datanodes()) {
      Assignment assignment = assign(uuid, block, 3, 1, 4);
      assertThat(assign(uuid, block, 3, 1, 4)).isEqualTo(assignment);
      orders.add(assignment.sortAttribute());
      report(uuid, NamenodeCluster.replica(block, assignment.sortAttribute(), 3, 1, 4));
    }
    assertThat(orders).containsExactly(1, 3, 4);

    ReplicaDirectoryPage page = client.getReplicas("/three", 0, 10);
    assertThat(page.fileBlocks()).isEqualTo(1);
    BlockReplicas replicas = page.blocks().get(0);
    assertThat(replicas.blockId()).isEqualTo(block.getBlock().getBlockId());
    assertThat(replicas.replicas())
        .extracting(LocatedReplica::datanodeUuid)
        .containsExactlyInAnyOrderElementsOf(cluster.datanodes());
    assertThat(replicas.replicas())
        .extracting(located -> located.replica().sortAttribute())
        .containsExactlyInAnyOrder(1, 3, 4);
    assertThat(replicas.replicas().get(0).replica())
        .isEqualTo(
            NamenodeCluster.replica(
                block, replicas.replicas().get(0).replica().sortAttribute(), 3, 1, 4));
  }

  @Test
  void assignments_toDatanodesThatLeftPipeline_doNotCount() throws Exception {
    try (DistributedFileSystem fs = cluster.fileSystem();
        FSDataOutputStream out = fs.create(new Path("/open"), (short) 2)) {
      out.write(1);
      out.hflush();
      LocatedBlock block = fs.getClient().getLocatedBlocks("/open", 0).get(0);
      List<String> pipeline =
          Stream.of(block.getLocations()).map(DatanodeInfo::getDatanodeUuid).toList();
      String left =
          cluster.datanodes().stream().filter(d -> !pipeline.contains(d)).findFirst().orElseThrow();
      int assigned = assign(left, block, 21, 22).sortAttribute();
      assertThat(pipeline).hasSize(2);
      Set<Integer> orders = new TreeSet<>();
      for (String uuid : pipeline) {
        orders.add(assign(uuid, block, 21, 22).sortAttribute());
      }
      assertThat(assigned).isIn(21, 22);
      assertThat(orders).containsExactly(21, 22);
    }
  }

  @Test
  void replicaPages_asked_areCutAndEmptyForPlainFiles() throws Exception {
    cluster.write("/plain", 5, (short) 1);
    ReplicaDirectoryPage page = client.getReplicas("/plain", 1, 3);
    assertThat(page.fileBlocks()).isEqualTo(5);
    assertThat(page.blocks()).hasSize(3).allMatch(block -> block.replicas().isEmpty());
    assertThat(client.getReplicas("/plain", 4, Integer.MAX_VALUE).blocks()).hasSize(1);
    assertThat(client.getReplicas("/plain", Integer.MAX_VALUE, 1).blocks()).isEmpty();
    assertThatThrownBy(() -> client.getReplicas("/plain", -1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[-1, +1)");
  }

  @Test
  void replicas_removedOrOld_areNotFound() throws Exception {
    LocatedBlock block = cluster.write("/removed", 1, (short) 3).get(0);
    String uuid = cluster.datanode(0);
    report(uuid, NamenodeCluster.replica(block, 1, 1));
    assertThat(replicasOf("/removed")).hasSize(1);
    datanode.report(
        cluster.blockPool(),
        uuid,
        false,
        false,
        List.of(),
        new long[] {block.getBlock().getBlockId()});
    assertThat(replicasOf("/removed")).isEmpty();

    ReplicaInfo current = NamenodeCluster.replica(block, 1, 1);
    report(uuid, withStamp(current, current.generationStamp() - 1));
    assertThat(replicasOf("/removed")).isEmpty();
    report(uuid, withStamp(current, Long.MAX_VALUE));
    report(uuid, current);
    assertThat(replicasOf("/removed")).hasSize(1);
  }

  @Test
  void uses_ofAttributesFileLacks_areRefused() throws Exception {
    cluster.write("/used/file", 1, (short) 1);
    try (DistributedFileSystem fs = cluster.fileSystem()) {
      fs.setXAttr(new Path("/used/file"), HailXAttributes.SCHEMA, "a INT, b INT".getBytes(UTF_8));
      client.noteUse(new IndexUseNote("/used/file", 2, 0, 0, 5));
      client.beginIndexing(new Indexing("job", "/used/file", 2), PLAN);
      assertThatThrownBy(() -> client.noteUse(new IndexUseNote("/used/file", 3, 0, 0, 5)))
          .isInstanceOf(RemoteException.class)
          .hasMessageContaining("has 2 attributes");
      Indexing third = new Indexing("job", "/used/file", 3);
      assertThatThrownBy(() -> client.beginIndexing(third, PLAN))
          .isInstanceOf(RemoteException.class)
          .hasMessageContaining("has 2 attributes");
      // Copied without attributes: only the blocks would tell.
      fs.removeXAttr(new Path("/used/file"), HailXAttributes.SCHEMA);
      client.noteUse(new IndexUseNote("/used/file", 3, 0, 0, 5));
    }
  }

  @Test
  void fullReport_received_replacesWhatWasKnown() throws Exception {
    List<LocatedBlock> blocks = cluster.write("/full", 3, (short) 3);
    String uuid = cluster.datanode(1);
    assertThat(heartbeat(uuid, 0).fullReportWanted()).isTrue();
    report(uuid, NamenodeCluster.replica(blocks.get(0), 1, 1));
    String pool = cluster.blockPool();
    long epoch =
        datanode.report(
            pool, uuid, true, false, List.of(NamenodeCluster.replica(blocks.get(1), 1, 1)), NONE);
    datanode.report(
        pool, uuid, false, true, List.of(NamenodeCluster.replica(blocks.get(2), 1, 1)), NONE);
    assertThat(client.getReplicas("/full", 0, 3).blocks())
        .extracting(block -> block.replicas().size())
        .containsExactly(0, 1, 1);
    assertThat(heartbeat(uuid, epoch)).isEqualTo(new Heartbeat(epoch, false, NONE));
    ClusterStatus status = client.getStatus();
    assertThat(status.epoch()).isEqualTo(epoch);
    assertThat(status.active()).isTrue();
    assertThat(status.liveDatanodes()).isEqualTo(3);
    assertThat(status.datanodes())
        .filteredOn(d -> d.datanodeUuid().equals(uuid))
        .singleElement()
        .satisfies(d -> assertThat(d.reported()).isTrue());
  }

  @Test
  void datanodes_thatOweTheirReports_countAsThoseWithHail() throws Exception {
    for (String uuid : cluster.datanodes()) {
      heartbeat(uuid, 0);
    }
    ClusterStatus status = client.getStatus();
    assertThat(status.hailDatanodes()).isEqualTo(3).isEqualTo(status.liveDatanodes());
    assertThat(status.reportedDatanodes()).hasSizeLessThan(3);
  }

  @Test
  void datanode_reportingFirstAndWrongly_doesNotTurnIndexesOff() throws Exception {
    LocatedBlock block = cluster.write("/twoHolders", 1, (short) 2).get(0);
    List<String> holders = holders(block);
    String other =
        cluster.datanodes().stream().filter(d -> !holders.contains(d)).findFirst().orElseThrow();
    report(other, NamenodeCluster.replica(block, 1, 7, 8));
    for (String uuid : holders) {
      report(uuid, NamenodeCluster.replica(block, 1, 1, 2));
    }
    assertThat(replicasOf("/twoHolders"))
        .extracting(LocatedReplica::datanodeUuid)
        .containsExactlyInAnyOrderElementsOf(holders);

    LocatedBlock three = cluster.write("/threeHolders", 1, (short) 3).get(0);
    List<String> all = holders(three);
    report(all.get(0), NamenodeCluster.replica(three, 1, 7, 8));
    report(all.get(1), NamenodeCluster.replica(three, 1, 1, 2));
    report(all.get(2), NamenodeCluster.replica(three, 2, 1, 2));
    assertThat(replicasOf("/threeHolders"))
        .extracting(LocatedReplica::datanodeUuid)
        .containsExactlyInAnyOrder(all.get(1), all.get(2));
  }

  private static List<String> holders(LocatedBlock block) {
    return Stream.of(block.getLocations()).map(DatanodeInfo::getDatanodeUuid).toList();
  }

  @Test
  void stranger_reportingAsDatanode_isRefused() throws Exception {
    LocatedBlock block = cluster.write("/forged", 1, (short) 3).get(0);
    String pool = cluster.blockPool();
    assertThatThrownBy(() -> datanode.heartbeat(pool, "no-such-datanode", 0, true))
        .isInstanceOf(RemoteException.class)
        .hasMessageContaining("not registered");
    assertThatThrownBy(() -> datanode.heartbeat("BP-other", cluster.datanode(0), 0, true))
        .isInstanceOf(RemoteException.class)
        .hasMessageContaining("BP-other");
    Configuration elsewhere = cluster.clientConfiguration();
    elsewhere.set(
        CommonConfigurationKeysPublic.HADOOP_RPC_SOCKET_FACTORY_CLASS_DEFAULT_KEY,
        FromElsewhere.class.getName());
    try (HailDatanodeProtocol stranger = HailProxies.datanodeProxies(elsewhere, null).get(0)) {
      List<ReplicaInfo> forged = List.of(NamenodeCluster.replica(block, 1, 1));
      assertThatThrownBy(
              () -> stranger.report(pool, cluster.datanode(2), false, false, forged, NONE))
          .isInstanceOf(AccessControlException.class)
          .hasMessageContaining("came from " + FromElsewhere.ADDRESS)
          .hasMessageContaining("hail.namenode.datanode.address.check");
    }
    assertThat(replicasOf("/forged")).isEmpty();
  }

  @Test
  void senselessRequests_received_areRefusedAndHarmNothing() throws Exception {
    LocatedBlock block = cluster.write("/hostile", 1, (short) 3).get(0);
    String uuid = cluster.datanode(0);
    assertThatThrownBy(() -> datanode.assign(cluster.blockPool(), uuid, 42, 1, new int[] {1}))
        .hasMessageContaining("no block 42");
    assertThatThrownBy(() -> assign(uuid, block, 1, 1)).hasMessageContaining("given twice");
    assertThatThrownBy(() -> assign(uuid, block, -1)).hasMessageContaining("attribute -1");
    assertThatThrownBy(() -> assign(uuid, block, new int[65])).hasMessageContaining("65");
    assertThatThrownBy(
            () ->
                datanode.report(
                    cluster.blockPool(), uuid, false, false, List.of(), new long[100_001]))
        .hasMessageContaining("at most 100000");
    ReplicaInfo sound = NamenodeCluster.replica(block, 1, 1);
    ReplicaInfo negative =
        new ReplicaInfo(sound.blockId() + 1, 1, -5, -512, -1, -1, -1, -1, new int[] {1}, "DS-1");
    report(uuid, negative, sound);
    assertThat(replicasOf("/hostile")).singleElement().isEqualTo(new LocatedReplica(uuid, sound));
    assertThat(assign(cluster.datanode(1), block).sortAttribute()).isZero();
    assertThat(Collections.singletonList(assign(cluster.datanode(1), block, 0).sortAttribute()))
        .containsExactly(0);
  }

  private static ReplicaInfo withStamp(ReplicaInfo replica, long generationStamp) {
    return new ReplicaInfo(
        replica.blockId(),
        generationStamp,
        replica.sortAttribute(),
        replica.blockLength(),
        replica.frontLength(),
        replica.indexLength(),
        replica.rowCount(),
        replica.formatVersion(),
        replica.indexAttributes(),
        replica.storageId());
  }

  private static List<LocatedReplica> replicasOf(String path) throws IOException {
    return client.getReplicas(path, 0, 1).blocks().get(0).replicas();
  }

  private static Assignment assign(String uuid, LocatedBlock block, int... indexAttributes)
      throws IOException {
    return datanode.assign(
        cluster.blockPool(),
        uuid,
        block.getBlock().getBlockId(),
        block.getBlock().getGenerationStamp(),
        indexAttributes);
  }

  private static void report(String uuid, ReplicaInfo... replicas) throws IOException {
    datanode.report(cluster.blockPool(), uuid, false, false, List.of(replicas), NONE);
  }

  private static Heartbeat heartbeat(String uuid, long epoch) throws IOException {
    return datanode.heartbeat(cluster.blockPool(), uuid, epoch, true);
  }
}
