// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Temporary directories of images: private, and removed when nobody can need them. */
final class BuildFolderTest {
  private static final String TEMPORARY = "java.io.tmpdir";

  @TempDir private Path parent;
  private String before;

  @BeforeEach
  void redirect() {
    before = System.getProperty(TEMPORARY);
    System.setProperty(TEMPORARY, parent.toString());
  }

  @AfterEach
  void restore() {
    System.setProperty(TEMPORARY, before);
  }

  private static long deadProcess() throws Exception {
    Process process = new ProcessBuilder("true").start();
    process.waitFor();
    return process.pid();
  }

  private Path folder(Object process) throws Exception {
    Path folder = parent.resolve("hail-join-" + process + "-" + UUID.randomUUID());
    Files.createDirectories(folder.resolve("inner"));
    Files.writeString(folder.resolve("inner/image"), "image");
    return folder;
  }

  @Test
  void folder_isPrivateAndGoesWithItsFilesOnClose() throws Exception {
    Path path;
    try (BuildFolder folder = BuildFolder.create()) {
      path = folder.path();
      assertThat(path).isEmptyDirectory().hasParent(parent);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
          .isEqualTo("rwx------");
      Files.writeString(path.resolve("image"), "image");
    }
    assertThat(path).doesNotExist();
  }

  @Test
  void foldersOfDeadProcesses_goWhenTheNextIsMade() throws Exception {
    Path dead = folder(deadProcess());
    Path another = folder(deadProcess());

    BuildFolder.create().close();

    assertThat(dead).doesNotExist();
    assertThat(another).doesNotExist();
  }

  @Test
  void whatIsNotAFolderOfADeadProcess_stays() throws Exception {
    long dead = deadProcess();
    Path living = folder(ProcessHandle.current().pid());
    Path unnumbered = folder("notes");
    Path nobodys = Files.createDirectory(parent.resolve("hail-join-" + dead));
    Path similar = Files.createDirectory(parent.resolve("hail-joins-" + dead + "-x"));
    Path file = Files.writeString(parent.resolve("hail-join-" + dead + "-notes"), "notes");
    Path elsewhere = Files.createDirectory(parent.resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("file"), "file");
    Path link = Files.createSymbolicLink(parent.resolve("hail-join-" + dead + "-link"), elsewhere);

    try (BuildFolder first = BuildFolder.create();
        BuildFolder second = BuildFolder.create()) {
      assertThat(first.path()).isDirectory();
      assertThat(second.path()).isDirectory();
    }

    assertThat(living.resolve("inner/image")).exists();
    assertThat(unnumbered.resolve("inner/image")).exists();
    assertThat(nobodys).exists();
    assertThat(similar).exists();
    assertThat(file).exists();
    assertThat(link).isSymbolicLink();
    assertThat(elsewhere.resolve("file")).exists();
  }

  @Test
  void linkInAFolderOfADeadProcess_goesAloneWithoutItsTarget() throws Exception {
    Path target = Files.createDirectory(parent.resolve("target"));
    Files.writeString(target.resolve("file"), "file");
    Path dead = folder(deadProcess());
    Files.createSymbolicLink(dead.resolve("link"), target);

    BuildFolder.create().close();

    assertThat(dead).doesNotExist();
    assertThat(target.resolve("file")).exists();
  }
}
