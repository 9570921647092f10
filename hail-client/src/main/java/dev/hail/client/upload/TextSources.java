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
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.security.AccessControlException;

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
    List<TextSource> sources = new ArrayList<>();
    for (NamedTexts named : find(argument)) {
      sources.addAll(named.texts());
    }
    if (sources.isEmpty()) {
      throw withoutFiles(argument);
    }
    return sources;
  }

  /**
   * Returns what one argument names: one file or directory, or all matches of a pattern, in order
   * of name.
   *
   * @throws PathException if a path does not exist or cannot be read
   */
  public List<NamedTexts> find(String argument) throws IOException {
    if (argument.equals(STANDARD_INPUT)) {
      TextSource source =
          new TextSource(
              "standard input",
              TextSource.UNKNOWN_LENGTH,
              counter -> new CountingStream(standardInput, counter));
      return List.of(new NamedTexts(source.name(), null, List.of(source)));
    }
    if (hasScheme(argument)) {
      return matches(new Path(argument), argument);
    }
    List<TextSource> sources = new ArrayList<>();
    addLocal(new File(argument), true, sources);
    return List.of(new NamedTexts(argument, location(new File(argument)), sources));
  }

  /** The failure of an argument or a match that stands for no file. */
  public static PathException withoutFiles(String shown) {
    return new PathException(
        shown, "has no files to read", "Names that begin with `.' or `_' are left out.");
  }

  /** The directory itself for a path that ends with {@code .} or {@code ..}. */
  private static Path location(File file) throws IOException {
    boolean relative = List.of("", ".", "..").contains(file.getName());
    File named = relative ? file.getCanonicalFile() : file;
    return new Path("file", null, named.getAbsolutePath());
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
      checkNames(children);
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

  /**
   * Refuses a name that the Java virtual machine cannot decode, and under which it finds no file.
   */
  private static void checkNames(File[] listed) throws PathException {
    for (File file : listed) {
      if (file.getName().indexOf('\uFFFD') >= 0 && !file.exists()) {
        throw new PathException(
            file,
            "the name is not " + System.getProperty("sun.jnu.encoding"),
            "Rename the file, or give its text as standard input (-).");
      }
    }
  }

  private List<NamedTexts> matches(Path pattern, String argument) throws IOException {
    FileSystem fileSystem = pattern.getFileSystem(configuration);
    FileStatus[] found = fileSystem.globStatus(pattern);
    if (found == null || found.length == 0) {
      throw new PathException(pattern, "No such file or directory", "");
    }
    Arrays.sort(found);
    List<NamedTexts> matches = new ArrayList<>();
    for (FileStatus status : found) {
      List<TextSource> sources = new ArrayList<>();
      addHadoopPath(fileSystem, status, true, sources);
      String shown = found.length == 1 ? argument : status.getPath().toString();
      matches.add(new NamedTexts(shown, status.getPath(), sources));
    }
    return matches;
  }

  private void addHadoopPath(
      FileSystem fileSystem, FileStatus status, boolean named, List<TextSource> sources)
      throws IOException {
    Path path = status.getPath();
    if (status.isDirectory()) {
      File[] files =
          fileSystem instanceof LocalFileSystem local ? local.pathToFile(path).listFiles() : null;
      if (files != null) {
        // Hadoop leaves out what it does not find again.
        checkNames(files);
      }
      FileStatus[] children = fileSystem.listStatus(path);
      Arrays.sort(children);
      for (FileStatus child : children) {
        addHadoopPath(fileSystem, child, false, sources);
      }
    } else if (named || isData(path.getName())) {
      checkReadable(fileSystem, path);
      sources.add(
          new TextSource(
              path.toString(),
              status.getLen(),
              counter -> decoded(path, fileSystem.open(path), counter)));
    }
  }

  /** Object stores are not asked: they would need a request per file, and know no owners. */
  private static void checkReadable(FileSystem fileSystem, Path path) throws IOException {
    if (fileSystem instanceof DistributedFileSystem hdfs) {
      try {
        hdfs.access(path, FsAction.READ);
      } catch (AccessControlException denied) {
        throw unreadable(path, denied);
      }
    } else if (fileSystem instanceof LocalFileSystem local && !local.pathToFile(path).canRead()) {
      throw unreadable(path, null);
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

  private static PathException unreadable(Object file, Throwable cause) {
    return new PathException(
        file, "Permission denied", "Make it readable, or run as its owner.", cause);
  }
}
