// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.PathException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Expands paths given as arguments. Patterns are those of {@code hdfs dfs}. A pattern that matches
 * nothing may itself be the name of a file.
 */
public final class PathArguments {
  /** How Hadoop's message for an unbalanced pattern starts; it has no exception of its own. */
  private static final String ILLEGAL_PATTERN = "Illegal file pattern";

  private PathArguments() {}

  /**
   * Checks that an argument names a cluster or that one is configured, since it cannot mean local
   * files.
   *
   * @throws PathException if neither is so
   */
  public static void requireCluster(Configuration configuration, String argument)
      throws PathException {
    boolean unnamed = !new Path(argument).toUri().isAbsolute();
    if (unnamed && "file".equals(FileSystem.getDefaultUri(configuration).getScheme())) {
      throw new PathException(argument, "no cluster is configured", HadoopFailure.NAME_THE_CLUSTER);
    }
  }

  /**
   * Returns the files and directories that an argument names, in order of name.
   *
   * @throws PathException if there are none, and as {@link #requireCluster} does
   */
  static List<FileStatus> expand(Configuration configuration, String argument) throws IOException {
    requireCluster(configuration, argument);
    Path pattern = new Path(argument);
    FileSystem fileSystem = pattern.getFileSystem(configuration);
    if (isWebPage(fileSystem.getUri())) {
      throw new PathException(
          argument,
          "is the address of a web page and no file",
          "Name a file of a cluster, for example hdfs://NAMENODE:PORT/data.");
    }
    FileStatus[] found = matches(fileSystem, pattern);
    if (found.length == 0) {
      throw missing(fileSystem, argument, pattern);
    }
    Arrays.sort(found);
    return List.of(found);
  }

  /** Whether Hadoop takes an address for a file system that can open pages, and list nothing. */
  static boolean isWebPage(URI address) {
    return "http".equals(address.getScheme()) || "https".equals(address.getScheme());
  }

  private static PathException missing(FileSystem fileSystem, String argument, Path pattern)
      throws IOException {
    Path directory = fileSystem.getWorkingDirectory();
    boolean homeless = !pattern.isAbsolute() && !fileSystem.exists(directory);
    return new PathException(
        argument,
        "No such file or directory",
        homeless
            ? "Your home directory `"
                + directory
                + "' does not exist; `hdfs dfs -mkdir -p .' makes it."
            : "");
  }

  private static FileStatus[] matches(FileSystem fileSystem, Path pattern) throws IOException {
    FileStatus[] found;
    IOException noPattern = null;
    try {
      found = fileSystem.globStatus(pattern);
    } catch (IOException failure) {
      if (failure.getMessage() == null || !failure.getMessage().startsWith(ILLEGAL_PATTERN)) {
        throw failure;
      }
      found = null;
      noPattern = failure;
    }
    if (found != null && found.length > 0) {
      return found;
    }
    try {
      return new FileStatus[] {fileSystem.getFileStatus(pattern)};
    } catch (FileNotFoundException missing) {
      if (noPattern != null) {
        throw noPattern;
      }
      return new FileStatus[0];
    }
  }

  /** Returns the paths that all arguments name. */
  static List<Path> paths(Configuration configuration, List<String> arguments) throws IOException {
    List<Path> paths = new ArrayList<>();
    for (String argument : arguments) {
      for (FileStatus status : expand(configuration, argument)) {
        paths.add(status.getPath());
      }
    }
    return paths;
  }
}
