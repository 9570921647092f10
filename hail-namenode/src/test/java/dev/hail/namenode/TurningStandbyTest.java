// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.hail.conf.HailConfigKeys;
import dev.hail.protocol.ReplicaInfo;
import dev.hail.step.StepListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.namenode.HailBlockMap;
import org.apache.hadoop.hdfs.server.namenode.HailDatanodes;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A namenode that turns standby between two questions of one call. */
class TurningStandbyTest {
  private static final String POOL = "BP-1";
  private static final long STAMP = 1_000;
  private static final List<String> DATANODES = List.of("dn1", "dn2", "dn3");

  private final HailNamespace namespace = mock(HailNamespace.class);
  private final HailBlockMap blocks = mock(HailBlockMap.class);
  private final HailDatanodes live = mock(HailDatanodes.class);
  private ReplicaDirectoryService directory;
  private DatanodeService service;

  @BeforeEach
  void start() {
    Configuration conf = new Configuration(false);
    conf.setInt(HailConfigKeys.NAMENODE_REORDER_PER_MINUTE, 6_000);
    DatanodeManager datanodes = mock(DatanodeManager.class);
    when(datanodes.getDatanode(anyString())).thenReturn(mock(DatanodeDescriptor.class));
    when(namespace.blocks()).thenReturn(blocks);
    when(namespace.datanodes()).thenReturn(live);
    when(live.manager()).thenReturn(datanodes);
    when(namespace.blockPoolId()).thenReturn(POOL);
    when(blocks.ownerOf(anyLong())).thenReturn("bob");
    when(blocks.newestGenerationStamp()).thenReturn(STAMP);
    when(live.isInService(anyString())).thenReturn(true);
    when(live.hasHeartbeat(anyString(), anyLong())).thenReturn(true);
    when(blocks.blockState(anyLong()))
        .thenReturn(new HailBlockMap.BlockState(STAMP, true, true, 3, Set.of(), Set.of()));
    when(namespace.isActive()).thenReturn(true);
    directory = new ReplicaDirectoryService(namespace, conf, StepListener.none());
    service = new DatanodeService(directory, new DatanodeGate(namespace, conf, false)::check);
  }

  /** The other namenode gives out stamps by then, which this one learns of later. */
  @Test
  void replica_withStampOfNewActive_isTaken() throws Exception {
    when(blocks.newestGenerationStamp())
        .thenAnswer(
            call -> {
              when(namespace.isActive()).thenReturn(false);
              return STAMP;
            });
    report("dn1", replica(5, STAMP + 1, 1));
    assertThat(directory.directory().view(5)).isNotNull();
  }

  @Test
  void replica_withUnknownStamp_isRefused() throws Exception {
    report("dn1", replica(5, STAMP + 1, 1));
    assertThat(directory.directory().view(5)).isNull();
    report("dn1", replica(5, STAMP, 1));
    assertThat(directory.directory().view(5)).isNotNull();
  }

  @Test
  void activeNamenode_repairing_givesAllMissingOrders() throws Exception {
    twoBlocksOfWhichEachMissesAnOrder();
    directory.repair().plan();
    assertThat(orders()).containsExactlyInAnyOrder(5L, 6L);
  }

  @Test
  void namenode_onceStandby_givesNoOrder() throws Exception {
    twoBlocksOfWhichEachMissesAnOrder();
    directory.repair().plan();
    when(namespace.isActive()).thenAnswer(call -> directory.repair().wishes() == 0);
    assertThat(orders()).hasSize(1);
    assertThat(orders()).isEmpty();
  }

  @Test
  void plannedOrders_afterTimeAsStandby_areForgotten() throws Exception {
    twoBlocksOfWhichEachMissesAnOrder();
    directory.repair().plan();
    when(namespace.isActive()).thenReturn(false);
    directory.repair().plan();
    when(namespace.isActive()).thenReturn(true);
    assertThat(orders()).isEmpty();
    directory.repair().plan();
    assertThat(orders()).containsExactlyInAnyOrder(5L, 6L);
  }

  @Test
  void block_deletedSincePlan_isLeftAlone() throws Exception {
    twoBlocksOfWhichEachMissesAnOrder();
    directory.repair().plan();
    when(blocks.blockState(5)).thenReturn(null);
    assertThat(orders()).containsExactly(6L);
  }

  /** Two of three replicas are sorted by the first attribute, and none by the third. */
  private void twoBlocksOfWhichEachMissesAnOrder() throws Exception {
    for (int i = 0; i < DATANODES.size(); i++) {
      int order = i == 2 ? 2 : 1;
      report(DATANODES.get(i), replica(5, STAMP, order), replica(6, STAMP, order));
      service.heartbeat(POOL, DATANODES.get(i), directory.epoch(), true);
    }
    directory.repair().scan();
  }

  private List<Long> orders() throws Exception {
    List<Long> all = new ArrayList<>();
    for (String datanode : DATANODES) {
      for (long block :
          service.heartbeat(POOL, datanode, directory.epoch(), true).resortBlockIds()) {
        all.add(block);
      }
    }
    return all;
  }

  private void report(String datanode, ReplicaInfo... replicas) throws Exception {
    service.report(POOL, datanode, true, true, List.of(replicas), new long[0]);
  }

  private static ReplicaInfo replica(long block, long stamp, int order) {
    return new ReplicaInfo(block, stamp, order, 512, 128, 0, 10, 1, new int[] {1, 2, 3}, "DS-1");
  }
}
