// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.resort;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.hdfs.server.datanode.CorruptMetaHeaderException;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.util.DataChecksum;

/** A file of data and the file of its checksums, as HDFS stores them. */
public final class ChecksummedFile {
  private static final int SLICE = 1 << 16;

  private ChecksummedFile() {}

  /** Type and chunk size of the checksums. */
  static DataChecksum layout(FileIoProvider io, FsVolumeSpi volume, File meta) throws IOException {
    try (FileInputStream in = io.getFileInputStream(volume, meta)) {
      return BlockMetadataHeader.readDataChecksum(in, BlockMetadataHeader.getHeaderSize(), meta);
    }
  }

  /**
   * Reads data into the front of an array.
   *
   * @throws ChecksumException if a checksum does not fit
   * @throws EOFException if the data, or its checksums, are shorter
   */
  public static void read(
      FileIoProvider io, FsVolumeSpi volume, File data, File meta, byte[] target, int length)
      throws IOException {
    try (FileInputStream in = io.getFileInputStream(volume, data);
        DataInputStream sums = new DataInputStream(io.getFileInputStream(volume, meta))) {
      DataChecksum checksum = BlockMetadataHeader.readDataChecksum(sums, meta);
      int slice = slice(checksum);
      for (int offset = 0; offset < length; offset += slice) {
        int count = Math.min(slice, length - offset);
        IOUtils.readFully(in, target, offset, count);
        verify(checksum, ByteBuffer.wrap(target, offset, count), sums, data, offset);
      }
    }
  }

  /** Whether checksums are those of the data, byte by byte and in number. */
  public static boolean fit(FileIoProvider io, FsVolumeSpi volume, File data, File meta)
      throws IOException {
    try (FileInputStream in = io.getFileInputStream(volume, data);
        DataInputStream sums = new DataInputStream(io.getFileInputStream(volume, meta))) {
      DataChecksum checksum = BlockMetadataHeader.readDataChecksum(sums, meta);
      byte[] buffer = new byte[slice(checksum)];
      long offset = 0;
      int count = readSlice(in, buffer);
      while (count > 0) {
        verify(checksum, ByteBuffer.wrap(buffer, 0, count), sums, data, offset);
        offset += count;
        count = readSlice(in, buffer);
      }
      return sums.read() < 0;
    } catch (ChecksumException | EOFException | CorruptMetaHeaderException e) {
      return false;
    }
  }

  private static int slice(DataChecksum checksum) {
    return Math.max(1, SLICE / checksum.getBytesPerChecksum()) * checksum.getBytesPerChecksum();
  }

  private static int readSlice(InputStream in, byte[] buffer) throws IOException {
    return in.readNBytes(buffer, 0, buffer.length);
  }

  private static void verify(
      DataChecksum checksum, ByteBuffer bytes, DataInputStream sums, File data, long offset)
      throws IOException {
    byte[] expected = new byte[checksum.getChecksumSize(bytes.remaining())];
    sums.readFully(expected);
    checksum.verifyChunkedSums(bytes, ByteBuffer.wrap(expected), data.toString(), offset);
  }
}
