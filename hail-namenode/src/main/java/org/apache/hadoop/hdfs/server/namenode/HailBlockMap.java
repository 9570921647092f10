// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier.AccessMode;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockUnderConstructionFeature;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.NumberReplicas;

/** The blocks of a namenode: their files, states and replicas. Public for HAIL alone. */
public final class HailBlockMap {
  private final FSNamesystem namesystem;
  private final BlockManager blocks;
  private final HailReadLock lock;

  HailBlockMap(FSNamesystem namesystem, HailReadLock lock) {
    this.namesystem = namesystem;
    this.blocks = namesystem.getBlockManager();
    this.lock = lock;
  }

  /**
   * Who holds a block, as far as the block map knows.
   *
   * @param length its bytes
   * @param complete whether its file no longer writes to it, so that the length is final
   * @param datanodes uuids of the datanodes with a replica that is not corrupt
   */
  public record BlockHolders(long length, boolean complete, Set<String> datanodes) {}

  /**
   * How the block map sees one block.
   *
   * @param complete whether its file no longer writes to it
   * @param healthy whether exactly as many replicas as wanted are live and no other is about
   * @param liveReplicas number of its live replicas
   * @param corrupt uuids of the datanodes whose replica is corrupt
   * @param pipeline uuids of the datanodes the block is being written to; empty if it is complete,
   *     and if they are not all known, as after a failover or a failure in the pipeline
   */
  public record BlockState(
      long generationStamp,
      boolean complete,
      boolean healthy,
      int liveReplicas,
      Set<String> corrupt,
      Set<String> pipeline) {

    /** Whether a writer, or the recovery of its lease, makes the block. */
    public boolean isBeingWritten() {
      return !complete;
    }

    /** Whether the replica of a datanode, reported or assigned, is one of those to be. */
    public boolean countsOn(String datanodeUuid) {
      return !corrupt.contains(datanodeUuid)
          && (pipeline.isEmpty() || pipeline.contains(datanodeUuid));
    }
  }

  /** Newest generation stamp given out. */
  public long newestGenerationStamp() {
    return blocks.getBlockIdManager().getGenerationStamp();
  }

  /** Id of the inode of the file that a block belongs to; null if there is no such block. */
  public Long fileIdOf(long blockId) {
    return ofBlock(blockId, INodeFile::getId);
  }

  /**
   * Ids of the inodes of the files that several blocks belong to, looked up under one lock.
   *
   * @return one for each block, in the order of the blocks; null for a block that is not there
   */
  public List<Long> fileIdsOf(List<Long> blockIds) {
    return lock.read(
        () -> {
          List<Long> files = new ArrayList<>(blockIds.size());
          for (long blockId : blockIds) {
            BlockInfo block = stored(blockId);
            files.add(block == null ? null : block.getBlockCollectionId());
          }
          return files;
        });
  }

  /** Owner of the file that a block belongs to; null if there is no such block. */
  public String ownerOf(long blockId) {
    return ofBlock(blockId, INodeFile::getUserName);
  }

  /** Bytes of a block; 0 if there is no such block. */
  public long lengthOf(long blockId) {
    return lock.read(
        () -> {
          BlockInfo block = stored(blockId);
          return block == null ? 0L : block.getNumBytes();
        });
  }

  /** A block, null if it is not there; under the lock. */
  private BlockInfo stored(long blockId) {
    return blocks.getStoredBlock(new Block(blockId));
  }

  private <T> T ofBlock(long blockId, Function<INodeFile, T> found) {
    return lock.read(
        () -> {
          BlockInfo block = stored(blockId);
          INode file =
              block == null
                  ? null
                  : namesystem.getFSDirectory().getInode(block.getBlockCollectionId());
          return file == null || !file.isFile() ? null : found.apply(file.asFile());
        });
  }

  /** How the block map sees a block; null if it does not have it. */
  public BlockState blockState(long blockId) {
    return lock.read(
        () -> {
          BlockInfo block = stored(blockId);
          if (block == null || block.isStriped()) {
            return null;
          }
          NumberReplicas numbers = blocks.countNodes(block);
          boolean healthy =
              numbers.liveReplicas() == blocks.getExpectedRedundancyNum(block)
                  && block.numNodes() == numbers.liveReplicas()
                  && numbers.corruptReplicas() == 0
                  && numbers.excessReplicas() == 0;
          return new BlockState(
              block.getGenerationStamp(),
              block.isComplete(),
              healthy,
              numbers.liveReplicas(),
              corrupt(block),
              pipeline(block));
        });
  }

  /** Who holds a block; null if there is no such block. */
  public BlockHolders holdersOf(long blockId) {
    return lock.read(
        () -> {
          BlockInfo block = stored(blockId);
          if (block == null) {
            return null;
          }
          Set<String> datanodes = new HashSet<>();
          Iterator<DatanodeStorageInfo> storages = block.getStorageInfos();
          while (storages.hasNext()) {
            datanodes.add(storages.next().getDatanodeDescriptor().getDatanodeUuid());
          }
          datanodes.removeAll(corrupt(block));
          return new BlockHolders(block.getNumBytes(), block.isComplete(), datanodes);
        });
  }

  private Set<String> pipeline(BlockInfo block) {
    BlockUnderConstructionFeature construction = block.getUnderConstructionFeature();
    if (construction == null
        || construction.getNumExpectedLocations() < blocks.getExpectedRedundancyNum(block)) {
      return Set.of();
    }
    return Arrays.stream(construction.getExpectedStorageLocations())
        .map(storage -> storage.getDatanodeDescriptor().getDatanodeUuid())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Uuids of the datanodes whose replica of a block is corrupt. */
  public Set<String> corruptReplicas(long blockId) {
    return lock.read(
        () -> {
          BlockInfo block = stored(blockId);
          return block == null ? Set.<String>of() : corrupt(block);
        });
  }

  /** Uuids of the datanodes whose replica of a block is corrupt; under the lock. */
  Set<String> corrupt(BlockInfo block) {
    Collection<DatanodeDescriptor> datanodes = blocks.getCorruptReplicas(block);
    return datanodes == null
        ? Set.of()
        : datanodes.stream()
            .map(DatanodeDescriptor::getDatanodeUuid)
            .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Permission of the caller of the current RPC for one block.
   *
   * @return a block token as text; empty where datanodes ask for none
   */
  public String blockToken(ExtendedBlock block, AccessMode mode) throws IOException {
    LocatedBlock located =
        new LocatedBlock(block, new DatanodeInfo[0], new String[0], StorageType.EMPTY_ARRAY);
    blocks.setBlockToken(located, mode);
    return located.getBlockToken().getIdentifier().length == 0
        ? ""
        : located.getBlockToken().encodeToUrlString();
  }
}
