// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.assembly;

import dev.hail.datanode.convert.RawBlock;
import dev.hail.datanode.convert.ReplicaSource;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.block.layout.NewerFormatException;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.concurrent.Executor;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.io.IOUtils;

/** A whole block in a file, which comes to memory when there is room for it and its sorting. */
public final class BlockInFile implements RawBlock {
  /** How the bytes come from the file to memory. */
  @FunctionalInterface
  public interface Reader {
    /**
     * Reads the block.
     *
     * @param bytes takes it, from 0; may be longer
     * @throws IOException if it cannot be read whole
     */
    void read(byte[] bytes, int length) throws IOException;
  }

  private final FileIoProvider io;
  private final FsVolumeSpi volume;
  private final File file;
  private final int length;
  private final BlockRoom room;
  private final Reader reader;

  /**
   * A block that has not been read.
   *
   * @param length bytes of the block
   * @param room for the block; closed with it
   * @param reader reads the file
   */
  public BlockInFile(
      FileIoProvider io, FsVolumeSpi volume, File file, int length, BlockRoom room, Reader reader) {
    this.io = io;
    this.volume = volume;
    this.file = file;
    this.length = length;
    this.room = room;
    this.reader = reader;
  }

  /** A block whose bytes are not compared with their checksums. */
  static BlockInFile unchecked(
      FileIoProvider io, FsVolumeSpi volume, File file, int length, BlockRoom room) {
    Reader reader =
        (bytes, count) -> {
          try (FileInputStream in = io.getFileInputStream(volume, file)) {
            IOUtils.readFully(in, bytes, 0, count);
          }
        };
    return new BlockInFile(io, volume, file, length, room, reader);
  }

  @Override
  public Executor whenRoom() {
    return room.whenFree();
  }

  @Override
  public String obstacle() throws CorruptBlockException, NewerFormatException {
    return room.obstacle();
  }

  @Override
  public boolean isInMemory() {
    return false;
  }

  @Override
  public BlockFront front() throws IOException {
    try (RandomAccessFile in = io.getRandomAccessFile(volume, file, "r")) {
      return BlockFront.readWithoutIndex(new ReplicaSource(in));
    }
  }

  @Override
  public byte[] bytes() throws IOException {
    byte[] bytes = room.array();
    reader.read(bytes, length);
    return bytes;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public byte[] copy() {
    return room.copy();
  }

  @Override
  public void onKept() {
    // It lies in its file as it is.
  }

  @Override
  public void close() {
    room.close();
  }
}
