// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import dev.hail.client.PathException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;

/**
 * Opens texts: decompresses files with the suffix of a codec, and refuses what is not text in
 * UTF-8.
 */
final class TextOpener {
  /** Commands that write the decompressed text of a file to standard output, by suffix. */
  private static final Map<String, String> TOOLS =
      Map.of(".zst", "zstd -dc", ".lz4", "lz4 -dc", ".bz2", "bzip2 -dc", ".gz", "gzip -dc");

  private final CompressionCodecFactory codecs;

  TextOpener(Configuration configuration) {
    this.codecs = new CompressionCodecFactory(configuration);
  }

  /**
   * Opens standard input, which must not be compressed.
   *
   * @param name its name for messages
   * @throws PathException if the bytes are not text
   */
  InputStream standardInput(String name, InputStream in) throws IOException {
    PushbackInputStream text = new PushbackInputStream(in, FileSignature.HEAD_BYTES);
    Optional<FileSignature> found = FileSignature.of(peek(text));
    if (found.isPresent()) {
      throw notText(name, "", found.get(), FileSignature.FILE);
    }
    return text;
  }

  /**
   * Opens a file.
   *
   * @param name its name for messages
   * @param path its suffix chooses the codec
   * @param stored the bytes of the file; closed if this method fails
   * @throws PathException if the file is not text, or cannot be decompressed
   */
  InputStream file(String name, Path path, InputStream stored) throws IOException {
    try {
      PushbackInputStream bytes = new PushbackInputStream(stored, FileSignature.HEAD_BYTES);
      CompressionCodec codec = codecs.getCodec(path);
      checkStored(name, path, codec == null ? "" : codec.getDefaultExtension(), peek(bytes));
      return codec == null ? bytes : decompressed(name, codec, bytes);
    } catch (IOException failure) {
      try {
        stored.close();
      } catch (IOException closing) {
        failure.addSuppressed(closing);
      }
      throw failure;
    }
  }

  /** Refuses bytes that are neither text nor what the suffix promises. */
  private static void checkStored(String name, Path path, String suffix, byte[] head)
      throws PathException {
    Optional<FileSignature> found = FileSignature.of(head);
    Optional<FileSignature> promised = FileSignature.ofSuffix(suffix);
    if (found.isPresent() && !found.equals(promised)) {
      throw notText(name, "", found.get(), operand(path));
    }
    if (found.isEmpty() && promised.isPresent() && head.length > 0) {
      String bare = operand(path).replaceFirst(Pattern.quote(suffix) + "('?)$", "$1");
      throw new PathException(
          name,
          "is not " + promised.get().what() + ", though its name ends with " + suffix,
          "If it is text, take the suffix away: mv " + operand(path) + " " + bare);
    }
  }

  private static InputStream decompressed(String name, CompressionCodec codec, InputStream stored)
      throws IOException {
    PushbackInputStream text;
    try {
      text = new PushbackInputStream(codec.createInputStream(stored), FileSignature.HEAD_BYTES);
    } catch (RuntimeException | LinkageError missing) {
      // So codecs say that a native library is missing.
      throw unusable(name, codec, missing);
    } catch (IOException malformed) {
      throw unreadable(name, malformed);
    }
    Optional<FileSignature> found;
    try {
      found = FileSignature.of(peek(text));
    } catch (LinkageError missing) {
      throw unusable(name, codec, missing);
    } catch (IOException | RuntimeException | InternalError malformed) {
      throw unreadable(name, malformed);
    }
    if (found.isPresent()) {
      throw notText(name, " when decompressed", found.get(), FileSignature.FILE);
    }
    return text;
  }

  /** The failure of a file whose bytes cannot be had. */
  static PathException unreadable(Object name, Throwable malformed) {
    return new PathException(
        name,
        "cannot be read: " + PathException.firstLine(malformed),
        "Repair it or leave it out.",
        malformed);
  }

  private static byte[] peek(PushbackInputStream in) throws IOException {
    byte[] head = in.readNBytes(FileSignature.HEAD_BYTES);
    in.unread(head);
    return head;
  }

  private static PathException notText(
      String name, String when, FileSignature found, String operand) {
    return new PathException(
        name,
        "is not text in UTF-8" + when + ": it is " + found.what(),
        found.remedy().replace(FileSignature.FILE, operand));
  }

  private static PathException unusable(String name, CompressionCodec codec, Throwable missing) {
    String suffix = codec.getDefaultExtension();
    String tool = TOOLS.get(suffix);
    return new PathException(
        name,
        "is compressed ("
            + suffix
            + "), and its codec "
            + codec.getClass().getSimpleName()
            + " does not work here: "
            + PathException.firstLine(missing),
        (tool == null
                ? "Decompress it first."
                : "Decompress it into the command: "
                    + tool
                    + " "
                    + name.substring(name.lastIndexOf('/') + 1)
                    + " | hail put ... - DST.")
            + " `hadoop checknative' shows which libraries Hadoop finds.",
        missing);
  }

  /** A file as a shell takes it; a file that is not local as the word for it in a remedy. */
  private static String operand(Path path) {
    if (!"file".equals(path.toUri().getScheme())) {
      return FileSignature.FILE;
    }
    String local = path.toUri().getPath();
    return local.matches("[\\w./+-]+") ? local : "'" + local.replace("'", "'\\''") + "'";
  }
}
