// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.fs.FileUtil;

/**
 * The directory in which the web servers of a cluster unpack their pages. They would use the
 * system's temporary directory, and leave their files there if this process ends before them.
 *
 * <p>Jetty asks a system property. Hadoop's key {@code hadoop.http.temp.dir} would give all daemons
 * one directory, and each daemon deletes it when it starts. Of several clusters in one process, the
 * one that started last has the property.
 */
final class WebServerFiles {
  private static final String PROPERTY = "jetty.base";

  /** Name that Jetty expects in the directory of the property. */
  private static final String WORK = "work";

  private final File directory;

  private WebServerFiles(File directory) {
    this.directory = directory;
  }

  /** Makes the directory below a cluster's base directory, for the servers that start from now. */
  static WebServerFiles below(File baseDirectory) throws IOException {
    Path directory = baseDirectory.toPath().toAbsolutePath().resolve("web");
    Files.createDirectories(directory.resolve(WORK));
    System.setProperty(PROPERTY, directory.toString());
    return new WebServerFiles(directory.toFile());
  }

  /** Removes the directory; servers that start later use another one. */
  void remove() {
    if (directory.getPath().equals(System.getProperty(PROPERTY))) {
      System.clearProperty(PROPERTY);
    }
    FileUtil.fullyDelete(directory);
  }
}
