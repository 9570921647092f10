// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import dev.hail.client.HdfsPath;
import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.NumberKeys;
import dev.hail.step.StepListener;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem.HdfsDataOutputStreamBuilder;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;

/** Writes whole HAIL blocks as files of one HDFS block each. Safe for use by many threads. */
final class BlockSender {
  private final HdfsPath parent;
  private final short replication;
  private final long blockBytes;
  private final int checksumBytes;
  private final boolean sync;
  private final StepListener<UploadStep> steps;

  BlockSender(
      Configuration configuration, Destination destination, StepListener<UploadStep> steps) {
    this.steps = steps;
    this.parent = destination.parent();
    this.replication = destination.replication();
    this.blockBytes = destination.blockBytes();
    this.checksumBytes =
        NumberKeys.count(
            configuration,
            NumberKeys.BYTES_PER_CHECKSUM,
            HdfsClientConfigKeys.DFS_BYTES_PER_CHECKSUM_DEFAULT);
    this.sync = configuration.getBoolean(HailConfigKeys.PUT_SYNC, HailConfigKeys.PUT_SYNC_DEFAULT);
  }

  /**
   * Writes one file, which holds the block when this returns. With {@code hail.put.sync} the bytes
   * are then on the disks of all datanodes of the pipeline, else in their files. If the folder was
   * removed meanwhile, it is not made again.
   *
   * @throws IOException if the file cannot be written or its folder is gone
   */
  void send(EncodedBlock block, Path file) throws IOException {
    steps.before(UploadStep.SEND_BLOCK);
    OutputStream out = create(file, block.length());
    try {
      // One write: datanodes recognize the block by its preamble, which must not come in pieces.
      out.write(block.bytes(), 0, block.length());
    } catch (IOException | RuntimeException | Error failure) {
      closeAfter(failure, out);
      throw failure;
    }
    out.close();
    steps.after(UploadStep.SEND_BLOCK);
  }

  /**
   * HDFS' streams keep their first failure and throw the same object again when they are closed. A
   * try with resources would hide it, as an exception cannot suppress itself.
   */
  private static void closeAfter(Throwable failure, OutputStream out) {
    try {
      out.close();
    } catch (IOException closing) {
      if (closing != failure) {
        failure.addSuppressed(closing);
      }
    }
  }

  /** Makes an empty file that takes blocks of up to the given length in bytes. */
  void createEmpty(Path file, long longestBlock) throws IOException {
    create(file, longestBlock).close();
  }

  /** Bytes of the longest block that a file takes without declaring a larger block size. */
  long plainLength() {
    return declaredSize(0);
  }

  private OutputStream create(Path path, long length) throws IOException {
    HdfsDataOutputStreamBuilder file =
        parent
            .fileSystem()
            .createFile(path)
            .overwrite(false)
            // The directory may get an erasure coding policy meanwhile.
            .replicate()
            .replication(replication)
            .blockSize(declaredSize(length));
    return (sync ? file.syncBlock() : file).build();
  }

  /** HDFS wants a multiple of the checksum chunk, and no block longer than the file declares. */
  private long declaredSize(long length) {
    long wanted = Math.max(length, blockBytes);
    return (wanted + checksumBytes - 1) / checksumBytes * checksumBytes;
  }
}
