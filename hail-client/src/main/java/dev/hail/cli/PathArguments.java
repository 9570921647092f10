package dev.hail.cli;

import dev.hail.client.PathException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** Expands paths given as arguments; patterns are those of {@code hdfs dfs}. */
final class PathArguments {
  private PathArguments() {}

  /**
   * The files and directories an argument names, in order of name.
   *
   * @throws PathException if there are none
   */
  static List<FileStatus> expand(Configuration configuration, String argument) throws IOException {
    Path pattern = new Path(argument);
    FileStatus[] found = pattern.getFileSystem(configuration).globStatus(pattern);
    if (found == null || found.length == 0) {
      throw new PathException(argument, "No such file or directory", "");
    }
    Arrays.sort(found);
    return List.of(found);
  }

  /** The paths that all arguments name. */
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
