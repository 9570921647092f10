// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.fs;

import dev.hail.client.FileMark;
import dev.hail.client.HdfsPath;
import dev.hail.client.PathException;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.block.layout.Preamble;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.EnumSet;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream.SyncFlag;

/**
 * Writes bytes to a new file and ends the HDFS block where a HAIL block ends, so that datanodes
 * find whole HAIL blocks and sort them. With the first block it marks the file as a HAIL file, as
 * {@code hail put} does. From the first byte on that begins no HAIL block, it writes what it gets.
 */
final class BlockEndingStream extends OutputStream implements Syncable, StreamCapabilities {
  private final HdfsPath file;
  private final FSDataOutputStream out;
  private final long declaredSize;

  /** First bytes of a block, until they tell what it is. */
  private final byte[] head = new byte[Preamble.LENGTH];

  private int headLength;

  /** Bytes that are still to come of the HAIL block being written. */
  private long left;

  /** Whether the HAIL block before the next byte is whole, and its HDFS block still open. */
  private boolean atEnd;

  private boolean plain;
  private long position;

  /** The front of the first block, until it is whole; null if no front is wanted. */
  private ByteArrayOutputStream firstFront = new ByteArrayOutputStream();

  private int firstFrontLength;

  /**
   * Makes a stream.
   *
   * @param file the file that is written; what the mark is set on
   * @param out writes to HDFS
   * @param declaredSize bytes of the longest block that the file may have
   */
  BlockEndingStream(HdfsPath file, FSDataOutputStream out, long declaredSize) {
    this.file = file;
    this.out = out;
    this.declaredSize = declaredSize;
  }

  @Override
  public synchronized void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
    int at = offset;
    int end = offset + length;
    while (at < end) {
      if (plain) {
        out.write(bytes, at, end - at);
        return;
      }
      int count;
      if (left > 0) {
        count = (int) Math.min(left, end - at);
        writeBlock(bytes, at, count);
      } else {
        count = Math.min(head.length - headLength, end - at);
        System.arraycopy(bytes, at, head, headLength, count);
        headLength += count;
        if (headLength == head.length) {
          decide();
        }
      }
      at += count;
    }
  }

  /** Called when the head is whole. */
  private void decide() throws IOException {
    if (!beginsBlock()) {
      goOnPlain();
      return;
    }
    long length = Preamble.blockLength(head, 0);
    if (length > declaredSize) {
      throw new PathException(
          file,
          "the HAIL block at byte "
              + position
              + " has "
              + length
              + " bytes, and the file takes blocks of up to "
              + declaredSize,
          "Keep the block size of the source (distcp -pb), or give -D dfs.blocksize=BYTES.");
    }
    if (atEnd) {
      endBlock();
    } else {
      checkReplicas();
    }
    left = length;
    if (firstFront != null) {
      firstFrontLength = Preamble.read(head, head.length).frontLength();
    }
    headLength = 0;
    writeBlock(head, 0, head.length);
  }

  /** Whether the head is that of a block; a file may merely begin like one. */
  private boolean beginsBlock() throws IOException {
    if (!Preamble.isHail(head, 0, head.length)) {
      return false;
    }
    try {
      Preamble.read(head, head.length);
      return true;
    } catch (CorruptBlockException damaged) {
      return false;
    }
  }

  private void endBlock() throws IOException {
    if (!(out instanceof HdfsDataOutputStream hdfs)) {
      throw new IOException(file + ": HDFS gave a stream that cannot end blocks: " + out);
    }
    hdfs.hsync(EnumSet.of(SyncFlag.END_BLOCK));
    atEnd = false;
  }

  private void checkReplicas() throws IOException {
    FileStatus status = file.fileSystem().getFileStatus(file.path());
    if (status.isErasureCoded() || status.isEncrypted()) {
      throw new PathException(
          file,
          status.isEncrypted() ? "is in an encryption zone" : "is erasure coded",
          "Datanodes cannot sort HAIL blocks there: write them to a directory outside.");
    }
  }

  private void writeBlock(byte[] bytes, int offset, int count) throws IOException {
    out.write(bytes, offset, count);
    position += count;
    left -= count;
    atEnd = left == 0;
    if (firstFront != null) {
      int missing = firstFrontLength - firstFront.size();
      firstFront.write(bytes, offset, Math.min(missing, count));
      if (firstFront.size() == firstFrontLength) {
        mark(firstFront.toByteArray());
        firstFront = null;
      }
    }
  }

  private void mark(byte[] bytes) throws IOException {
    BlockFront front = BlockFront.parseWithoutIndex(bytes, bytes.length);
    new FileMark(front.schema(), Arrays.stream(front.indexAttributes()).boxed().toList())
        .set(file.fileSystem(), file.path());
  }

  /** Writes the head, which is none of a block, and all that follows as it comes. */
  private void goOnPlain() throws IOException {
    plain = true;
    firstFront = null;
    if (atEnd) {
      endBlock();
    }
    out.write(head, 0, headLength);
    headLength = 0;
  }

  /** Brings what was written to the datanodes; a head that is not whole counts as no block. */
  private void releaseHead() throws IOException {
    if (headLength > 0) {
      goOnPlain();
    }
  }

  /** Does what a stream should that holds nothing back but the first bytes of a block. */
  @Override
  public synchronized void flush() throws IOException {
    out.flush();
  }

  @Override
  public synchronized void hflush() throws IOException {
    releaseHead();
    out.hflush();
  }

  @Override
  public synchronized void hsync() throws IOException {
    releaseHead();
    out.hsync();
  }

  @Override
  public boolean hasCapability(String capability) {
    return out.hasCapability(capability);
  }

  @Override
  public synchronized void close() throws IOException {
    try {
      releaseHead();
    } finally {
      out.close();
    }
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
