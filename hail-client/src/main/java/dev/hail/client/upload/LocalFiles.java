// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import dev.hail.client.PathException;
import dev.hail.client.fs.HiddenNames;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * The regular files of a local directory and of those below it, in order of name, without {@link
 * HiddenNames hidden names}. Links are followed.
 *
 * @param files the files
 * @param skipped what else the directories hold
 */
record LocalFiles(List<Path> files, List<SkippedPath> skipped) {
  LocalFiles {
    files = List.copyOf(files);
    skipped = List.copyOf(skipped);
  }

  /**
   * Finds the files of a directory.
   *
   * @throws PathException if a directory cannot be read, or if a link leads nowhere: what it should
   *     lead to may hold rows
   */
  static LocalFiles in(Path directory) throws IOException {
    Walk walk = new Walk();
    walk.enter(directory);
    return new LocalFiles(walk.files, walk.skipped);
  }

  /** The failure of a path that this user may not read. */
  static PathException unreadable(Object path, Throwable cause) {
    return new PathException(
        path, "Permission denied", "Make it readable, or run as its owner.", cause);
  }

  private static final class Walk {
    private final List<Path> files = new ArrayList<>();
    private final List<SkippedPath> skipped = new ArrayList<>();

    /** Real paths of the directory that is listed and of those that lead to it. */
    private final Deque<Path> entered = new ArrayDeque<>();

    void enter(Path directory) throws IOException {
      Path real = directory.toRealPath();
      if (entered.stream().anyMatch(below -> below.startsWith(real))) {
        skip(directory, SkippedPath.Reason.CIRCLE);
        return;
      }
      entered.push(real);
      for (Path child : children(directory)) {
        if (HiddenNames.isHidden(child.getFileName().toString())) {
          skip(child, SkippedPath.Reason.HIDDEN);
        } else {
          checkName(child);
          add(child);
        }
      }
      entered.pop();
    }

    private void add(Path child) throws IOException {
      BasicFileAttributes attributes;
      try {
        attributes = Files.readAttributes(child, BasicFileAttributes.class);
      } catch (AccessDeniedException denied) {
        throw unreadable(child, denied);
      } catch (FileSystemException failure) {
        if (isCircle(failure)) {
          skip(child, SkippedPath.Reason.CIRCLE);
          return;
        }
        throw new PathException(
            child,
            Files.isSymbolicLink(child) && failure instanceof NoSuchFileException
                ? "is a link to " + Files.readSymbolicLink(child) + ", which does not exist"
                : "cannot be read: " + failure.getReason(),
            "Mend it, or take it out of the directory.",
            failure);
      }
      if (attributes.isDirectory()) {
        enter(child);
      } else if (attributes.isRegularFile()) {
        files.add(child);
      } else {
        skip(child, SkippedPath.Reason.NO_FILE);
      }
    }

    /** Java has no class for ELOOP. */
    private static boolean isCircle(FileSystemException failure) {
      return failure.getReason() != null && failure.getReason().contains("symbolic link");
    }

    private void skip(Path path, SkippedPath.Reason reason) {
      skipped.add(new SkippedPath(path.toString(), reason));
    }

    private static List<Path> children(Path directory) throws IOException {
      List<Path> children = new ArrayList<>();
      try (DirectoryStream<Path> listed = Files.newDirectoryStream(directory)) {
        listed.forEach(children::add);
      } catch (AccessDeniedException denied) {
        throw unreadable(directory, denied);
      } catch (DirectoryIteratorException failure) {
        throw failure.getCause();
      }
      children.sort(Comparator.comparing(Path::toString));
      return children;
    }

    /**
     * Refuses a name that the Java virtual machine cannot decode, and under which it finds no file.
     */
    private static void checkName(Path child) throws PathException {
      if (child.toString().indexOf('\uFFFD') >= 0 && !child.toFile().exists()) {
        throw new PathException(
            child,
            "the name is not " + System.getProperty("sun.jnu.encoding"),
            "Rename the file, or give its text as standard input (-).");
      }
    }
  }
}
