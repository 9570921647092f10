// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;

/**
 * Writes and reads images of {@link JavaJoins}: magic and version, the specification, the build
 * rows as an Arrow stream, and at the end the CRC-32C of all these bytes. Numbers are big-endian.
 */
final class JavaImage {
  private static final long MAGIC = 0x4841494C4A4F494EL; // "HAILJOIN"
  private static final int VERSION = 2;

  private JavaImage() {}

  /**
   * Writes an image.
   *
   * @throws JoinFileException if the file cannot be written
   */
  static void write(Path image, JoinSpecification specification, BuildRows rows) {
    NewImage.write(image, file -> writeTo(file, specification, rows));
  }

  private static void writeTo(Path file, JoinSpecification specification, BuildRows rows)
      throws IOException {
    CRC32C checksum = new CRC32C();
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file));
        DataOutputStream data = new DataOutputStream(new CheckedOutputStream(out, checksum))) {
      data.writeLong(MAGIC);
      data.writeInt(VERSION);
      SpecificationCodec.write(specification, data);
      writeRows(rows, data);
    }
    // The rows' writer has closed the first stream, so the checksum is appended.
    try (DataOutputStream data =
        new DataOutputStream(Files.newOutputStream(file, StandardOpenOption.APPEND))) {
      data.writeLong(checksum.getValue());
    }
  }

  private static void writeRows(BuildRows rows, OutputStream out) throws IOException {
    try (VectorSchemaRoot empty = rows.emptyBatch();
        ArrowStreamWriter writer = new ArrowStreamWriter(empty, null, out)) {
      VectorLoader loader = new VectorLoader(empty);
      writer.start();
      for (int batch = 0; batch < rows.batches(); batch++) {
        try (ArrowRecordBatch values = new VectorUnloader(rows.batch(batch)).getRecordBatch()) {
          loader.load(values);
        }
        writer.writeBatch();
      }
      writer.end();
    }
  }

  /**
   * Reads an image into memory.
   *
   * @throws JoinImageException if the file is not an image, is damaged or has another version
   * @throws JoinFileException if the file cannot be read
   * @throws JoinBudgetException if the join's budget does not allow the rows
   * @throws JoinMemoryException if the allocator does not allow the rows
   */
  static BuiltJoin read(Path image, BufferAllocator allocator) {
    try {
      requireChecksum(image);
    } catch (IOException e) {
      throw new JoinFileException("Cannot read the image " + image + ": " + e, e);
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(image));
        DataInputStream data = new DataInputStream(in)) {
      data.skipNBytes(Long.BYTES + Integer.BYTES);
      return readRows(SpecificationCodec.read(data), data, allocator);
    } catch (JoinException e) {
      throw e;
    } catch (OutOfMemoryException e) {
      throw new JoinMemoryException("The allocator has no memory for the image " + image, e);
    } catch (IOException | RuntimeException e) {
      throw new JoinImageException(
          "The image " + image + " has the right checksum but holds no valid join: " + e, e);
    }
  }

  private static void requireChecksum(Path image) throws IOException {
    long length = Files.size(image);
    CRC32C checksum = new CRC32C();
    try (InputStream in = new BufferedInputStream(Files.newInputStream(image));
        DataInputStream data = new DataInputStream(new CheckedInputStream(in, checksum))) {
      long content = length - Long.BYTES;
      if (content < Long.BYTES + Integer.BYTES || data.readLong() != MAGIC) {
        throw new JoinImageException("The file " + image + " is not an image of JavaJoins");
      }
      int version = data.readInt();
      if (version != VERSION) {
        throw new JoinImageException(
            "The image "
                + image
                + " has version "
                + version
                + ", expected "
                + VERSION
                + " of JavaJoins; save it again with this release's JavaJoins");
      }
      data.skipNBytes(content - Long.BYTES - Integer.BYTES);
      long found = checksum.getValue();
      long written = data.readLong();
      if (found != written) {
        throw new JoinImageException(
            String.format(
                Locale.ROOT,
                "The image %s is damaged: expected checksum %x, found %x",
                image,
                written,
                found));
      }
    }
  }

  private static BuiltJoin readRows(
      JoinSpecification specification, InputStream in, BufferAllocator allocator)
      throws IOException {
    BuildRows rows = new BuildRows(specification, allocator);
    try (ArrowStreamReader reader = new ArrowStreamReader(in, allocator)) {
      VectorSchemaRoot batch = reader.getVectorSchemaRoot();
      BatchCheck check = new BatchCheck("build", rows.schema());
      while (reader.loadNextBatch()) {
        check.requireWhole(batch);
        rows.addKept(batch);
      }
      return new JavaJoin(specification, rows, allocator);
    } catch (IOException | RuntimeException | Error e) {
      rows.close();
      throw e;
    }
  }
}
