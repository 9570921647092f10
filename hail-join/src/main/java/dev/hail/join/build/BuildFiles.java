// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.build;

import dev.hail.client.PathException;
import dev.hail.client.fs.HiddenNames;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.format.schema.Schema;
import dev.hail.join.plan.JoinRefusedException;
import dev.hail.join.plan.JoinSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The HAIL files of a build side: one schema for all. {@link HiddenNames Hidden names} are left
 * out, as in the input of jobs. Immutable.
 */
final class BuildFiles {
  private final JoinSpec spec;
  private final List<HailFile> files;

  private BuildFiles(JoinSpec spec, List<HailFile> files) {
    this.spec = spec;
    this.files = List.copyOf(files);
  }

  /**
   * Opens the files that a join names.
   *
   * @throws JoinRefusedException if there is none, or they differ in their schemas
   * @throws IOException if one is no HAIL file or cannot be opened
   */
  static BuildFiles open(Configuration conf, JoinSpec spec) throws IOException {
    List<HailFile> files = new ArrayList<>();
    for (Path path : paths(conf, spec)) {
      try {
        files.add(HailFile.open(conf, path));
      } catch (IOException e) {
        throw spec.refused("its build side cannot be opened: " + PathException.firstLine(e), e);
      }
      HailFile first = files.get(0);
      HailFile last = files.get(files.size() - 1);
      if (!last.schema().equals(first.schema())) {
        throw spec.refused(
            "the files of its build side differ in their schemas: "
                + first
                + " has ("
                + first.schema()
                + "), "
                + last
                + " has ("
                + last.schema()
                + ")");
      }
    }
    return new BuildFiles(spec, files);
  }

  private static List<Path> paths(Configuration conf, JoinSpec spec) throws IOException {
    Path pattern;
    try {
      pattern = new Path(spec.path());
    } catch (IllegalArgumentException e) {
      throw spec.refused("`" + spec.path() + "' is no path: " + PathException.firstLine(e), e);
    }
    FileSystem fs = pattern.getFileSystem(conf);
    FileStatus[] found = fs.globStatus(pattern);
    if (found == null || found.length == 0) {
      throw spec.refused("its build side " + fs.makeQualified(pattern) + " does not exist");
    }
    Arrays.sort(found);
    List<Path> paths = new ArrayList<>();
    for (FileStatus status : found) {
      if (!HiddenNames.isNamed(fs.makeQualified(pattern), status.getPath())) {
        continue;
      }
      if (!status.isDirectory()) {
        paths.add(status.getPath());
        continue;
      }
      FileStatus[] inside =
          fs.listStatus(status.getPath(), path -> !HiddenNames.isHidden(path.getName()));
      Arrays.sort(inside);
      for (FileStatus file : inside) {
        if (file.isDirectory()) {
          throw spec.refused(
              "its build side "
                  + status.getPath()
                  + " holds the directory "
                  + file.getPath()
                  + "; name the directories by a pattern, such as `"
                  + spec.path()
                  + "/*'");
        }
        paths.add(file.getPath());
      }
    }
    if (paths.isEmpty()) {
      throw spec.refused("its build side " + fs.makeQualified(pattern) + " holds no file");
    }
    return paths;
  }

  JoinSpec spec() {
    return spec;
  }

  Schema schema() {
    return files.get(0).schema();
  }

  /** Returns the name of the first file and how many others there are. */
  String describe() {
    return files.get(0) + (files.size() == 1 ? "" : " and " + (files.size() - 1) + " others");
  }

  /** Returns the bytes of all files. */
  long length() {
    return files.stream().mapToLong(file -> file.status().getLen()).sum();
  }

  /** A block and its file. */
  record FileBlock(HailFile file, HailBlock block) {}

  List<FileBlock> blocks() {
    return files.stream()
        .flatMap(file -> file.blocks().stream().map(block -> new FileBlock(file, block)))
        .toList();
  }
}
