// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.testing;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Finds files below a folder that a running daemon changes. {@link Files#walk} fails if a file is
 * deleted between the reading of its folder and its own visit.
 */
public final class LiveFiles {
  private LiveFiles() {}

  /**
   * Finds all files below a folder for which a predicate holds, in no particular order. A file or
   * folder that is deleted during the walk is no error. The result may lack a file that was moved
   * or created during the walk, and may hold one that is gone by now. Folders are never part of the
   * result. Symbolic links are, and are not followed.
   *
   * @throws NoSuchFileException if there is no such folder when the walk begins
   */
  public static List<Path> find(Path folder, Predicate<Path> wanted) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (wanted.test(file)) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            // Without the folder at the top, a wrong path would look like an empty folder.
            if (file.equals(folder)) {
              throw e;
            }
            return goOnIfDeleted(e);
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, IOException e)
              throws IOException {
            return e == null ? FileVisitResult.CONTINUE : goOnIfDeleted(e);
          }
        });
    return found;
  }

  private static FileVisitResult goOnIfDeleted(IOException e) throws IOException {
    if (e instanceof NoSuchFileException) {
      return FileVisitResult.CONTINUE;
    }
    throw e;
  }
}
