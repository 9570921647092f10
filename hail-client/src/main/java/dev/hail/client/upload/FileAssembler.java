// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import dev.hail.client.FileMark;
import dev.hail.client.HdfsPath;
import dev.hail.client.TextFormats;
import dev.hail.step.StepListener;
import dev.hail.xattr.HailXAttributes;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.AccessControlException;

/** Joins the files of single blocks into one file and gives it its name. */
final class FileAssembler {
  /** Bounds the time for which one call holds the namenode's lock. */
  private static final int FILES_PER_CONCAT = 500;

  private final DistributedFileSystem fileSystem;
  private final UploadRequest request;
  private final BlockSender sender;
  private final TemporaryFolder folder;
  private final StepListener<UploadStep> steps;

  FileAssembler(
      DistributedFileSystem fileSystem,
      UploadRequest request,
      BlockSender sender,
      TemporaryFolder folder,
      StepListener<UploadStep> steps) {
    this.fileSystem = fileSystem;
    this.request = request;
    this.sender = sender;
    this.folder = folder;
    this.steps = steps;
  }

  /**
   * Joins blocks in order and marks the result as a HAIL file, still under a temporary name.
   *
   * @param blocks number of blocks
   * @param longestBlock bytes of the longest block
   * @return path of the whole file in the temporary folder
   */
  Path assemble(int blocks, long longestBlock) throws IOException {
    Path whole = blocks == 1 ? folder.blockFile(0) : folder.wholeFile();
    if (blocks != 1) {
      // HDFS' concat wants the target's declared block size to be at least that of each source.
      sender.createEmpty(whole, longestBlock);
    }
    for (int first = 0; blocks > 1 && first < blocks; first += FILES_PER_CONCAT) {
      Path[] sources = new Path[Math.min(FILES_PER_CONCAT, blocks - first)];
      for (int i = 0; i < sources.length; i++) {
        sources[i] = folder.blockFile(first + i);
      }
      steps.before(UploadStep.CONCAT);
      fileSystem.concat(whole, sources);
      steps.after(UploadStep.CONCAT);
    }
    steps.before(UploadStep.MARK);
    mark(whole);
    steps.after(UploadStep.MARK);
    return whole;
  }

  /** Makes the file visible under its own name, in one step. */
  void publish(Path whole, HdfsPath target) throws IOException {
    if (request.settings().overwrite()) {
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
