// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import dev.hail.client.FileMark;
import dev.hail.client.HdfsPath;
import dev.hail.client.PathException;
import dev.hail.client.TextFormats;
import dev.hail.client.fs.FileCopy;
import dev.hail.client.fs.KeptRights;
import dev.hail.client.fs.RemovalRights;
import dev.hail.step.StepListener;
import dev.hail.xattr.HailXAttributes;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Joins the files of single blocks into one file, and gives it its name. Safe for use by many
 * threads.
 *
 * <p>HDFS appends to a file that a snapshot has, but does not move blocks out of one. So a block is
 * joined as soon as all blocks before it are, and a snapshot finds few blocks that are not joined.
 * Those are written again.
 */
final class FileAssembler {
  private static final Logger LOG = LoggerFactory.getLogger(FileAssembler.class);

  /** The name of a class that only the namenode has. */
  private static final String IN_SNAPSHOT = "org.apache.hadoop.hdfs.protocol.SnapshotException";

  /** How often one file is written again before the upload gives up. */
  private static final int MOST_REWRITES = 10;

  private final DistributedFileSystem fileSystem;
  private final UploadRequest request;
  private final BlockSender sender;
  private final TemporaryFolder folder;
  private final FileCopy copy;
  private final StepListener<UploadStep> steps;

  /** Lengths in bytes of blocks that are sent and not joined, by their places from 0. */
  private final Map<Integer, Integer> waiting = new HashMap<>();

  /** The file that blocks are joined in; null until there are two blocks to join. */
  private Path whole;

  /** Bytes of the longest block that {@link #whole} takes. */
  private long longest;

  /** Number of files made so far to join blocks in. */
  private int wholeFiles;

  private int sent;
  private int joined;

  FileAssembler(
      DistributedFileSystem fileSystem,
      UploadRequest request,
      BlockSender sender,
      TemporaryFolder folder,
      FileCopy copy,
      StepListener<UploadStep> steps) {
    this.fileSystem = fileSystem;
    this.request = request;
    this.sender = sender;
    this.folder = folder;
    this.copy = copy;
    this.steps = steps;
  }

  /**
   * Takes a block that is sent, and joins it and those after it if all before it are joined.
   *
   * @param index place of the block, from 0; each is given once
   * @param length bytes of the block
   * @throws PathException if snapshots are taken faster than a block is written
   */
  synchronized void add(int index, int length) throws IOException {
    waiting.put(index, length);
    sent++;
    // The file of a single block is the whole file, without joining.
    while (sent > 1 && waiting.containsKey(joined)) {
      makeRoomFor(waiting.remove(joined));
      join(folder.blockFile(joined), 1);
      joined++;
    }
  }

  /** Number of blocks sent. */
  synchronized int blockCount() {
    return sent;
  }

  /**
   * Marks the joined file as a HAIL file, still under a temporary name. All blocks must be added.
   *
   * @return path of that file in the temporary folder
   */
  synchronized Path finish() throws IOException {
    if (sent == 1) {
      whole = folder.blockFile(0);
    } else if (sent == 0) {
      makeRoomFor(0);
    }
    steps.before(UploadStep.MARK);
    mark(whole);
    steps.after(UploadStep.MARK);
    return whole;
  }

  /**
   * Makes another file to join blocks in, if this one does not take a block of that length. HDFS
   * joins no file to one that declares smaller blocks, and what a file declares never changes.
   *
   * @param length bytes of the block
   */
  private void makeRoomFor(int length) throws IOException {
    if (whole != null && length <= longest) {
      return;
    }
    Path before = whole;
    // Room to spare, so that slightly longer blocks do not need a file each.
    longest = length <= sender.plainLength() ? sender.plainLength() : length + (long) length / 4;
    whole = folder.wholeFile(wholeFiles++);
    sender.createEmpty(whole, longest);
    if (before != null) {
      join(before, joined);
    }
  }

  /**
   * Moves the blocks of a file to the end of the whole file, if need be by way of a copy.
   *
   * @param blocks number of blocks that the file has
   */
  private void join(Path file, int blocks) throws IOException {
    Path source = file;
    for (int rewrites = 0; !concat(source); rewrites++) {
      if (rewrites == MOST_REWRITES) {
        throw new PathException(
            request.destination(),
            "each of "
                + (rewrites + 1)
                + " copies of a block was in a snapshot before it was joined",
            "Take snapshots of the directory at longer intervals, or give a smaller --block-size.");
      }
      log(source, blocks);
      Path written = file.suffix("-" + (rewrites + 1));
      copy.rewrite(source, written);
      fileSystem.delete(source, false);
      source = written;
    }
  }

  private static void log(Path source, int blocks) {
    String message = "A snapshot has {}, so its blocks are written again: {}";
    if (blocks > 1) {
      LOG.warn(message, source, blocks);
    } else {
      LOG.info(message, source, blocks);
    }
  }

  /** Returns false if HDFS refuses because a snapshot has the file. */
  private boolean concat(Path source) throws IOException {
    steps.before(UploadStep.CONCAT);
    try {
      fileSystem.concat(whole, new Path[] {source});
    } catch (RemoteException refusal) {
      if (refusal.getClassName().equals(IN_SNAPSHOT)) {
        return false;
      }
      throw refusal;
    }
    steps.after(UploadStep.CONCAT);
    return true;
  }

  /** Makes the file visible under its own name, in one step. */
  void publish(Path whole, HdfsPath target) throws IOException {
    if (request.settings().overwrite()) {
      // Somebody else may have made the target meanwhile.
      RemovalRights.check(fileSystem, target.path());
      KeptRights.copy(fileSystem, target.path(), whole);
      takeOverWorkload(whole, target);
    }
    Rename mode = request.settings().overwrite() ? Rename.OVERWRITE : Rename.NONE;
    steps.before(UploadStep.RENAME);
    fileSystem.rename(whole, target.path(), mode);
    steps.after(UploadStep.RENAME);
  }

  /** Copies the record of filters, as a new version of a file is likely read with the same ones. */
  private void takeOverWorkload(Path whole, HdfsPath target) throws IOException {
    Map<String, byte[]> replaced;
    try {
      replaced = fileSystem.getXAttrs(target.path());
    } catch (FileNotFoundException | AccessControlException unknown) {
      // No file is replaced, or this user may not look at it.
      return;
    }
    byte[] schema = replaced.get(HailXAttributes.SCHEMA);
    byte[] workload = replaced.get(HailXAttributes.WORKLOAD);
    byte[] ownSchema = request.schema().toSql().getBytes(StandardCharsets.UTF_8);
    if (workload != null && Arrays.equals(schema, ownSchema)) {
      fileSystem.setXAttr(whole, HailXAttributes.WORKLOAD, workload);
    }
  }

  private void mark(Path file) throws IOException {
    new FileMark(request.schema(), request.indexAttributes()).set(fileSystem, file);
    fileSystem.setXAttr(
        file,
        HailXAttributes.FORMAT,
        TextFormats.toText(request.format()).getBytes(StandardCharsets.UTF_8));
  }
}
