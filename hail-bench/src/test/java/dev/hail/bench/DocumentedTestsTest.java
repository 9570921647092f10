// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tests that docs/*.md name as those which hold a promise. */
class DocumentedTestsTest {
  /** As in {@code hail-client: PutTest#rowsArrive}; module and method may be missing. */
  private static final Pattern NAME =
      Pattern.compile("`(?:(hail-[a-z]+): )?([A-Z]\\w*Test)(?:#(\\w+))?`");

  private static final Path ROOT = root();
  private static final Path FAULTS = ROOT.resolve("docs/reliability.md");

  @Test
  void testNamedInDocs_lookedUp_exists() throws IOException {
    List<String> missing = new ArrayList<>();
    int methods = 0;
    for (Path document : files(ROOT.resolve("docs"), ".md")) {
      String usual = document.equals(FAULTS) ? "hail-minicluster" : null;
      Matcher name = NAME.matcher(Files.readString(document));
      while (name.find()) {
        String module = name.group(1) == null ? usual : name.group(1);
        if (!exists(module, name.group(2), name.group(3))) {
          missing.add(ROOT.relativize(document) + ": " + name.group());
        }
        methods += name.group(3) == null ? 0 : 1;
      }
    }
    assertThat(missing).isEmpty();
    assertThat(methods).isGreaterThan(30);
  }

  @Test
  void testOfFault_lookedUp_isNamedInReliabilityDoc() throws IOException {
    Set<String> named = new TreeSet<>();
    Matcher name = NAME.matcher(Files.readString(FAULTS));
    while (name.find()) {
      named.add(name.group(2) + ".java");
    }
    Path faults = ROOT.resolve("hail-minicluster/src/test/java/dev/hail/reliability");
    assertThat(files(faults, "Test.java"))
        .isNotEmpty()
        .allSatisfy(file -> assertThat(named).contains(file.getFileName().toString()));
  }

  private static boolean exists(String module, String type, String method) throws IOException {
    for (Path file : sources(module)) {
      if (file.getFileName().toString().equals(type + ".java")) {
        return method == null || isTest(Files.readString(file), method);
      }
    }
    return false;
  }

  /** Annotations stand between the method before and this one, and one of them makes it a test. */
  private static boolean isTest(String source, String method) {
    Pattern test =
        Pattern.compile("@(Test|ParameterizedTest|RepeatedTest)\\b[^;]*?\\bvoid " + method + "\\(");
    return test.matcher(source).find();
  }

  private static List<Path> sources(String module) throws IOException {
    List<Path> sources = new ArrayList<>();
    for (Path directory : modules()) {
      if (module == null || directory.getFileName().toString().equals(module)) {
        sources.addAll(files(directory.resolve("src/test/java"), ".java"));
      }
    }
    return sources;
  }

  private static List<Path> modules() throws IOException {
    try (Stream<Path> children = Files.list(ROOT)) {
      return children.filter(child -> Files.isDirectory(child.resolve("src/test/java"))).toList();
    }
  }

  private static List<Path> files(Path directory, String suffix) throws IOException {
    try (Stream<Path> found = Files.walk(directory)) {
      return found.filter(path -> path.toString().endsWith(suffix)).toList();
    }
  }

  /** Tests run in the directory of their module. */
  private static Path root() {
    return Path.of("").toAbsolutePath().getParent();
  }
}
