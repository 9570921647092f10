// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * Writes and reads images of {@link JavaFlatJoins}. An image begins with numbers in big endian:
 *
 * <pre>
 *  0  HAILFLAT
 *  8  version, 32 bits
 * 12  length of the header, which ends before the content, 32 bits
 * 16  length of the file
 * 24  CRC-32C of the content
 * 32  CRC-32C of the header, with 0 in this place
 * 40  whether the content is little-endian; specification; numbers of rows, of rows with a NULL
 *     in their key, and of different keys; bytes of texts of each kept column
 * </pre>
 *
 * Then come the kept columns, see {@link FlatImageContent}.
 */
final class FlatImage {
  private static final long MAGIC = 0x4841494C464C4154L; // "HAILFLAT"
  private static final long OTHER_MAGIC = 0x4841494C4A4F494EL; // "HAILJOIN"
  private static final int VERSION = 1;
  private static final int HEADER_CRC = 32;
  private static final int PROLOGUE = 40;
  private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  private final Path path;
  private final FileChannel channel;

  private FlatImage(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Writes an image.
   *
   * @throws JoinFileException if the file cannot be written
   */
  static void write(Path image, FlatRows rows) {
    NewImage.write(
        image,
        file -> {
          try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            write(rows, channel);
            channel.force(true);
          }
        });
  }

  private static void write(FlatRows rows, FileChannel channel) throws IOException {
    byte[] description = describe(rows);
    int header = PROLOGUE + description.length;
    channel.position(header);
    long contentCrc = new FlatImageContent(rows.columns(), rows.rows(), channel).write(rows);
    ByteBuffer bytes =
        ByteBuffer.allocate(header)
            .putLong(MAGIC)
            .putInt(VERSION)
            .putInt(header)
            .putLong(channel.position())
            .putLong(contentCrc)
            .putLong(0)
            .put(description);
    bytes.putLong(HEADER_CRC, crc(bytes)).clear();
    channel.position(0);
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  private static long crc(ByteBuffer header) {
    CRC32C crc = new CRC32C();
    crc.update(header.duplicate().clear());
    return crc.getValue();
  }

  private static byte[] describe(FlatRows rows) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeBoolean(LITTLE_ENDIAN);
      FlatSpecificationCodec.write(rows.specification(), out);
      out.writeInt(rows.rows());
      out.writeInt(rows.nullKeyRows());
      out.writeInt(rows.table().distinct());
      for (KeptColumn column : rows.kept()) {
        out.writeLong(column.textBytes());
      }
    }
    return bytes.toByteArray();
  }

  /**
   * Reads an image into the heap.
   *
   * @param verify whether to compare the content with its checksum
   * @throws JoinImageException if the file is not an image, is damaged or has another version
   * @throws JoinFileException if the file cannot be read
   */
  static FlatRows read(Path image, boolean verify) {
    try (FileChannel channel = FileChannel.open(image, StandardOpenOption.READ)) {
      return new FlatImage(image, channel).read(verify);
    } catch (EOFException e) {
      throw new JoinImageException(
          "The image " + image + " is damaged: it ends before its last row", e);
    } catch (IOException e) {
      throw new JoinFileException("Cannot read the image " + image + ": " + e, e);
    }
  }

  private FlatRows read(boolean verify) throws IOException {
    ByteBuffer prologue = readPrologue();
    ByteBuffer header = ByteBuffer.allocate(prologue.getInt(12));
    readFully(header, 0);
    header.putLong(HEADER_CRC, 0);
    if (crc(header) != prologue.getLong(HEADER_CRC)) {
      throw bad("is damaged: its header does not have its checksum");
    }
    channel.position(header.capacity());
    DataInputStream in =
        new DataInputStream(
            new ByteArrayInputStream(header.array(), PROLOGUE, header.capacity() - PROLOGUE));
    if (in.readBoolean() != LITTLE_ENDIAN) {
      throw bad("was written on a machine of another byte order; save it on one like this");
    }
    FlatRows rows;
    try {
      rows = new FlatRows(FlatSpecificationCodec.read(in));
    } catch (IOException | RuntimeException e) {
      throw new JoinImageException("The image " + path + " describes no valid join: " + e, e);
    }
    readContent(rows, in, verify ? prologue.getLong(24) : -1);
    return rows;
  }

  private ByteBuffer readPrologue() throws IOException {
    long length = channel.size();
    if (length < PROLOGUE) {
      throw bad("has " + length + " bytes, too few for an image of JavaFlatJoins");
    }
    ByteBuffer prologue = ByteBuffer.allocate(PROLOGUE);
    readFully(prologue, 0);
    long magic = prologue.getLong(0);
    if (magic == OTHER_MAGIC) {
      throw bad(
          "is not one of JavaFlatJoins, but of native joins or JavaJoins; map it with the"
              + " implementation that saved it");
    }
    if (magic != MAGIC) {
      throw bad("is not one of JavaFlatJoins");
    }
    int version = prologue.getInt(8);
    if (version != VERSION) {
      throw bad(
          "has version "
              + version
              + ", expected "
              + VERSION
              + " of JavaFlatJoins; save it again with this release's JavaFlatJoins");
    }
    if (prologue.getLong(16) != length) {
      throw bad("has " + length + " bytes in place of " + prologue.getLong(16));
    }
    int header = prologue.getInt(12);
    if (header < PROLOGUE || header > length) {
      throw bad("is damaged: its header has a length of " + header + " bytes");
    }
    return prologue;
  }

  /**
   * Reads the content.
   *
   * @param crc its checksum; -1 to ignore it
   */
  private void readContent(FlatRows rows, DataInputStream in, long crc) throws IOException {
    int count = in.readInt();
    int nullKeyRows = in.readInt();
    int distinct = in.readInt();
    long[] texts = new long[rows.kept().size()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = in.readLong();
    }
    long found;
    try {
      rows.require(count, distinct, texts);
      found = new FlatImageContent(rows.columns(), count, channel).read(rows);
    } catch (InvalidBatchException | IllegalStateException e) {
      throw new JoinImageException("The image " + path + " is damaged: " + e.getMessage(), e);
    }
    if (crc != -1 && found != crc) {
      throw bad(
          String.format(
              Locale.ROOT,
              "is damaged: expected checksum %x of its content, found %x",
              crc,
              found));
    }
    rows.finish();
    if (rows.rows() != count
        || rows.nullKeyRows() != nullKeyRows
        || rows.table().distinct() != distinct) {
      throw bad("is damaged: its header and its content name different numbers of rows and keys");
    }
  }

  private void readFully(ByteBuffer to, long position) throws IOException {
    channel.position(position);
    FlatImageContent.readFully(channel, to);
  }

  private JoinImageException bad(String what) {
    return new JoinImageException("The image " + path + " " + what);
  }
}
