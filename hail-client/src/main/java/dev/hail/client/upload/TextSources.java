// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import dev.hail.client.PathException;
import dev.hail.client.fs.HiddenNames;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.AccessControlException;

/**
 * Finds the texts that arguments name. An argument is a local path, {@code -} for standard input,
 * or a path or pattern of a Hadoop file system with its scheme. A directory stands for its regular
 * files and those of the directories below it, in order of name, without {@link HiddenNames hidden
 * names}. An argument may itself name a hidden file or directory, a pipe or a device. Compressed
 * files are recognized by their suffix.
 */
public final class TextSources {
  /** The argument that means standard input. */
  public static final String STANDARD_INPUT = "-";

  private final Configuration configuration;
  private final InputStream standardInput;
  private final TextOpener opener;

  public TextSources(Configuration configuration, InputStream standardInput) {
    this.configuration = configuration;
    this.standardInput = standardInput;
    this.opener = new TextOpener(configuration);
  }

  /**
   * Returns the texts of one argument, in order.
   *
   * @throws PathException if the path does not exist, cannot be read or is a directory without
   *     files; if a local file is not text
   */
  public List<TextSource> resolve(String argument) throws IOException {
    List<NamedTexts> found = find(argument);
    checkAny(argument, found);
    return found.stream().flatMap(named -> named.texts().stream()).toList();
  }

  /**
   * Returns what one argument names: one file or directory, or all matches of a pattern, in order
   * of name.
   *
   * @throws PathException if a path does not exist or cannot be read, or a local file is not text.
   *     Opening other texts throws it if they are not text.
   */
  public List<NamedTexts> find(String argument) throws IOException {
    if (argument.equals(STANDARD_INPUT)) {
      String name = "standard input";
      TextSource source =
          new TextSource(
              name,
              TextSource.UNKNOWN_LENGTH,
              counter -> opener.standardInput(name, new CountingStream(standardInput, counter)));
      return List.of(new NamedTexts(name, null, List.of(source), List.of()));
    }
    if (hasScheme(argument)) {
      return matches(new Path(argument), argument);
    }
    File file = new File(argument);
    if (!file.exists()) {
      throw new PathException(
          file,
          "No such file or directory",
          "A path of a cluster needs its scheme, for example hdfs:///" + file.getName() + ".");
    }
    return List.of(local(file.toPath(), argument, location(file), null));
  }

  /**
   * Checks that an argument or a match stands for at least one text.
   *
   * @param shown what the user wrote
   * @throws PathException if there is none; lists what was left out
   */
  public static void checkAny(String shown, List<NamedTexts> found) throws PathException {
    if (found.stream().allMatch(named -> named.texts().isEmpty())) {
      throw withoutFiles(shown, found.stream().flatMap(named -> named.skipped().stream()).toList());
    }
  }

  private static PathException withoutFiles(String shown, List<SkippedPath> skipped) {
    return new PathException(
        shown,
        "has no files to read"
            + (skipped.isEmpty() ? "" : "; left out: " + SkippedPath.list(skipped)),
        "Names that begin with `.' or `_' are left out, unless you name them.");
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

  private List<NamedTexts> matches(Path pattern, String argument) throws IOException {
    FileSystem fileSystem = pattern.getFileSystem(configuration);
    FileStatus[] found = fileSystem.globStatus(pattern);
    if (found == null || found.length == 0) {
      throw new PathException(pattern, "No such file or directory", "");
    }
    Arrays.sort(found);
    List<SkippedPath> hidden = new ArrayList<>();
    List<FileStatus> named = new ArrayList<>();
    for (FileStatus status : found) {
      if (HiddenNames.isNamed(pattern, status.getPath())) {
        named.add(status);
      } else {
        hidden.add(new SkippedPath(status.getPath().toString(), SkippedPath.Reason.HIDDEN));
      }
    }
    if (named.isEmpty()) {
      throw withoutFiles(argument, hidden);
    }
    List<NamedTexts> matches = new ArrayList<>();
    for (FileStatus status : named) {
      Path path = status.getPath();
      String shown = found.length == 1 ? argument : path.toString();
      if (fileSystem instanceof LocalFileSystem local) {
        matches.add(local(local.pathToFile(path).toPath(), shown, path, local));
      } else {
        List<TextSource> sources = new ArrayList<>();
        List<SkippedPath> skipped = new ArrayList<>();
        addHadoopPath(fileSystem, status, sources, skipped);
        matches.add(new NamedTexts(shown, path, sources, skipped));
      }
    }
    return matches;
  }

  /**
   * Returns the texts of a local file or directory.
   *
   * @param local file system to read regular files by, which checks their checksums; null for none
   */
  private NamedTexts local(
      java.nio.file.Path file, String shown, Path location, LocalFileSystem local)
      throws IOException {
    LocalFiles found =
        Files.isDirectory(file) ? LocalFiles.in(file) : new LocalFiles(List.of(file), List.of());
    List<TextSource> sources = new ArrayList<>();
    for (java.nio.file.Path each : found.files()) {
      if (!Files.isReadable(each)) {
        throw LocalFiles.unreadable(each, null);
      }
      TextSource source = localSource(each, local);
      if (source.length() != TextSource.UNKNOWN_LENGTH) {
        // A command that loads several sources finds this before it has loaded some of them.
        open(each, source);
      }
      sources.add(source);
    }
    return new NamedTexts(shown, location, sources, found.skipped());
  }

  private static void open(java.nio.file.Path file, TextSource source) throws IOException {
    try {
      source.opener().open(unused -> {}).close();
    } catch (PathException named) {
      throw named;
    } catch (IOException failure) {
      throw TextOpener.unreadable(file, failure);
    }
  }

  private TextSource localSource(java.nio.file.Path file, LocalFileSystem local)
      throws IOException {
    Path path = new Path(file.toUri());
    String name = local == null ? file.toString() : path.toString();
    boolean regular = Files.isRegularFile(file);
    return new TextSource(
        name,
        regular ? Files.size(file) : TextSource.UNKNOWN_LENGTH,
        counter -> {
          InputStream stored =
              regular && local != null ? local.open(path) : new FileInputStream(file.toFile());
          return opener.file(name, path, new CountingStream(stored, counter));
        });
  }

  private void addHadoopPath(
      FileSystem fileSystem, FileStatus status, List<TextSource> sources, List<SkippedPath> skipped)
      throws IOException {
    Path path = status.getPath();
    if (!status.isDirectory()) {
      checkReadable(fileSystem, path);
      sources.add(
          new TextSource(
              path.toString(),
              status.getLen(),
              counter ->
                  opener.file(
                      path.toString(), path, new CountingStream(fileSystem.open(path), counter))));
      return;
    }
    FileStatus[] children = fileSystem.listStatus(path);
    Arrays.sort(children);
    for (FileStatus child : children) {
      if (HiddenNames.isHidden(child.getPath().getName())) {
        skipped.add(new SkippedPath(child.getPath().toString(), SkippedPath.Reason.HIDDEN));
      } else {
        addHadoopPath(fileSystem, child, sources, skipped);
      }
    }
  }

  /** Object stores are not asked: they would need a request per file, and know no owners. */
  private static void checkReadable(FileSystem fileSystem, Path path) throws IOException {
    if (fileSystem instanceof DistributedFileSystem hdfs) {
      try {
        hdfs.access(path, FsAction.READ);
      } catch (AccessControlException denied) {
        throw LocalFiles.unreadable(path, denied);
      }
    }
  }
}
