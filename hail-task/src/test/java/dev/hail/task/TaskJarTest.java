// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is in the one jar of jobs. {@code InstallTest} in hail-dist runs a job with it. */
class TaskJarTest {
  private static final String CLASS = ".class";
  private static final Path JAR = Path.of(System.getProperty("hail.task.jar"));

  @Test
  void everyClass_isBelowNamesOfHail() throws IOException {
    List<String> classes = names(CLASS);

    assertThat(classes)
        .contains("dev/hail/mapreduce/HailInputFormat.class")
        .contains("dev/hail/shaded/org/apache/arrow/flatbuf/Message.class")
        .contains("dev/hail/shaded/com/google/flatbuffers/Table.class")
        .allMatch(name -> name.startsWith("dev/hail/") || isThinClassOfHadoop(name));
  }

  private static boolean isThinClassOfHadoop(String name) {
    return name.startsWith("org/apache/hadoop/")
        && name.substring(name.lastIndexOf('/') + 1).startsWith("Hail");
  }

  /** Foreign files at one path in several jars would hide each other. */
  @Test
  void otherFiles_areHailsOrMetadata() throws IOException {
    assertThat(names(""))
        .filteredOn(name -> !name.endsWith(CLASS))
        .contains("hail-default.xml", "META-INF/LICENSE", "META-INF/NOTICE")
        .allMatch(
            name ->
                name.startsWith("META-INF/")
                    || name.startsWith("dev/hail/")
                    || name.equals("hail-default.xml"));
  }

  @Test
  void services_nameClassesOfTheJar() throws IOException {
    List<String> all = names("");
    for (String service : names("")) {
      if (service.startsWith("META-INF/services/")) {
        assertThat(text(service).lines().filter(line -> !line.isBlank() && !line.startsWith("#")))
            .as(service)
            .allMatch(type -> all.contains(type.replace('.', '/') + CLASS));
      }
    }
  }

  /** Hadoop's jars and this one suffice to link what a job calls. */
  @Test
  void everyClass_withHadoopAlone_links() throws Exception {
    List<URL> path = new ArrayList<>(List.of(JAR.toUri().toURL()));
    for (String entry : hadoop()) {
      path.add(Path.of(entry).toUri().toURL());
    }
    List<String> broken = new ArrayList<>();
    try (URLClassLoader loader =
        new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      for (String name : names(CLASS)) {
        String type = name.substring(0, name.length() - CLASS.length()).replace('/', '.');
        try {
          Class<?> loaded = Class.forName(type, false, loader);
          assertThat(loaded.getDeclaredMethods()).isNotNull();
          assertThat(loaded.getDeclaredFields()).isNotNull();
        } catch (LinkageError missing) {
          broken.add(type + ": " + missing);
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  /** Entries of this test's class path that come neither from HAIL nor from what the jar has. */
  private static List<String> hadoop() {
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Arrays.stream(path.split(File.pathSeparator))
        .filter(entry -> entry.endsWith(".jar"))
        .filter(entry -> Stream.of("arrow", "flatbuffers", "hail-").noneMatch(entry::contains))
        .toList();
  }

  private static List<String> names(String suffix) throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      return jar.stream()
          .filter(entry -> !entry.isDirectory())
          .map(JarEntry::getName)
          .filter(name -> name.endsWith(suffix))
          .toList();
    }
  }

  private static String text(String name) throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile());
        InputStream in = jar.getInputStream(jar.getEntry(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
