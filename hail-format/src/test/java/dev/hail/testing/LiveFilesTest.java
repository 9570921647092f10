// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A walk over files, some of which are deleted meanwhile. */
class LiveFilesTest {
  @TempDir private Path folder;

  private Path file(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.createFile(file);
  }

  @Test
  void files_ofAllFolders_areFoundByName() throws IOException {
    Path above = file("blk_1");
    Path below = file("a/blk_b/blk_2");
    file("a/other");
    Path link = Files.createSymbolicLink(folder.resolve("a/blk_3"), Path.of("/missing"));
    assertThat(LiveFiles.find(folder, file -> file.getFileName().toString().startsWith("blk_")))
        .containsExactlyInAnyOrder(above, below, link);
  }

  @Test
  void file_deletedBeforeItsVisit_isLeftOut() throws IOException {
    List<Path> files = List.of(file("a"), file("b"), file("c"));
    List<Path> visited = new ArrayList<>();
    List<Path> found =
        LiveFiles.find(
            folder,
            file -> {
              visited.add(file);
              files.stream().filter(other -> !other.equals(file)).forEach(LiveFilesTest::delete);
              return true;
            });
    assertThat(found).hasSize(1).isEqualTo(visited);
  }

  @Test
  void folder_deletedBeforeItsVisit_isLeftOut() throws IOException {
    List<Path> files = List.of(file("a/file"), file("b/file"), file("c/file"));
    List<Path> found =
        LiveFiles.find(
            folder,
            file -> {
              for (Path other : files) {
                if (!other.equals(file)) {
                  delete(other);
                  delete(other.getParent());
                }
              }
              return true;
            });
    assertThat(found).hasSize(1);
  }

  @Test
  void folder_deletedDuringItsVisit_isLeft() throws IOException {
    Path beside = file("beside");
    List<Path> files = List.of(file("a/b/1"), file("a/b/2"));
    List<Path> found =
        LiveFiles.find(
            folder,
            file -> {
              if (files.contains(file)) {
                files.forEach(LiveFilesTest::delete);
                delete(folder.resolve("a/b"));
                delete(folder.resolve("a"));
              }
              return true;
            });
    assertThat(found).hasSize(2).contains(beside).containsAnyElementsOf(files);
  }

  @Test
  void missingFolder_isRefused() {
    Path missing = folder.resolve("missing");
    assertThatThrownBy(() -> LiveFiles.find(missing, file -> true))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(missing.toString());
  }

  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
