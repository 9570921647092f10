// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.cli;

import dev.hail.cli.PathArguments;
import dev.hail.client.PathException;
import dev.hail.conf.ConfText;
import java.io.IOException;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** What the command reads, as a job's configuration can hold it. */
final class QueryInput {
  private static final Pattern VARIABLE = Pattern.compile("\\\\?\\$(?=\\{[^}]*})");
  private static final Pattern SPECIAL = Pattern.compile("[\\\\{}\\[\\]*?]");

  private QueryInput() {}

  /**
   * Returns the pattern that an argument is. If that matches nothing and there is a file of that
   * name, returns a pattern that matches the file.
   *
   * @throws PathException if the configuration of a job cannot hold the argument, or if no cluster
   *     is configured
   */
  static Path pattern(Configuration conf, String argument) throws IOException {
    if (!ConfText.isXml(argument)) {
      throw new PathException(
          ConfText.printable(argument),
          "has a character that the configuration of a job cannot hold",
          "Write ? in its place.");
    }
    PathArguments.requireCluster(conf, argument);
    Path written = new Path(argument);
    if (!SPECIAL.matcher(argument).find()) {
      return written;
    }
    FileSystem fileSystem = written.getFileSystem(conf);
    if (!matches(fileSystem, written) && fileSystem.exists(written)) {
      return new Path(SPECIAL.matcher(argument).replaceAll("\\\\$0"));
    }
    // Hadoop replaces ${key} in the key of a job's paths, and [$] matches the same.
    return new Path(VARIABLE.matcher(argument).replaceAll("[\\$]"));
  }

  private static boolean matches(FileSystem fileSystem, Path pattern) throws IOException {
    try {
      FileStatus[] found = fileSystem.globStatus(pattern);
      return found != null && found.length > 0;
    } catch (IOException failure) {
      if (failure.getMessage() == null
          || !failure.getMessage().startsWith("Illegal file pattern")) {
        throw failure;
      }
      return false;
    }
  }
}
