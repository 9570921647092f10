// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.resort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.timeout;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import dev.hail.datanode.assembly.AssemblyMemory;
import dev.hail.datanode.convert.BlockConverter;
import dev.hail.datanode.metrics.DatanodeMetrics;
import dev.hail.step.StepListener;
import java.nio.channels.ClosedChannelException;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.FinalizedReplica;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeReference;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.junit.jupiter.api.Test;

/** Volumes that an operator takes away, or that fill up, before a task is done. */
class ResorterTest {
  private static final ResortTask TASK = new ResortTask("BP-1", 7, 1);
  private static final int SECONDS = 30_000;

  private final Dataset dataset = mock(Dataset.class);
  private final BlockConverter converter = mock(BlockConverter.class);
  private final FileIoProvider io = mock(FileIoProvider.class);
  private final FsVolumeSpi volume = mock(FsVolumeSpi.class);
  private final DatanodeMetrics metrics = DatanodeMetrics.register("resorter");

  @Test
  void replica_onClosedVolume_keepsItsOrderAndIsReported() throws Exception {
    when(volume.obtainReference()).thenThrow(new ClosedChannelException());
    assertKept();
    verifyNoInteractions(io);
  }

  @Test
  void resort_withoutRoom_takesNone() throws Exception {
    FsVolumeReference held = mock(FsVolumeReference.class);
    when(held.getVolume()).thenReturn(volume);
    when(volume.obtainReference()).thenReturn(held);
    when(volume.getAvailable()).thenReturn(2_199L);
    assertKept();
    verify(volume, never()).reserveSpaceForReplica(anyLong());
    verify(held).close();
  }

  private void assertKept() throws Exception {
    FinalizedReplica replica = mock(FinalizedReplica.class);
    when(volume.getStorageID()).thenReturn("DS-1");
    when(replica.getVolume()).thenReturn(volume);
    when(replica.getNumBytes()).thenReturn(1_000L);
    when(replica.getMetadataLength()).thenReturn(100L);
    when(dataset.finalized("BP-1", 7, 1)).thenReturn(Optional.of(replica));
    ResortTasks tasks = new ResortTasks(10);
    try (Resorter resorter =
        new Resorter(
            tasks,
            dataset,
            converter,
            new AssemblyMemory(1 << 20),
            metrics,
            io,
            StepListener.none(),
            1_000)) {
      resorter.start();
      tasks.add(TASK);
      verify(dataset, timeout(SECONDS)).report("BP-1", 7);
    }
    verify(dataset, never()).swap(any(), any());
    verifyNoInteractions(converter);
    assertThat(metrics.resorted()).isZero();
  }
}
