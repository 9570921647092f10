// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/**
 * The distinct strings of the outputs of a build side, column by column. A string is found by its
 * column and its code.
 *
 * <p>The file is big-endian: {@code HAILSTR1}, the checksum of all that follows, the number of
 * columns; for each column the number of strings and the bytes of their texts; then for each column
 * where each text ends, and the texts.
 */
public final class StringFile {
  private static final long MAGIC = 0x4841494C53545231L; // HAILSTR1
  private static final int CHECKED = Long.BYTES + Integer.BYTES;
  private static final int HEADER = CHECKED + Integer.BYTES;

  private final ByteBuffer bytes;

  /** Where the ends of each column begin, and where its texts begin. */
  private final int[] ends;

  private final int[] texts;

  private StringFile(ByteBuffer bytes, int[] ends, int[] texts) {
    this.bytes = bytes;
    this.ends = ends;
    this.texts = texts;
  }

  /** The strings of one column. */
  public interface Column {
    /** Returns how many there are. */
    int size();

    /** Returns the bytes of the texts up to that of a code and with it. */
    int end(int code);

    /** Writes the texts one after the other. */
    void writeTexts(DataOutputStream out) throws IOException;
  }

  /** Returns the length of the file of these columns. */
  public static long length(List<? extends Column> columns) {
    long length = HEADER;
    for (Column column : columns) {
      length += 2L * Integer.BYTES + (long) Integer.BYTES * column.size() + bytes(column);
    }
    return length;
  }

  private static int bytes(Column column) {
    return column.size() == 0 ? 0 : column.end(column.size() - 1);
  }

  /**
   * Writes a new file.
   *
   * @throws IOException if the columns have more than 2 GB, or the file cannot be written
   */
  public static void write(Path file, List<? extends Column> columns) throws IOException {
    if (length(columns) > Integer.MAX_VALUE) {
      throw new IOException("the strings of the outputs take more than 2 GB");
    }
    CRC32C checksum = new CRC32C();
    try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW);
        DataOutputStream data =
            new DataOutputStream(
                new BufferedOutputStream(new CheckedOutputStream(out, checksum), 1 << 16))) {
      data.write(new byte[CHECKED]);
      data.flush();
      checksum.reset();
      data.writeInt(columns.size());
      for (Column column : columns) {
        data.writeInt(column.size());
        data.writeInt(bytes(column));
      }
      for (Column column : columns) {
        for (int code = 0; code < column.size(); code++) {
          data.writeInt(column.end(code));
        }
        column.writeTexts(data);
      }
    }
    ByteBuffer header = ByteBuffer.allocate(CHECKED);
    header.putLong(MAGIC).putInt((int) checksum.getValue()).flip();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      while (header.hasRemaining()) {
        channel.write(header, header.position());
      }
    }
  }

  /**
   * Maps a file.
   *
   * @param verify whether to check the checksum of all bytes
   * @throws IOException if it cannot be read, is damaged or is another file
   */
  public static StringFile map(Path file, boolean verify) throws IOException {
    ByteBuffer bytes;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      if (size < HEADER || size > Integer.MAX_VALUE) {
        throw new IOException(file + " does not hold the strings of a build side");
      }
      bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, size);
    }
    if (bytes.getLong(0) != MAGIC) {
      throw new IOException(file + " does not hold the strings of a build side");
    }
    if (verify) {
      CRC32C checksum = new CRC32C();
      checksum.update(bytes.duplicate().position(CHECKED));
      if ((int) checksum.getValue() != bytes.getInt(Long.BYTES)) {
        throw new IOException(file + " is damaged: its checksum differs");
      }
    }
    int columns = bytes.getInt(CHECKED);
    long at = HEADER + 2L * Integer.BYTES * columns;
    if (columns < 0 || at > bytes.capacity()) {
      throw new IOException(file + " is damaged: it cannot have " + columns + " columns");
    }
    int[] ends = new int[columns];
    int[] texts = new int[columns];
    for (int column = 0; column < columns; column++) {
      int head = HEADER + 2 * Integer.BYTES * column;
      int strings = bytes.getInt(head);
      int length = bytes.getInt(head + Integer.BYTES);
      ends[column] = (int) at;
      long begin = at + (long) Integer.BYTES * strings;
      texts[column] = (int) begin;
      at = begin + length;
      if (strings < 0 || length < 0 || at > bytes.capacity()) {
        throw new IOException(file + " is damaged: its column " + column + " is beyond its end");
      }
    }
    if (at != bytes.capacity()) {
      throw new IOException(
          file + " is damaged: it has " + (bytes.capacity() - at) + " more bytes");
    }
    return new StringFile(bytes, ends, texts);
  }

  /** Returns the bytes of a text. */
  public int length(int column, int code) {
    return end(column, code) - begin(column, code);
  }

  /** Copies a text to the beginning of an array that is long enough. */
  public void copy(int column, int code, byte[] target) {
    bytes.get(texts[column] + begin(column, code), target, 0, length(column, code));
  }

  /** Returns a text. */
  public String get(int column, int code) {
    byte[] text = new byte[length(column, code)];
    copy(column, code, text);
    return new String(text, StandardCharsets.UTF_8);
  }

  private int begin(int column, int code) {
    return code == 0 ? 0 : end(column, code - 1);
  }

  private int end(int column, int code) {
    return bytes.getInt(ends[column] + code * Integer.BYTES);
  }
}
