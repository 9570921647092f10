// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.assembly;

import java.io.FileOutputStream;
import java.io.IOException;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;

/**
 * A replica's file, as the place to which its bytes go from memory. Not thread-safe: the assembly
 * of the replica guards it.
 */
final class SpillFile {
  /** Java copies what it writes to memory of its own, which should be little. */
  private static final int SLICE = 1 << 16;

  /** Hadoop's own way to write bytes of the replica. */
  @FunctionalInterface
  interface Sink {
    /** Writes some bytes of an array behind those written before. */
    void write(byte[] bytes, int offset, int length) throws IOException;
  }

  private final LocalReplica replica;

  /** Why the file may hold part of what is in memory; null if it holds nothing. */
  private IOException failure;

  SpillFile(LocalReplica replica) {
    this.replica = replica;
  }

  /**
   * A writer must not go on behind bytes of which the file holds only a part. A recovery writes the
   * bytes anew.
   *
   * @throws IOException if the last {@link #writeTo} failed
   */
  void checkWritable() throws IOException {
    if (failure != null) {
      throw new IOException(
          "The file of " + replica + " could not be written: " + failure.getMessage(), failure);
    }
  }

  /**
   * Writes bytes to the file while it is open.
   *
   * @param open writes to the file, which is empty
   * @param length bytes to write, from the beginning of the array
   */
  void writeTo(Sink open, byte[] bytes, long length) throws IOException {
    try {
      writeSlices(open, bytes, length);
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  /**
   * Writes bytes in the place of all that the file holds.
   *
   * @param length bytes to write, from the beginning of the array
   * @param sync whether to force them to disk
   */
  void writeAnew(byte[] bytes, long length, boolean sync) throws IOException {
    FileIoProvider io = replica.getFileIoProvider();
    try (FileOutputStream out =
        io.getFileOutputStream(replica.getVolume(), replica.getBlockFile())) {
      writeSlices(out::write, bytes, length);
      if (sync) {
        io.sync(replica.getVolume(), out);
      }
    }
    failure = null;
  }

  private static void writeSlices(Sink sink, byte[] bytes, long length) throws IOException {
    for (int offset = 0; offset < length; offset += SLICE) {
      sink.write(bytes, offset, (int) Math.min(SLICE, length - offset));
    }
  }
}
