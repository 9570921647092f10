// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package org.apache.hadoop.hdfs.server.namenode;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory.DirOp;
import org.apache.hadoop.security.AccessControlException;

/**
 * Files by path, as far as the caller of the current RPC may read or write them. Public for HAIL
 * alone; it lives here because Hadoop keeps permission checks of paths to this package.
 */
public final class HailCheckedFiles {
  private final HailNamespace namespace;
  private final FSNamesystem namesystem;
  private final HailReadLock lock;
  private final HailInodes inodes;
  private final HailBlockMap blocks;

  HailCheckedFiles(
      HailNamespace namespace,
      FSNamesystem namesystem,
      HailReadLock lock,
      HailInodes inodes,
      HailBlockMap blocks) {
    this.namespace = namespace;
    this.namesystem = namesystem;
    this.lock = lock;
    this.inodes = inodes;
    this.blocks = blocks;
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
      Set<String> datanodes = blocks.corrupt(block);
      if (!datanodes.isEmpty()) {
        corrupt.put(ids[i], datanodes);
      }
    }
    return new FileBlocks(fileId, all.length, ids, stamps, corrupt);
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
        (file, resolved) -> {
          long length = 0;
          long longest = 0;
          for (BlockInfo block : file.getBlocks()) {
            length += block.getNumBytes();
            longest = Math.max(longest, block.getNumBytes());
          }
          return new WritableFile(file.getId(), file.getBlocks().length, length, longest);
        });
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
    String path = inodes.pathOf(fileId);
    if (path == null) {
      return null;
    }
    try {
      return checked(path, FsAction.READ, (file, resolved) -> file.getId() == fileId ? path : null);
    } catch (AccessControlException | FileNotFoundException notForTheCaller) {
      return null;
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
                    .filter(name -> HailFileAttributes.attribute(file, name) != null)
                    .collect(
                        Collectors.toMap(
                            name -> name, name -> HailFileAttributes.attribute(file, name)))));
  }

  /** What a caller asked for and may not have is in the audit log. */
  private <T> T ofFile(String path, FsAction wanted, BiFunction<INodeFile, INodesInPath, T> found)
      throws IOException {
    try {
      return checked(path, wanted, found);
    } catch (AccessControlException e) {
      namesystem.logAuditEvent(false, HailReadLock.OPERATION, path);
      throw e;
    }
  }

  private <T> T checked(String path, FsAction wanted, BiFunction<INodeFile, INodesInPath, T> found)
      throws IOException {
    INode.checkAbsolutePath(path);
    FSPermissionChecker caller = namesystem.getPermissionChecker();
    FSPermissionChecker.setOperationType(HailReadLock.OPERATION);
    FSDirectory directory = namesystem.getFSDirectory();
    return lock.read(
        () -> {
          namespace.checkActive();
          // Without the caller HDFS skips the check of the directories above. Then the answer "does
          // not exist" would tell what is in directories that are closed to the caller.
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
        });
  }
}
