// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.pseudo;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.LocalReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.util.DataChecksum;

/** A pseudo replica that a map task sends. It takes no more bytes than the block has. */
final class PseudoReplicaBeingWritten extends LocalReplicaInPipeline {
  private static final int LEAST_CHUNK = 512;
  private static final int MOST_CHUNK = 64 << 10;

  private final long length;
  private volatile Closeable unopened;

  /**
   * A replica that has received nothing yet.
   *
   * @param length bytes of the block; so much room is to be reserved on the volume
   */
  PseudoReplicaBeingWritten(
      long id, long generationStamp, FsVolumeSpi volume, File directory, long length) {
    super(id, generationStamp, volume, directory, length);
    this.length = length;
  }

  @Override
  public ReplicaOutputStreams createStreams(boolean isCreate, DataChecksum requestedChecksum)
      throws IOException {
    try {
      if (!isSound(requestedChecksum)) {
        throw new IOException(
            "A pseudo replica comes with CRC32 or CRC32C of 512 to 65536 bytes, not with "
                + requestedChecksum);
      }
      return new Bounded(super.createStreams(isCreate, requestedChecksum));
    } catch (IOException | RuntimeException e) {
      IOUtils.closeStream(unopened);
      throw e;
    }
  }

  /**
   * Sets what to close if the files cannot be opened. Hadoop forgets the handle of a replica then.
   */
  void ifUnopened(Closeable handle) {
    unopened = handle;
  }

  /**
   * Whether checksums detect damage and take little room; readers have no choice but to trust them.
   */
  private static boolean isSound(DataChecksum checksum) {
    return checksum != null
        && (checksum.getChecksumType() == DataChecksum.Type.CRC32
            || checksum.getChecksumType() == DataChecksum.Type.CRC32C)
        && checksum.getBytesPerChecksum() >= LEAST_CHUNK
        && checksum.getBytesPerChecksum() <= MOST_CHUNK;
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }

  private final class Bounded extends ReplicaOutputStreams {
    private long written;

    Bounded(ReplicaOutputStreams files) {
      this(files, getFileIoProvider());
    }

    private Bounded(ReplicaOutputStreams files, FileIoProvider io) {
      super(files.getDataOut(), files.getChecksumOut(), files.getChecksum(), getVolume(), io);
    }

    @Override
    public void writeDataToDisk(byte[] bytes, int offset, int count) throws IOException {
      if (count > length - written) {
        throw new IOException("More bytes came than the " + length + " of the block");
      }
      super.writeDataToDisk(bytes, offset, count);
      written += count;
    }
  }
}
