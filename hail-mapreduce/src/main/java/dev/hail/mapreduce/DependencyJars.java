// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.nativejoin.FlatJoins;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** The jars a job ships to its tasks. */
final class DependencyJars {

  /** Hadoop's key for the jars that {@code -libjars} collects. */
  static final String JARS_KEY = "tmpjars";

  private final Configuration conf;
  private final Set<String> jars;

  DependencyJars(Configuration conf) {
    this.conf = conf;
    this.jars = new LinkedHashSet<>(conf.getTrimmedStringCollection(JARS_KEY));
  }

  /** Adds the jar a class was loaded from; packs a class directory into a temporary jar. */
  void addJarOf(Class<?> type) throws IOException {
    Path location = locationOf(type);
    if (!Files.isDirectory(location)) {
      jars.add(qualified(location));
    } else if (!contains(location)) {
      jars.add(qualified(pack(location, packedName(location))));
    }
  }

  /**
   * Checks that a job which ships HAIL's jars ships those of joins, too.
   *
   * @throws IOException if it does not
   */
  void requireJoins() throws IOException {
    if (contains(locationOf(HailJobs.class)) && !contains(locationOf(FlatJoins.class))) {
      throw new HailQueryException(
          "The job has joins that were set after HailJobs.configure, so it does not ship their jar."
              + " Call HailJobs.addDependencyJars after the joins are set");
    }
  }

  private boolean contains(Path location) throws IOException {
    if (!Files.isDirectory(location)) {
      return jars.contains(qualified(location));
    }
    String name = packedName(location);
    return jars.stream().anyMatch(jar -> jar.endsWith("/" + name));
  }

  private static String packedName(Path location) {
    return "classes-" + Integer.toHexString(location.hashCode()) + ".jar";
  }

  private static Path locationOf(Class<?> type) throws IOException {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      throw new IOException(
          "Cannot ship "
              + type.getName()
              + " to the tasks: its class loader does not reveal the jar it came from."
              + " Name the jar with -libjars");
    }
    try {
      return Path.of(source.getLocation().toURI());
    } catch (URISyntaxException | IllegalArgumentException e) {
      throw new IOException(
          "Cannot ship "
              + type.getName()
              + " to the tasks: it was loaded from "
              + source.getLocation()
              + ", which is not a local file",
          e);
    }
  }

  void store() {
    conf.setStrings(JARS_KEY, jars.toArray(new String[0]));
  }

  private String qualified(Path jar) throws IOException {
    return FileSystem.getLocal(conf)
        .makeQualified(new org.apache.hadoop.fs.Path(jar.toUri()))
        .toString();
  }

  /**
   * Packs a class directory, which builds and tests have, into a jar deleted when this process
   * ends.
   */
  private static Path pack(Path directory, String name) throws IOException {
    Path parent = Files.createTempDirectory("hail-job");
    Path jar = parent.resolve(name);
    // Files are deleted in reverse order of registration, so the directory is empty when its turn
    // comes.
    parent.toFile().deleteOnExit();
    jar.toFile().deleteOnExit();
    List<Path> files;
    try (Stream<Path> walk = Files.walk(directory)) {
      files = walk.filter(Files::isRegularFile).sorted().toList();
    }
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream packed = new JarOutputStream(out)) {
      for (Path file : files) {
        String entry = directory.relativize(file).toString().replace(File.separatorChar, '/');
        packed.putNextEntry(new JarEntry(entry));
        Files.copy(file, packed);
        packed.closeEntry();
      }
    }
    return jar;
  }
}
