// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import dev.hail.client.PathException;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;

/**
 * Finds the texts that arguments name. An argument is a local path, {@code -} for standard input,
 * or a path or pattern of a Hadoop file system with its scheme. A directory stands for its files in
 * order of name, without names that start with a dot or an underscore. Compressed files are
 * recognized by their suffix.
 */
public final class TextSources {
  /** The argument that means standard input. */
  public static final String STANDARD_INPUT = "-";

  /** Commands that write the decompressed text of a file to standard output, by suffix. */
  private static final Map<String, String> TOOLS =
      Map.of(".zst", "zstd -dc", ".lz4", "lz4 -dc", ".bz2", "bzip2 -dc", ".gz", "gzip -dc");

  private final Configuration configuration;
  private final InputStream standardInput;
  private final CompressionCodecFactory codecs;

  public TextSources(Configuration configuration, InputStream standardInput) {
    this.configuration = configuration;
    this.standardInput = standardInput;
    this.codecs = new CompressionCodecFactory(configuration);
  }

  /**
   * Returns the texts of one argument, in order.
   *
   * @throws PathException if the path does not exist, cannot be read or is an empty directory
   */
  public List<TextSource> resolve(String argument) throws IOException {
    if (argument.equals(STANDARD_INPUT)) {
      return List.of(
          new TextSource(
              "standard input",
              TextSource.UNKNOWN_LENGTH,
              counter -> new CountingStream(standardInput, counter)));
    }
    List<TextSource> sources = new ArrayList<>();
    if (hasScheme(argument)) {
      addHadoopPaths(new Path(argument), sources);
    } else {
      addLocal(new File(argument), true, sources);
    }
    if (sources.isEmpty()) {
      throw new PathException(
          argument, "has no files to read", "Names that begin with `.' or `_' are left out.");
    }
    return sources;
  }

  /** Whether an argument names a path of a Hadoop file system rather than a local one. */
  private static boolean hasScheme(String argument) {
    return argument.matches("[A-Za-z][A-Za-z0-9+.-]*:/.*");
  }

  private void addLocal(File file, boolean named, List<TextSource> sources) throws IOException {
    if (!file.exists()) {
      throw new PathException(
          file,
          "No such file or directory",
          "A path of a cluster needs its scheme, for example hdfs:///" + file.getName() + ".");
    }
    if (file.isDirectory()) {
      File[] children = file.listFiles();
      if (children == null) {
        throw unreadable(file, null);
      }
      Arrays.sort(children);
      for (File child : children) {
        addLocal(child, false, sources);
      }
    } else if (named || isData(file.getName())) {
      if (!file.canRead()) {
        throw unreadable(file, null);
      }
      Path path = new Path(file.toURI());
      long length = file.isFile() ? file.length() : TextSource.UNKNOWN_LENGTH;
      sources.add(
          new TextSource(
              file.getPath(),
              length,
              counter -> decoded(path, new FileInputStream(file), counter)));
    }
  }

  private void addHadoopPaths(Path pattern, List<TextSource> sources) throws IOException {
    FileSystem fileSystem = pattern.getFileSystem(configuration);
    FileStatus[] found = fileSystem.globStatus(pattern);
    if (found == null || found.length == 0) {
      throw new PathException(pattern, "No such file or directory", "");
    }
    Arrays.sort(found);
    for (FileStatus status : found) {
      addHadoopPath(fileSystem, status, true, sources);
    }
  }

  private void addHadoopPath(
      FileSystem fileSystem, FileStatus status, boolean named, List<TextSource> sources)
      throws IOException {
    Path path = status.getPath();
    if (status.isDirectory()) {
      FileStatus[] children = fileSystem.listStatus(path);
      Arrays.sort(children);
      for (FileStatus child : children) {
        addHadoopPath(fileSystem, child, false, sources);
      }
    } else if (named || isData(path.getName())) {
      sources.add(
          new TextSource(
              path.toString(),
              status.getLen(),
              counter -> decoded(path, fileSystem.open(path), counter)));
    }
  }

  private InputStream decoded(Path path, InputStream stored, TextSource.ByteCounter counter)
      throws IOException {
    InputStream counted = new CountingStream(stored, counter);
    CompressionCodec codec = codecs.getCodec(path);
    if (codec == null) {
      return counted;
    }
    try {
      return codec.createInputStream(counted);
    } catch (RuntimeException | LinkageError missing) {
      // So codecs say that a native library is missing.
      PathException failure = unusable(path, codec, missing);
      try {
        counted.close();
      } catch (IOException closing) {
        failure.addSuppressed(closing);
      }
      throw failure;
    }
  }

  private static PathException unusable(Path path, CompressionCodec codec, Throwable missing) {
    String suffix = codec.getDefaultExtension();
    String tool = TOOLS.get(suffix);
    String name = path.getName();
    return new PathException(
        "file".equals(path.toUri().getScheme()) ? path.toUri().getPath() : path,
        "is compressed ("
            + suffix
            + "), and its codec "
            + codec.getClass().getSimpleName()
            + " does not work here: "
            + missing.getMessage(),
        (tool == null
                ? "Decompress it first."
                : "Decompress it into the command: " + tool + " " + name + " | hail put ... - DST.")
            + " `hadoop checknative' shows which libraries Hadoop finds.",
        missing);
  }

  private static boolean isData(String name) {
    return !name.startsWith(".") && !name.startsWith("_");
  }

  private static PathException unreadable(File file, Throwable cause) {
    return new PathException(
        file, "Permission denied", "Make it readable, or run as its owner.", cause);
  }
}
