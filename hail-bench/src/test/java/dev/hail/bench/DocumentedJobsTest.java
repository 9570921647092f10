// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.testing.PageBlock;
import java.io.IOException;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The programs that pages show, each as it stands there. */
class DocumentedJobsTest {
  private static final Pattern NAME = Pattern.compile("^public class (\\w+)", Pattern.MULTILINE);

  /** What the page leaves out around its sketch of a job. */
  private static final String IMPORTS =
      """
      import dev.hail.mapreduce.HailJobs;
      import dev.hail.mapreduce.HailQuery;
      import dev.hail.mapreduce.HailRecord;
      import java.io.IOException;
      import org.apache.hadoop.io.NullWritable;
      import org.apache.hadoop.io.Text;
      import org.apache.hadoop.mapreduce.Job;
      import org.apache.hadoop.mapreduce.Mapper;
      """;

  @ParameterizedTest
  @CsvSource({"docs/jobs.md, PlainVisitors Visitors", "docs/joins.md, Revenue"})
  void documentedJob_compiledAlone_compiles(String page, String expected, @TempDir Path directory)
      throws Exception {
    List<String> names = new ArrayList<>();
    for (String source : sources(page)) {
      Matcher name = NAME.matcher(source);
      assertThat(name.find()).as("a public class in%n%s", source).isTrue();
      assertThat(Files.readString(PageBlock.root().resolve(page)))
          .contains("`" + name.group(1) + ".java`");
      names.add(name.group(1));
      assertCompiles(directory.resolve(name.group(1)), name.group(1), source);
    }
    assertThat(String.join(" ", names)).isEqualTo(expected);
  }

  @Test
  void sketchOfJob_inSurroundings_compiles(@TempDir Path directory) throws Exception {
    List<String> sources = sources("README.md");
    assertThat(sources).hasSize(1);
    String[] parts = sources.get(0).split("(?m)^\\.\\.\\.$", -1);
    assertThat(parts).hasSize(2);
    assertCompiles(
        directory,
        "Sketch",
        "%s%sclass Sketch {\nvoid configure(Job job) throws Exception {%s}\n}\n"
            .formatted(IMPORTS, parts[0], parts[1]));
  }

  private static List<String> sources(String page) throws IOException {
    return PageBlock.of(page).stream()
        .filter(block -> block.language().equals("java"))
        .map(PageBlock::text)
        .toList();
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
