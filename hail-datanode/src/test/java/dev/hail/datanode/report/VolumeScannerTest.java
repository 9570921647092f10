// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.hail.datanode.metrics.DatanodeMetrics;
import dev.hail.format.block.ForgedBlocks;
import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.schema.Schema;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A scan for a report, while replicas get other names. */
class VolumeScannerTest {
  private static final String POOL = "BP-1";
  private static final long BLOCK = 7;

  @TempDir private Path directory;

  private final LocalReplicas local = mock(LocalReplicas.class);
  private final DiskScans scans = new DiskScans(() -> 0);
  private final ReplicaInventory inventory = new ReplicaInventory(scans::haveEnded);
  private final List<ReplicaInventory.Entry> found = new ArrayList<>();

  @Test
  void replica_renamedBetweenListAndRead_isReportedFromNewPlace() throws Exception {
    LocalReplica listed = replica("DS-1", directory.resolve("gone").toFile());
    LocalReplica moved = replica("DS-2", block("moved"));
    when(local.finalized(POOL)).thenReturn(List.of(listed));
    when(local.find(POOL, BLOCK)).thenReturn(Optional.of(moved));
    scan();
    assertThat(found).hasSize(1);
    assertThat(found.get(0).replica().storageId()).isEqualTo("DS-2");
    assertThat(inventory.isUnreadable(BLOCK)).isFalse();
    assertThat(scans.haveEnded()).isTrue();
  }

  @Test
  void replica_deletedBetweenListAndRead_isNotReported() throws Exception {
    LocalReplica listed = replica("DS-1", directory.resolve("gone").toFile());
    when(local.finalized(POOL)).thenReturn(List.of(listed));
    when(local.find(POOL, BLOCK)).thenReturn(Optional.empty());
    scan();
    assertThat(found).isEmpty();
    assertThat(scans.haveEnded()).isTrue();
  }

  @Test
  void replica_listedButUnreadable_isRemembered() throws Exception {
    LocalReplica listed = replica("DS-1", directory.resolve("gone").toFile());
    when(local.finalized(POOL)).thenReturn(List.of(listed));
    when(local.find(POOL, BLOCK)).thenReturn(Optional.of(listed));
    scan();
    assertThat(found).isEmpty();
    assertThat(inventory.isUnreadable(BLOCK)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"64, true", "65, false"})
  void replica_withTooManyIndexAttributes_isNotReported(int count, boolean reported)
      throws Exception {
    byte[] block = ForgedBlocks.withIndexAttributes(count);
    LocalReplica listed = replica("DS-1", Files.write(directory.resolve("b"), block).toFile());
    when(local.finalized(POOL)).thenReturn(List.of(listed));
    when(local.find(POOL, BLOCK)).thenReturn(Optional.of(listed));
    scan();
    assertThat(found).hasSize(reported ? 1 : 0);
  }

  private void scan() throws Exception {
    when(local.volumes(any())).thenReturn(Map.of());
    new VolumeScanner(
            POOL,
            local,
            inventory,
            scans,
            DatanodeMetrics.register("volume-scanner"),
            found::add,
            (work, name) -> work.run())
        .scan();
  }

  private static LocalReplica replica(String storage, File file) {
    LocalReplica replica = mock(LocalReplica.class);
    when(replica.getBlockId()).thenReturn(BLOCK);
    when(replica.getGenerationStamp()).thenReturn(1L);
    when(replica.getStorageUuid()).thenReturn(storage);
    when(replica.getVolume()).thenReturn(mock(FsVolumeSpi.class));
    when(replica.getBlockFile()).thenReturn(file);
    when(replica.getFileIoProvider()).thenReturn(new FileIoProvider(null, null));
    return replica;
  }

  private File block(String name) throws Exception {
    BlockBuilder builder = new BlockBuilder(Schema.parse("k BIGINT"), BlockOptions.of(1));
    builder.column(1).appendLong(4);
    builder.endRow();
    return Files.write(directory.resolve(name), builder.build()).toFile();
  }
}
