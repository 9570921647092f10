// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.build;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory that only this user may read, for images before they are published. It goes when it
 * is closed. Those that killed processes left go when the next one is made.
 */
public final class BuildFolder implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(BuildFolder.class);
  private static final String PREFIX = "hail-join-";

  private final Path path;

  private BuildFolder(Path path) {
    this.path = path;
  }

  /** Makes a directory in the JVM's directory for temporary files. */
  public static BuildFolder create() throws IOException {
    Path parent = Path.of(System.getProperty("java.io.tmpdir"));
    removeOfDeadProcesses(parent);
    return new BuildFolder(
        Files.createTempDirectory(parent, PREFIX + ProcessHandle.current().pid() + "-"));
  }

  private static void removeOfDeadProcesses(Path parent) {
    List<Path> folders;
    try (Stream<Path> all = Files.list(parent)) {
      folders = all.filter(BuildFolder::isOfDeadProcess).toList();
    } catch (IOException | UncheckedIOException e) {
      LOG.debug("Images of former processes in {} stay", parent, e);
      return;
    }
    for (Path folder : folders) {
      try {
        remove(folder);
      } catch (IOException | UncheckedIOException e) {
        // Another client may remove the same one.
        LOG.debug("Images of a former process in {} stay", folder, e);
      }
    }
  }

  private static boolean isOfDeadProcess(Path folder) {
    String name = folder.getFileName().toString();
    int end = name.indexOf('-', PREFIX.length());
    if (!name.startsWith(PREFIX) || end < 0) {
      return false;
    }
    try {
      long pid = Long.parseLong(name.substring(PREFIX.length(), end));
      return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
          && Files.isWritable(folder)
          && ProcessHandle.of(pid).isEmpty();
    } catch (NumberFormatException notOurs) {
      return false;
    }
  }

  /** Returns the directory. */
  public Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    remove(path);
  }

  private static void remove(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(folder)) {
      files = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
  }
}
