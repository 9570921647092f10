// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jobs that docs/jobs.md shows, each as it stands there. */
class DocumentedJobsTest {
  private static final Pattern SAMPLE =
      Pattern.compile("^```java\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  private static final Pattern NAME = Pattern.compile("^public class (\\w+)", Pattern.MULTILINE);

  @Test
  void documentedJob_compiledAlone_compiles(@TempDir Path directory) throws Exception {
    // Tests run in the directory of their module.
    Path document = Path.of("").toAbsolutePath().getParent().resolve("docs/jobs.md");
    Matcher sample = SAMPLE.matcher(Files.readString(document));
    List<String> names = new ArrayList<>();
    while (sample.find()) {
      String source = sample.group(1);
      Matcher name = NAME.matcher(source);
      assertThat(name.find()).as("a public class in%n%s", source).isTrue();
      assertThat(Files.readString(document)).contains("`" + name.group(1) + ".java`");
      names.add(name.group(1));
      assertCompiles(directory.resolve(name.group(1)), name.group(1), source);
    }
    assertThat(names).containsExactly("PlainVisitors", "Visitors");
  }

  private static void assertCompiles(Path directory, String name, String source) throws Exception {
    Files.createDirectories(directory);
    Path file = Files.writeString(directory.resolve(name + ".java"), source);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter problems = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(directory));
      boolean compiled =
          compiler
              .getTask(
                  problems,
                  files,
                  null,
                  List.of("-proc:none", "-cp", System.getProperty("java.class.path")),
                  null,
                  files.getJavaFileObjects(file))
              .call();
      assertThat(compiled).as("%s: %s", name, problems).isTrue();
    }
    assertThat(directory.resolve(name + ".class")).exists();
  }
}
