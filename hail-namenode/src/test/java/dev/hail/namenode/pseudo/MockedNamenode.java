// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.hail.namenode.directory.ReplicaTable;
import dev.hail.namenode.space.EditBudget;
import dev.hail.namenode.space.SpaceBudget;
import dev.hail.protocol.PseudoReplicaId;
import dev.hail.protocol.ReplicaInfo;
import dev.hail.step.StepListener;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.server.namenode.HailBlockMap;
import org.apache.hadoop.hdfs.server.namenode.HailCheckedFiles;
import org.apache.hadoop.hdfs.server.namenode.HailDatanodes;
import org.apache.hadoop.hdfs.server.namenode.HailInodes;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;
import org.apache.hadoop.util.Time;
import org.mockito.MockSettings;

/** An active namenode to which all datanodes are alive, and all blocks are of one file. */
final class MockedNamenode {
  static final long FILE = 17;

  /** The file's first block; the others follow. */
  static final long FIRST = 1 << 30;

  static final int ATTRIBUTE = 5;
  static final long STAMP = 7;
  static final long BYTES = 4_096;

  final HailCheckedFiles files;
  final HailInodes inodes;
  final HailBlockMap blocks;
  final HailDatanodes datanodes;
  final HailNamespace namespace;

  /** The replicas of blocks themselves. */
  final ReplicaTable sources = new ReplicaTable(System::nanoTime, 0, block -> null);

  /**
   * A namenode of mocks.
   *
   * @param settings gives those of each mock
   */
  MockedNamenode(Supplier<MockSettings> settings) {
    files = mock(HailCheckedFiles.class, settings.get());
    inodes = mock(HailInodes.class, settings.get());
    blocks = mock(HailBlockMap.class, settings.get());
    namespace = mock(HailNamespace.class, settings.get());
    datanodes = mock(HailDatanodes.class, settings.get());
    when(namespace.isActive()).thenReturn(true);
    when(namespace.files()).thenReturn(files);
    when(namespace.inodes()).thenReturn(inodes);
    when(namespace.blocks()).thenReturn(blocks);
    when(namespace.datanodes()).thenReturn(datanodes);
    when(datanodes.isLive(anyString())).thenReturn(true);
    when(blocks.fileIdOf(anyLong())).thenReturn(FILE);
  }

  /**
   * A keeper of the file's pseudo replicas.
   *
   * @param fileShare what indexes of the file may take, of what its replicas take; -1 for no limit
   * @param recountMillis between two counts of all replicas
   */
  PseudoKeeper keeper(double fileShare, long recountMillis) {
    return new PseudoKeeper(
        namespace,
        sources,
        new ReplicaTable(System::nanoTime, 0, block -> null),
        datanode -> true,
        () -> true,
        new PseudoKeeper.SpaceLimits(
            new SpaceBudget(fileShare, -1), 1_000, 1_000, new EditBudget(1_000, System::nanoTime)),
        recountMillis,
        System::currentTimeMillis,
        Time::monotonicNow,
        StepListener.none());
  }

  /** The pseudo replica of a block. */
  static ReplicaInfo replica(long block, String storage) {
    long id = new PseudoReplicaId(block, ATTRIBUTE).blockId();
    return new ReplicaInfo(id, STAMP, ATTRIBUTE, BYTES, 512, 64, 100, 1, new int[0], storage);
  }
}
