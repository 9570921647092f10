// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What {@code hail put} refuses before it looks for HDFS. The destinations are local, so a put that
 * passes these checks ends with {@value #PASSED}.
 */
class PlannedFilesTest {
  private static final String PASSED = "not on HDFS";

  @TempDir Path folder;

  @BeforeEach
  void makeSources() throws Exception {
    for (String source : List.of("a/x.csv", "b/x.csv", "a/y.csv", "a/d/1.csv", "b/d/2.csv")) {
      Path file = folder.resolve(source);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "1\n");
    }
    Files.createDirectories(folder.resolve("dst"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a/x.csv | b/x.csv
          a/d     | b/d
          a/d     | b/d/
          a/x.csv | a/x.csv
          a/x.csv | a/./x.csv
          a/x.csv | a/d/../x.csv
          a/d     | a/d/.
          a       | a/d/..
          a/x.csv | @/a/x.csv
          a/x.csv | file://@/a/x.csv
          a/d     | file:@/b/d/
          a/x.csv | file://@/b/x.*
          """)
  void sources_ofOneName_areRefusedAndNamed(String first, String second) throws Exception {
    String one = relative(first);
    String other = second.contains("@") ? second.replace("@", folder.toString()) : relative(second);
    for (String[] sources : new String[][] {{one, other}, {one, relative("a/y.csv"), other}}) {
      String said = put(1, sources, "dst");
      assertThat(said)
          .contains("hail put: `" + folder + "/dst/")
          .contains("`" + one + "' and `" + other + "' would both become this file")
          .contains("Nothing was loaded");
    }
  }

  @Test
  void standardInput_namedTwice_isRefused() throws Exception {
    assertThat(put(1, new String[] {"-", relative("a/x.csv"), "-"}, "dst/file"))
        .startsWith("hail put: `-': is standard input, which is read once");
  }

  @Test
  void matches_ofOneName_areRefusedAndNamed() throws Exception {
    String said = put(1, new String[] {"file:" + folder + "/*/x.csv"}, "dst");
    assertThat(said)
        .contains("`file:" + folder + "/a/x.csv' and `file:" + folder + "/b/x.csv' would both");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a/x.csv | a/x.csv     | is the file to make
          a/x.csv | a           | is the file to make
          a/d     | a           | is the file to make
          a       | a/new       | holds the file to make
          a       | a/d/e/new   | holds the file to make
          b/d a/d/1.csv | a     | lies in the file to make
          """)
  void source_thatWouldBeReplaced_isRefused(String sources, String destination, String what)
      throws Exception {
    for (String scheme : new String[] {"", "file:", "file://"}) {
      String[] given = sources.split(" ");
      for (int i = 0; i < given.length; i++) {
        given[i] = scheme + folder.resolve(given[i]);
      }
      assertThat(put(1, given, destination)).contains(what).contains("`" + folder);
    }
  }

  @Test
  void source_thatCannotBeRead_isFoundBeforeTheFirstUpload() throws Exception {
    String good = relative("a/x.csv");
    assertThat(put(1, new String[] {good, relative("none")}, "dst"))
        .contains("No such file or directory");
    assertThat(put(1, new String[] {good, "file:" + folder + "/none*"}, "dst"))
        .contains("No such file or directory");
    assertThat(put(1, new String[] {good, "-"}, "dst")).contains("Standard input needs the name");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThat(put(1, new String[] {good, "file:" + folder + "/[ae]*"}, "dst"))
        .contains(empty + "': has no files to read");
    Path colon = Files.writeString(folder.resolve("a:b"), "1\n");
    assertThat(put(1, new String[] {good, colon.toString()}, "dst"))
        .contains("a:b': HDFS takes no name with a colon");
  }

  @Test
  void sources_ofOneName_mayBeJoinedToOneFile() throws Exception {
    String source = relative("a/x.csv");
    for (String other : new String[] {source, relative("b/x.csv"), "file:" + folder + "/*/x.csv"}) {
      assertThat(put(1, new String[] {source, other}, "dst/new")).contains(PASSED);
    }
    assertThat(put(1, new String[] {source, relative("a/y.csv"), relative("b/d")}, "dst"))
        .contains(PASSED);
  }

  @Test
  void files_areNamedAfterTheirSources() throws Exception {
    assertThat(names("a/x.csv", "a/d/", "b/."))
        .containsExactly(name("x.csv"), name("d"), name("b"));
    assertThat(names("a/d/..")).containsExactly(name("a"));
    assertThat(names("file:" + folder + "/a/*.csv")).containsExactly(name("x.csv"), name("y.csv"));
  }

  private String name(String name) {
    return "file:" + folder + "/dst/" + name;
  }

  private List<String> names(String... sources) throws Exception {
    List<String> arguments =
        List.of(sources).stream().map(s -> s.startsWith("file:") ? s : relative(s)).toList();
    return PlannedFiles.intoDirectory(
            new Configuration(),
            InputStream.nullInputStream(),
            arguments,
            new org.apache.hadoop.fs.Path("file:" + folder + "/dst"))
        .stream()
        .map(planned -> planned.file().toString())
        .toList();
  }

  /** The path from the working directory of this process, spelled as given. */
  private String relative(String path) {
    return Path.of("").toAbsolutePath().relativize(folder) + "/" + path;
  }

  private String put(int code, String[] sources, String destination) throws Exception {
    String[] arguments = new String[sources.length + 6];
    List.of("put", "-f", "--parents", "--schema", "k INT").toArray(arguments);
    System.arraycopy(sources, 0, arguments, 5, sources.length);
    arguments[arguments.length - 1] = folder.resolve(destination).toString();
    CommandRun run = CommandRun.of(arguments);
    assertThat(run.code()).as("%s", run.err()).isEqualTo(code);
    return run.err();
  }
}
