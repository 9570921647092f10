// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package org.apache.hadoop.hdfs.server.namenode;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.XAttrHelper;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier.AccessMode;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockUnderConstructionFeature;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.NumberReplicas;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory.DirOp;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.SecretManager;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.apache.hadoop.util.Time;

/**
 * The namespace and the block map of a namenode as HAIL needs them; but for extended attributes
 * only to be read. Public for HAIL alone; it lives here because Hadoop keeps permission checks of
 * paths to this package.
 *
 * <p>The lock calls without a mode are those that Hadoop 3.4 and 3.5 both have.
 */
public final class HailNamespace {
  private static final String OPERATION = "hailGetReplicas";

  /** Directory in which HDFS has every inode under its id. */
  private static final String INODES = "/.reserved/.inodes/";

  private final NameNode namenode;
  private final FSNamesystem namesystem;
  private final BlockManager blocks;

  public HailNamespace(NameNode namenode) {
    this.namenode = namenode;
    this.namesystem = namenode.getNamesystem();
    this.blocks = namesystem.getBlockManager();
  }

  /**
   * A range of a file's blocks.
   *
   * @param fileId id of the file's inode
   * @param fileBlocks number of blocks the file has
   * @param corrupt uuids of the datanodes whose replica is corrupt, by block id
   */
  @SuppressWarnings("ArrayRecordComponent") // lives for one answer, never compared
  public record FileBlocks(
      long fileId,
      int fileBlocks,
      long[] ids,
      long[] generationStamps,
      Map<Long, Set<String>> corrupt) {}

  /**
   * A block that may be written.
   *
   * @param fileId id of the file's inode
   * @param length its bytes
   * @param complete whether nobody writes it any more
   */
  public record WritableBlock(long fileId, long length, long generationStamp, boolean complete) {}

  /**
   * A file that may be written.
   *
   * @param id id of its inode
   * @param blocks how many it has
   * @param length its bytes
   * @param longestBlock bytes of the longest block; 0 if it has none
   */
  public record WritableFile(long id, int blocks, long length, long longestBlock) {}

  /**
   * How large a file is.
   *
   * @param length its bytes
   * @param stored bytes of the replicas that its blocks have, and are to have
   */
  public record FileExtent(long length, long stored) {}

  /**
   * A file that may be read.
   *
   * @param id id of its inode
   * @param blocks how many it has
   * @param inSnapshot whether it was asked for as it was in a snapshot
   * @param attributes extended attributes that were wanted and that it has
   */
  public record ReadableFile(
      long id, int blocks, boolean inSnapshot, Map<String, byte[]> attributes) {}

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

    /** Whether the replica of a datanode, there or promised, is one of those to be. */
    public boolean countsOn(String datanodeUuid) {
      return !corrupt.contains(datanodeUuid)
          && (pipeline.isEmpty() || pipeline.contains(datanodeUuid));
    }
  }

  /** Whether a datanode's last heartbeat to HDFS came within this time. */
  public boolean hasHeartbeat(String datanodeUuid, long withinMillis) {
    DatanodeDescriptor datanode = datanodes().getDatanode(datanodeUuid);
    return datanode != null
        && Time.monotonicNow() - datanode.getLastUpdateMonotonic() <= withinMillis;
  }

  /** Whether some datanode that HDFS has not given up was not heard from for so long. */
  public boolean hasSilentDatanode(long forMillis) {
    return datanodes().getDatanodes().stream()
        .anyMatch(datanode -> datanode.isAlive() && datanode.isStale(forMillis));
  }

  public String blockPoolId() {
    return namesystem.getBlockPoolId();
  }

  public boolean isActive() {
    return namenode.isActiveState();
  }

  /**
   * Since when this namenode is what it is, active or not: milliseconds of the wall clock, 0 if it
   * has been since it started. Another one may have been active before.
   */
  public long inStateSince() {
    return namenode.getLastHATransitionTime();
  }

  /** Whether the block map may still be incomplete. */
  public boolean isInSafeMode() {
    return namesystem.isInSafeMode();
  }

  /**
   * Does nothing on the active namenode.
   *
   * @throws StandbyException if this namenode is not the active one
   */
  public void checkActive() throws StandbyException {
    if (!isActive()) {
      throw new StandbyException("HAIL is answered by the active namenode; this one is not");
    }
  }

  /**
   * Does nothing for a superuser.
   *
   * @throws AccessControlException if the caller of the current RPC is no superuser
   */
  public void checkSuperuser() throws IOException {
    namesystem.getPermissionChecker().checkSuperuserPrivilege();
  }

  /** Whether the caller of the current RPC is a superuser. */
  public boolean isSuperuser() throws AccessControlException {
    return namesystem.getPermissionChecker().isSuperUser();
  }

  /** Short name of the caller of the current RPC. */
  public String caller() throws IOException {
    return NameNode.getRemoteUser().getShortUserName();
  }

  public SecretManager<? extends TokenIdentifier> secretManager() {
    return namesystem.getDelegationTokenSecretManager();
  }

  /** The attribute provider of this namenode, null if it has none. */
  public INodeAttributeProvider attributeProvider() throws AccessControlException {
    return namesystem.getPermissionChecker().getAttributesProvider();
  }

  /** The web server of this namenode. */
  public HttpServer2 webServer() {
    return namenode.getHttpServer();
  }

  /** The inode of a path, null if there is none; the caller holds the namespace's lock. */
  public INode inode(String path) {
    try {
      return namesystem.getFSDirectory().resolvePath(null, path, DirOp.READ).getLastINode();
    } catch (IOException e) {
      // A path that leads nowhere has no inode; whoever asked for it is told so by HDFS.
      return null;
    }
  }

  /** Newest generation stamp given out. */
  public long newestGenerationStamp() {
    return blocks.getBlockIdManager().getGenerationStamp();
  }

  public DatanodeManager datanodes() {
    return blocks.getDatanodeManager();
  }

  /** Whether a datanode is registered and alive. */
  public boolean isLive(String datanodeUuid) {
    DatanodeDescriptor datanode = datanodes().getDatanode(datanodeUuid);
    return datanode != null && datanode.isAlive();
  }

  /** Whether replicas of a datanode count toward those a block should have. */
  public boolean isInService(String datanodeUuid) {
    DatanodeDescriptor datanode = datanodes().getDatanode(datanodeUuid);
    return datanode != null && datanode.isAlive() && datanode.isInService();
  }

  /**
   * A range of the blocks of a file that the caller of the current RPC may read.
   *
   * @param path absolute path
   * @param first index of the first block
   * @param count most blocks to give
   * @throws java.io.FileNotFoundException if there is no such file
   * @throws AccessControlException if the caller may not read it
   */
  public FileBlocks readableBlocks(String path, int first, int count) throws IOException {
    return ofFile(
        path,
        FsAction.READ,
        (file, resolved) ->
            range(file.getId(), file.getBlocks(resolved.getPathSnapshotId()), first, count));
  }

  /**
   * A block of a file that the caller of the current RPC may write.
   *
   * @param path absolute path
   * @return null if the file has no such block
   * @throws java.io.FileNotFoundException if there is no such file
   * @throws AccessControlException if the caller may not write it
   */
  public WritableBlock writableBlock(String path, long blockId) throws IOException {
    return ofFile(
        path,
        FsAction.WRITE,
        (file, resolved) -> {
          for (BlockInfo block : file.getBlocks()) {
            if (block.getBlockId() == blockId) {
              return new WritableBlock(
                  file.getId(),
                  block.getNumBytes(),
                  block.getGenerationStamp(),
                  block.isComplete());
            }
          }
          return null;
        });
  }

  /**
   * A file that the caller of the current RPC may write.
   *
   * @param path absolute path
   * @throws java.io.FileNotFoundException if there is no such file
   * @throws AccessControlException if the caller may not write it
   */
  public WritableFile writableFile(String path) throws IOException {
    return ofFile(
        path,
        FsAction.WRITE,
        (file, resolved) ->
            new WritableFile(
                file.getId(),
                file.getBlocks().length,
                file.computeFileSize(),
                Arrays.stream(file.getBlocks()).mapToLong(BlockInfo::getNumBytes).max().orElse(0)));
  }

  /**
   * Whether the caller of the current RPC may write a file.
   *
   * @param path absolute path
   * @throws java.io.FileNotFoundException if there is no such file
   */
  public boolean isWritable(String path) throws IOException {
    try {
      return checked(path, FsAction.WRITE, (file, resolved) -> true);
    } catch (AccessControlException readOnly) {
      return false;
    }
  }

  /**
   * The id of a file that the caller of the current RPC may read.
   *
   * @param path absolute path
   * @throws java.io.FileNotFoundException if there is no such file
   * @throws AccessControlException if the caller may not read it
   */
  public long readableFileId(String path) throws IOException {
    return ofFile(path, FsAction.READ, (file, resolved) -> file.getId());
  }

  /**
   * Absolute path of a file; null if there is none, or the caller of the current RPC may not read
   * it.
   */
  public String readablePathOf(long fileId) throws IOException {
    String path = pathOf(fileId);
    if (path == null) {
      return null;
    }
    try {
      return checked(path, FsAction.READ, (file, resolved) -> file.getId() == fileId ? path : null);
    } catch (AccessControlException | FileNotFoundException notForTheCaller) {
      return null;
    }
  }

  /** How large a file is; null if there is none of that id. */
  public FileExtent extentOf(long fileId) {
    namesystem.readLock();
    try {
      INode file = namesystem.getFSDirectory().getInode(fileId);
      return file == null || !file.isFile()
          ? null
          : new FileExtent(file.asFile().computeFileSize(), stored(file.asFile()));
    } finally {
      namesystem.readUnlock(OPERATION);
    }
  }

  /** Anybody may want more replicas than there are datanodes; those that are to go do not count. */
  private static long stored(INodeFile file) {
    int wanted = file.getPreferredBlockReplication();
    long bytes = 0;
    for (BlockInfo block : file.getBlocks()) {
      bytes += block.getNumBytes() * Math.min(wanted, block.numNodes());
    }
    return bytes;
  }

  /** Absolute path of a file; null if there is none of that id. */
  public String pathOf(long fileId) {
    namesystem.readLock();
    try {
      INode file = namesystem.getFSDirectory().getInode(fileId);
      return file == null || !file.isFile() ? null : file.getFullPathName();
    } finally {
      namesystem.readUnlock(OPERATION);
    }
  }

  /**
   * A file that the caller of the current RPC may read, with some of its extended attributes.
   *
   * @param path absolute path
   * @param names attributes wanted, with the name space, as {@code user.a}
   * @throws java.io.FileNotFoundException if there is no such file
   * @throws AccessControlException if the caller may not read it
   */
  public ReadableFile readableFile(String path, Set<String> names) throws IOException {
    return ofFile(
        path,
        FsAction.READ,
        (file, resolved) ->
            new ReadableFile(
                file.getId(),
                file.getBlocks().length,
                resolved.isSnapshot(),
                names.stream()
                    .filter(name -> attribute(file, name) != null)
                    .collect(Collectors.toMap(name -> name, name -> attribute(file, name)))));
  }

  private static byte[] attribute(INode file, String name) {
    XAttrFeature attributes = file.getXAttrFeature();
    XAttr attribute = attributes == null ? null : attributes.getXAttr(name);
    return attribute == null ? null : attribute.getValue();
  }

  /**
   * An extended attribute of a file.
   *
   * @return null if it has none of that name
   * @throws java.io.FileNotFoundException if there is no such file
   */
  public byte[] attribute(long fileId, String name) throws IOException {
    namesystem.readLock();
    try {
      INode file = namesystem.getFSDirectory().getInode(fileId);
      if (file == null) {
        throw new FileNotFoundException("No inode " + fileId);
      }
      return attribute(file, name);
    } finally {
      namesystem.readUnlock(OPERATION);
    }
  }

  /**
   * Sets an extended attribute of a file, wherever it is by now, as the superuser.
   *
   * @throws java.io.FileNotFoundException if there is no such file, or in snapshots only
   */
  public void setAttribute(long fileId, String name, byte[] value) throws IOException {
    checkNotInSnapshotsOnly(fileId);
    asSuperuser(
        () -> {
          namesystem.setXAttr(
              INODES + fileId,
              XAttrHelper.buildXAttr(name, value),
              EnumSet.of(XAttrSetFlag.CREATE, XAttrSetFlag.REPLACE),
              false);
          return null;
        });
  }

  /** HDFS takes the id of a file for the path that it had, where another one may be by now. */
  private void checkNotInSnapshotsOnly(long fileId) throws FileNotFoundException {
    namesystem.readLock();
    try {
      INode file = namesystem.getFSDirectory().getInode(fileId);
      INode atItsPath = file == null ? null : inode(file.getFullPathName());
      if (atItsPath == null || atItsPath.getId() != fileId) {
        throw new FileNotFoundException("No inode " + fileId + ", or in snapshots only");
      }
    } finally {
      namesystem.readUnlock(OPERATION);
    }
  }

  /** The ids of all blocks of a file; none if there is no such file. */
  public long[] blocksOf(long fileId) {
    namesystem.readLock();
    try {
      INode file = namesystem.getFSDirectory().getInode(fileId);
      return file == null || !file.isFile()
          ? new long[0]
          : Arrays.stream(file.asFile().getBlocks()).mapToLong(BlockInfo::getBlockId).toArray();
    } finally {
      namesystem.readUnlock(OPERATION);
    }
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

  /** What a caller asked for and may not have is in the audit log. */
  private <T> T ofFile(String path, FsAction wanted, BiFunction<INodeFile, INodesInPath, T> found)
      throws IOException {
    try {
      return checked(path, wanted, found);
    } catch (AccessControlException e) {
      namesystem.logAuditEvent(false, OPERATION, path);
      throw e;
    }
  }

  private <T> T checked(String path, FsAction wanted, BiFunction<INodeFile, INodesInPath, T> found)
      throws IOException {
    INode.checkAbsolutePath(path);
    FSPermissionChecker caller = namesystem.getPermissionChecker();
    FSPermissionChecker.setOperationType(OPERATION);
    FSDirectory directory = namesystem.getFSDirectory();
    namesystem.readLock();
    try {
      checkActive();
      // Without the caller HDFS skips the check of the directories above, and the answer to "does
      // not exist" or "is not a file" would tell what is in directories closed to the caller.
      INodesInPath resolved = directory.resolvePath(caller, path, DirOp.READ);
      INodeFile file = INodeFile.valueOf(resolved.getLastINode(), path);
      if (wanted == FsAction.WRITE && resolved.isSnapshot()) {
        throw new AccessControlException(path + " is in a snapshot, which nobody changes");
      }
      if (directory.isPermissionEnabled()) {
        directory.checkUnreadableBySuperuser(caller, resolved);
        directory.checkPathAccess(caller, resolved, wanted);
      }
      return found.apply(file, resolved);
    } finally {
      namesystem.readUnlock(OPERATION);
    }
  }

  /** Path of the file that a block belongs to; null if there is no such block. */
  public String fileOf(long blockId) {
    return ofBlock(blockId, INodeFile::getFullPathName);
  }

  /** Id of the inode of the file that a block belongs to; null if there is no such block. */
  public Long fileIdOf(long blockId) {
    return ofBlock(blockId, INodeFile::getId);
  }

  /** The same for several blocks, under one lock. */
  public List<Long> fileIdsOf(List<Long> blockIds) {
    List<Long> files = new ArrayList<>(blockIds.size());
    namesystem.readLock();
    try {
      for (long blockId : blockIds) {
        BlockInfo block = blocks.getStoredBlock(new Block(blockId));
        files.add(block == null ? null : block.getBlockCollectionId());
      }
    } finally {
      namesystem.readUnlock(OPERATION);
    }
    return files;
  }

  /** Owner of the file that a block belongs to; null if there is no such block. */
  public String ownerOf(long blockId) {
    return ofBlock(blockId, INodeFile::getUserName);
  }

  /** Bytes of a block; 0 if there is no such block. */
  public long lengthOf(long blockId) {
    namesystem.readLock();
    try {
      BlockInfo block = blocks.getStoredBlock(new Block(blockId));
      return block == null ? 0 : block.getNumBytes();
    } finally {
      namesystem.readUnlock(OPERATION);
    }
  }

  private <T> T ofBlock(long blockId, Function<INodeFile, T> found) {
    namesystem.readLock();
    try {
      BlockInfo block = blocks.getStoredBlock(new Block(blockId));
      INode file =
          block == null ? null : namesystem.getFSDirectory().getInode(block.getBlockCollectionId());
      return file == null || !file.isFile() ? null : found.apply(file.asFile());
    } finally {
      namesystem.readUnlock(OPERATION);
    }
  }

  /** Whether there is an inode of that id. */
  public boolean hasFile(long fileId) {
    namesystem.readLock();
    try {
      return namesystem.getFSDirectory().getInode(fileId) != null;
    } finally {
      namesystem.readUnlock(OPERATION);
    }
  }

  /** Runs as the user of this process, whoever called. */
  public <T> T asSuperuser(PrivilegedExceptionAction<T> action) throws IOException {
    try {
      return UserGroupInformation.getLoginUser().doAs(action);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException) new InterruptedIOException().initCause(e);
    }
  }

  private FileBlocks range(long fileId, BlockInfo[] all, int first, int count) {
    int begin = Math.min(first, all.length);
    int size = Math.min(count, all.length - begin);
    long[] ids = new long[size];
    long[] stamps = new long[size];
    Map<Long, Set<String>> corrupt = new HashMap<>();
    for (int i = 0; i < size; i++) {
      BlockInfo block = all[begin + i];
      ids[i] = block.getBlockId();
      stamps[i] = block.getGenerationStamp();
      Set<String> datanodes = corrupt(block);
      if (!datanodes.isEmpty()) {
        corrupt.put(ids[i], datanodes);
      }
    }
    return new FileBlocks(fileId, all.length, ids, stamps, corrupt);
  }

  /** How the block map sees a block; null if it does not have it. */
  public BlockState blockState(long blockId) {
    namesystem.readLock();
    try {
      BlockInfo block = blocks.getStoredBlock(new Block(blockId));
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
    } finally {
      namesystem.readUnlock(OPERATION);
    }
  }

  /** Who holds a block; null if there is no such block. */
  public BlockHolders holdersOf(long blockId) {
    namesystem.readLock();
    try {
      BlockInfo block = blocks.getStoredBlock(new Block(blockId));
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
    } finally {
      namesystem.readUnlock(OPERATION);
    }
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
    namesystem.readLock();
    try {
      BlockInfo block = blocks.getStoredBlock(new Block(blockId));
      return block == null ? Set.of() : corrupt(block);
    } finally {
      namesystem.readUnlock(OPERATION);
    }
  }

  private Set<String> corrupt(BlockInfo block) {
    Collection<DatanodeDescriptor> datanodes = blocks.getCorruptReplicas(block);
    return datanodes == null
        ? Set.of()
        : datanodes.stream()
            .map(DatanodeDescriptor::getDatanodeUuid)
            .collect(Collectors.toUnmodifiableSet());
  }
}
