// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.fs;

import dev.hail.client.HdfsPath;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * The bytes of a file, each HDFS block from one replica, see {@link PinnedBlock}. Positioned reads
 * are thread-safe.
 */
final class PinnedInputStream extends FSInputStream {
  private static final int FIRST_READ = 64 << 10;
  private static final int LONGEST_READ = 4 << 20;
  private static final byte[] NOTHING = {};

  private final HdfsPath file;
  private final PinnedBlock[] blocks;
  private final long length;

  private byte[] buffer = NOTHING;
  private long bufferAt;
  private int buffered;
  private int nextRead = FIRST_READ;
  private long position;
  private boolean closed;

  /**
   * Makes a stream.
   *
   * @param located all HDFS blocks of the file, in order
   */
  PinnedInputStream(HdfsPath file, List<LocatedBlock> located) {
    this.file = file;
    this.blocks =
        located.stream().map(block -> new PinnedBlock(file, block)).toArray(PinnedBlock[]::new);
    this.length = blocks.length == 0 ? 0 : blocks[blocks.length - 1].end();
  }

  @Override
  public synchronized long getPos() {
    return position;
  }

  @Override
  public synchronized void seek(long target) throws IOException {
    checkOpen();
    if (target < 0) {
      throw new EOFException(FSExceptionMessages.NEGATIVE_SEEK);
    }
    if (target > length) {
      throw new EOFException(FSExceptionMessages.CANNOT_SEEK_PAST_EOF);
    }
    if (target != position) {
      nextRead = FIRST_READ;
    }
    position = target;
  }

  /** There is none: another replica may have another row order. */
  @Override
  public boolean seekToNewSource(long target) {
    return false;
  }

  @Override
  public synchronized int available() throws IOException {
    checkOpen();
    return (int) Math.min(Integer.MAX_VALUE, length - position);
  }

  @Override
  public synchronized int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public synchronized int read(byte[] target, int offset, int count) throws IOException {
    checkOpen();
    if (count == 0) {
      return 0;
    }
    if (position >= length) {
      return -1;
    }
    if (position < bufferAt || position >= bufferAt + buffered) {
      fill();
    }
    int from = (int) (position - bufferAt);
    int copied = Math.min(count, buffered - from);
    System.arraycopy(buffer, from, target, offset, copied);
    position += copied;
    return copied;
  }

  private void fill() throws IOException {
    PinnedBlock block = block(position);
    int count = (int) Math.min(nextRead, block.end() - position);
    if (buffer.length < count) {
      buffer = new byte[count];
    }
    buffered = 0;
    block.readFully(position, buffer, 0, count);
    bufferAt = position;
    buffered = count;
    nextRead = Math.min(LONGEST_READ, nextRead * 2);
  }

  @Override
  public int read(long at, byte[] target, int offset, int count) throws IOException {
    synchronized (this) {
      checkOpen();
    }
    validatePositionedReadArgs(at, target, offset, count);
    if (count == 0) {
      return 0;
    }
    if (at >= length) {
      return -1;
    }
    PinnedBlock block = block(at);
    int read = (int) Math.min(count, block.end() - at);
    block.readFully(at, target, offset, read);
    return read;
  }

  private PinnedBlock block(long at) {
    int low = 0;
    int high = blocks.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (blocks[middle].offset() <= at) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return blocks[low];
  }

  private void checkOpen() throws IOException {
    if (closed) {
      throw new IOException(file + ": " + FSExceptionMessages.STREAM_IS_CLOSED);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    buffer = NOTHING;
    buffered = 0;
  }
}
