// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import dev.hail.client.HdfsPath;
import dev.hail.client.PathException;
import dev.hail.client.fs.RemovalRights;
import dev.hail.conf.NumberKeys;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.EncryptionZone;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.security.AccessControlException;

/**
 * Where an upload goes, checked before anything is written.
 *
 * @param parent directory of the file
 * @param target the file
 * @param blockBytes bytes of text per block
 * @param replication replicas per block
 */
record Destination(HdfsPath parent, HdfsPath target, long blockBytes, short replication) {
  /** Java arrays hold at most 2 GiB, and the text, the columns and the block must each fit one. */
  private static final long MAX_BLOCK_BYTES = 1L << 30;

  /** HDFS' default. The client library has no constant for it. */
  private static final long MAX_BLOCKS_DEFAULT = 10_000;

  static Destination check(Configuration configuration, UploadRequest request) throws IOException {
    Path wanted = request.destination();
    Path parentPath = HdfsPath.parentOf(configuration, wanted);
    if (parentPath == null) {
      throw new PathException(wanted, "Is a directory", "Name a file to make in it.");
    }
    HdfsPath parent = existing(configuration, parentPath);
    HdfsPath target = parent.child(wanted.getName());
    DistributedFileSystem fileSystem = parent.fileSystem();
    if (!fileSystem.getFileStatus(parent.path()).isDirectory()) {
      throw new PathException(parentPath, "Is not a directory", "");
    }
    if (parent.isInSnapshot()) {
      throw new PathException(
          target, "is in a snapshot, which never changes", "Name a path outside of .snapshot.");
    }
    checkTarget(target, request.settings().overwrite());
    checkWritable(parent);
    checkPlainReplication(parent);
    long blockBytes = request.settings().blockBytes();
    if (blockBytes == UploadRequest.FILE_SYSTEM_DEFAULT) {
      blockBytes = fileSystem.getDefaultBlockSize(target.path());
    }
    if (blockBytes > MAX_BLOCK_BYTES) {
      throw new PathException(
          wanted,
          "blocks of " + blockBytes + " bytes of text are too large",
          "Give --block-size of at most " + MAX_BLOCK_BYTES + " bytes.");
    }
    checkBlockCount(configuration, request, blockBytes);
    int replication = request.settings().replication();
    if (replication == UploadRequest.FILE_SYSTEM_DEFAULT) {
      replication = fileSystem.getDefaultReplication(target.path());
    }
    checkIndexCount(request, replication);
    return new Destination(parent, target, blockBytes, (short) replication);
  }

  private static HdfsPath existing(Configuration configuration, Path directory) throws IOException {
    try {
      return HdfsPath.resolve(configuration, directory);
    } catch (PathException failure) {
      if (failure.getCause() instanceof FileNotFoundException) {
        throw new PathException(
            directory,
            "No such file or directory",
            "Make it first (hdfs dfs -mkdir -p " + directory + "), or give --parents.",
            failure);
      }
      throw failure;
    }
  }

  private static void checkTarget(HdfsPath target, boolean overwrite) throws IOException {
    FileStatus status;
    try {
      status = target.fileSystem().getFileStatus(target.path());
    } catch (FileNotFoundException free) {
      return;
    }
    if (status.isDirectory()) {
      throw new PathException(target, "Is a directory", "Name a file to make in it.");
    }
    if (!overwrite) {
      throw new PathException(
          target, "File exists", "Give --overwrite to replace it, or another name.");
    }
    RemovalRights.check(target.fileSystem(), target.path());
  }

  private static void checkWritable(HdfsPath parent) throws IOException {
    try {
      parent.fileSystem().access(parent.path(), FsAction.WRITE_EXECUTE);
    } catch (AccessControlException denied) {
      throw new PathException(
          parent,
          PathException.firstLine(denied),
          "Ask its owner for write access, or upload elsewhere.",
          denied);
    }
  }

  private static void checkPlainReplication(HdfsPath parent) throws IOException {
    EncryptionZone zone = parent.fileSystem().getEZForPath(parent.path());
    if (zone != null) {
      throw new PathException(
          parent,
          "is in the encryption zone " + zone.getPath(),
          "Datanodes see only encrypted bytes there and cannot sort them: upload to a directory"
              + " outside.");
    }
    ErasureCodingPolicy policy = parent.fileSystem().getErasureCodingPolicy(parent.path());
    if (policy != null && !policy.isReplicationPolicy()) {
      throw new PathException(
          parent,
          "is erasure coded (" + policy.getName() + ")",
          "Striped files have no replicas to sort: upload to a replicated directory.");
    }
  }

  /**
   * HDFS limits the blocks of a file that is written, but not of one that is joined from others.
   * Lengths are those of the stored sources, before decompression.
   */
  private static void checkBlockCount(
      Configuration configuration, UploadRequest request, long blockBytes) throws PathException {
    long bytes =
        request.sources().stream()
            .mapToLong(source -> Math.max(0, source.length()))
            .reduce(0, Math::addExact);
    long most = NumberKeys.longCount(configuration, NumberKeys.MOST_BLOCKS, MAX_BLOCKS_DEFAULT);
    if (most > 0 && bytes / blockBytes > most) {
      throw new PathException(
          request.destination(),
          String.format(
              Locale.ROOT,
              "%d bytes of text in blocks of %d bytes are %d blocks or more, and a file has at"
                  + " most %d",
              bytes,
              blockBytes,
              bytes / blockBytes,
              most),
          String.format(
              Locale.ROOT,
              "Give --block-size of at least %d bytes; if the namenode takes more blocks, set %s"
                  + " as it does.",
              (bytes + most - 1) / most,
              NumberKeys.MOST_BLOCKS));
    }
  }

  private static void checkIndexCount(UploadRequest request, int replication) throws PathException {
    int indexes = request.indexAttributes().size();
    if (indexes > replication) {
      throw new PathException(
          request.destination(),
          indexes + " index attributes need as many replicas, the file would have " + replication,
          "Name at most " + replication + " attributes, or give --replication " + indexes + ".");
    }
  }
}
