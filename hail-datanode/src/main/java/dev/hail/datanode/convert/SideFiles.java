// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.convert;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.util.DataChecksum;

/**
 * A sorted replica, data and checksums, beside the unsorted one. The files are in the same
 * directory, so on the same file system, under names that Hadoop does not take for blocks. Renamed
 * into place when the replica is finalized; whatever a crash leaves is removed at the next start.
 */
public final class SideFiles {
  private static final String PREFIX = "hail-";

  /**
   * Bytes summed and written at once. They are few enough to stay in the processor's cache while
   * they are copied, first out of the heap and then into the page cache.
   */
  private static final int SLICE = 1 << 16;

  private final FileIoProvider io;
  private final FsVolumeSpi volume;
  private final File data;
  private final File meta;
  private byte[] lastChecksum;
  private boolean synced;

  SideFiles(FileIoProvider io, FsVolumeSpi volume, File directory, String name) {
    this.io = io;
    this.volume = volume;
    this.data = new File(directory, PREFIX + name + ".data");
    this.meta = new File(directory, PREFIX + name + ".meta");
  }

  /** Whether a file of this name was left by a conversion. */
  public static boolean isSideFile(String fileName) {
    return fileName.startsWith(PREFIX)
        && (fileName.endsWith(".data") || fileName.endsWith(".meta"));
  }

  /**
   * Writes both files; both are closed after it.
   *
   * @param block bytes that begin with the block
   * @param length length of the block
   */
  void write(byte[] block, int length, DataChecksum layout, boolean sync) throws IOException {
    DataChecksum checksum =
        DataChecksum.newDataChecksum(layout.getChecksumType(), layout.getBytesPerChecksum());
    int chunk = checksum.getBytesPerChecksum();
    int slice = Math.max(1, SLICE / chunk) * chunk;
    byte[] sums = new byte[checksum.getChecksumSize(length)];
    int summed = 0;
    try (FileOutputStream out = io.getFileOutputStream(volume, data)) {
      for (int offset = 0; offset < length; offset += slice) {
        int count = Math.min(slice, length - offset);
        checksum.calculateChunkedSums(block, offset, count, sums, summed);
        summed += checksum.getChecksumSize(count);
        out.write(block, offset, count);
      }
      if (sync) {
        io.sync(volume, out);
      }
    }
    try (FileOutputStream out = io.getFileOutputStream(volume, meta);
        DataOutputStream header = new DataOutputStream(new BufferedOutputStream(out))) {
      BlockMetadataHeader.writeHeader(header, checksum);
      header.write(sums);
      header.flush();
      if (sync) {
        io.sync(volume, out);
      }
    }
    int size = checksum.getChecksumSize();
    lastChecksum = size == 0 ? null : Arrays.copyOfRange(sums, sums.length - size, sums.length);
    synced = sync;
  }

  /** Forces both files to disk, unless they were when written. */
  public void sync() throws IOException {
    if (synced) {
      return;
    }
    for (File file : new File[] {data, meta}) {
      try (FileOutputStream out = io.getFileOutputStream(volume, file, true)) {
        io.sync(volume, out);
      }
    }
    synced = true;
  }

  /** Moves the checksums to where the finalized replica has them. */
  public void renameMeta(File target) throws IOException {
    io.rename(volume, meta, target);
  }

  /** Moves the data to where the finalized replica has it. */
  public void renameData(File target) throws IOException {
    io.rename(volume, data, target);
  }

  /** Checksum of the last chunk; null if the replica has no checksums. */
  public byte[] lastChecksum() {
    return lastChecksum == null ? null : lastChecksum.clone();
  }

  /** Removes what is there of the files. */
  public void delete() {
    io.deleteWithExistsCheck(volume, data);
    io.deleteWithExistsCheck(volume, meta);
  }
}
