// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import static dev.hail.namenode.ModelBlock.BYTES;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.namenode.HailBlockMap;
import org.apache.hadoop.hdfs.server.namenode.HailCheckedFiles;
import org.apache.hadoop.hdfs.server.namenode.HailCheckedFiles.WritableBlock;
import org.apache.hadoop.hdfs.server.namenode.HailCheckedFiles.WritableFile;
import org.apache.hadoop.hdfs.server.namenode.HailDatanodes;
import org.apache.hadoop.hdfs.server.namenode.HailFileAttributes;
import org.apache.hadoop.hdfs.server.namenode.HailInodes;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;

/**
 * The namespace of a {@link ModelNamenode} for the keeper of pseudo replicas. Mocks are slow to
 * make, so one is for the namenodes of all schedules in turn.
 */
final class ModelNamespace {
  private final HailNamespace namespace = make(HailNamespace.class);
  private ModelNamenode namenode;

  ModelNamespace() throws IOException {
    HailBlockMap blocks = make(HailBlockMap.class);
    HailInodes inodes = make(HailInodes.class);
    HailCheckedFiles files = make(HailCheckedFiles.class);
    HailDatanodes datanodes = make(HailDatanodes.class);
    DatanodeManager manager = make(DatanodeManager.class);
    HailFileAttributes attributes = make(HailFileAttributes.class);
    when(namespace.blocks()).thenReturn(blocks);
    when(namespace.inodes()).thenReturn(inodes);
    when(namespace.files()).thenReturn(files);
    when(namespace.datanodes()).thenReturn(datanodes);
    when(namespace.attributes()).thenReturn(attributes);
    when(namespace.caller()).thenReturn("alice");
    when(namespace.blockPoolId()).thenReturn(ModelNamenode.POOL);
    when(namespace.isActive()).thenAnswer(call -> namenode.isActive());
    when(namespace.isInSafeMode()).thenAnswer(call -> namenode.isInSafeMode());
    when(namespace.inStateSince()).thenAnswer(call -> namenode.stateSince());
    when(blocks.fileIdOf(anyLong())).thenAnswer(call -> fileOf(call.getArgument(0)));
    when(blocks.fileIdsOf(any()))
        .thenAnswer(
            call ->
                Arrays.asList(
                    call.<List<Long>>getArgument(0).stream()
                        .map(this::fileOf)
                        .toArray(Long[]::new)));
    when(blocks.corruptReplicas(anyLong()))
        .thenAnswer(call -> namenode.corruptReplicas(call.getArgument(0)));
    when(blocks.blockToken(any(), any())).thenReturn("");
    when(inodes.hasFile(anyLong())).thenAnswer(call -> fileOf(call.getArgument(0)) != null);
    when(inodes.blocksOf(anyLong()))
        .thenAnswer(
            call ->
                fileOf(call.getArgument(0)) == null
                    ? new long[0]
                    : new long[] {call.getArgument(0)});
    when(inodes.extentOf(anyLong()))
        .thenAnswer(
            call ->
                fileOf(call.getArgument(0)) == null
                    ? null
                    : new HailInodes.FileExtent(BYTES, 3 * BYTES));
    when(files.writableBlock(anyString(), anyLong()))
        .thenAnswer(call -> writable(call.getArgument(0), call.getArgument(1)));
    when(files.writableFile(anyString()))
        .thenAnswer(
            call -> new WritableFile(ModelBlock.idOf(call.getArgument(0)), 1, BYTES, BYTES));
    when(datanodes.manager()).thenReturn(manager);
    when(datanodes.isLive(anyString())).thenAnswer(call -> namenode.isLive(call.getArgument(0)));
    when(datanodes.isInService(anyString()))
        .thenAnswer(call -> namenode.isInService(call.getArgument(0)));
    for (String uuid : DirectoryModel.DATANODES) {
      DatanodeDescriptor datanode = make(DatanodeDescriptor.class);
      when(datanode.getDatanodeUuid()).thenReturn(uuid);
      when(datanode.getIpAddr()).thenReturn(uuid);
      when(datanode.getHostName()).thenReturn(uuid);
      when(manager.getDatanode(uuid)).thenReturn(datanode);
    }
  }

  private static <T> T make(Class<T> type) {
    return mock(type, withSettings().stubOnly());
  }

  /** The namenode that answers from now on. */
  void serve(ModelNamenode newNamenode) {
    namenode = newNamenode;
  }

  HailNamespace namespace() {
    return namespace;
  }

  /** A file has the id of its only block. */
  private Long fileOf(long blockId) {
    ModelBlock block = namenode.existing(blockId);
    return block == null ? null : (Long) block.id;
  }

  private WritableBlock writable(String path, long blockId) throws FileNotFoundException {
    ModelBlock block = namenode.existing(blockId);
    if (block == null) {
      throw new FileNotFoundException(path);
    }
    return new WritableBlock(block.id, BYTES, block.stamp, block.complete);
  }
}
