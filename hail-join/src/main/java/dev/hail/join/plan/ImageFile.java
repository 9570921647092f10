// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.plan;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * A file that a job ships to its tasks.
 *
 * @param name its name in the working directory of a task
 * @param length bytes
 * @param head CRC32C of its first {@value #HEAD_BYTES} bytes, which have the checksum of the rest
 */
public record ImageFile(String name, long length, int head) {
  private static final int HEAD_BYTES = 4096;

  /** Describes a file. */
  public static ImageFile of(String name, Path file) throws IOException {
    return new ImageFile(name, Files.size(file), headOf(file));
  }

  private static int headOf(Path file) throws IOException {
    CRC32C checksum = new CRC32C();
    try (InputStream in = Files.newInputStream(file)) {
      checksum.update(in.readNBytes(HEAD_BYTES));
    }
    return (int) checksum.getValue();
  }

  /**
   * Checks that a file is the one that was planned.
   *
   * @throws IOException if it is missing, of another length or has another beginning
   */
  public void check(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException(
          "The image "
              + name
              + " of a join is missing: the job ships it in the distributed cache, see its"
              + " localized files in the log of the node manager");
    }
    if (Files.size(file) != length || headOf(file) != head) {
      throw new IOException(
          "The file "
              + file
              + " is not the image that the job was planned with: it has "
              + Files.size(file)
              + " bytes instead of "
              + length
              + ", or another beginning. Submit the job again");
    }
  }

  void write(DataOutput out) throws IOException {
    out.writeUTF(name);
    out.writeLong(length);
    out.writeInt(head);
  }

  static ImageFile read(DataInput in) throws IOException {
    return new ImageFile(in.readUTF(), in.readLong(), in.readInt());
  }
}
