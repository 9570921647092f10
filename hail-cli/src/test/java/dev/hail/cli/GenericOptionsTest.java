// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a wrong value of a generic option leads to: a line that names the option, and code 2. */
class GenericOptionsTest {
  @ParameterizedTest
  @CsvSource({
    "-D,KEY=VALUE",
    "-conf,FILE",
    "-fs,URI",
    "-jt,local|HOST:PORT",
    "-files,'A,B'",
    "-libjars,'A,B'",
    "-archives,'A,B'",
    "-tokenCacheFile,FILE"
  })
  void option_beforeAnotherOption_lacksItsValue(String option, String value) throws Exception {
    for (String next : List.of("-x", "-fs", "-v", "--", "--filter", "-D", "-Da=b")) {
      assertThat(refused("ls", option, next, "/"))
          .isEqualTo(
              "hail ls: %s needs %s, and `%s' is another option".formatted(option, value, next));
    }
    assertThat(refused(option, "-x", "ls", "/")).startsWith("hail: " + option + " needs " + value);
    assertThat(refused("ls", option, "", "/")).startsWith("hail ls: " + option + " needs " + value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"=3", "x", "=", "==3", " =3"})
  void assignment_withoutKeyOrValue_isRefused(String word) throws Exception {
    String refusal = "hail ls: -D needs KEY=VALUE, and `" + word + "' is none";
    assertThat(refused("ls", "-D", word, "/")).isEqualTo(refusal);
    if (!word.startsWith("=")) {
      assertThat(refused("ls", "-D" + word, "/")).isEqualTo(refusal);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost:9870,is the address of a web page and no file system",
    "https://localhost:9871/,is the address of a web page and no file system",
    "data:x,names no namenode",
    "mailto:x,names no namenode",
    "hdfs:///,names no namenode",
    "hdfs://my_host:8020,names no namenode",
    "hail:///,names no namenode"
  })
  void fileSystem_thatIsNoCluster_isRefused(String uri, String reason) throws Exception {
    assertThat(refused("ls", "-fs", uri, "/"))
        .isEqualTo("hail ls: -fs: `" + uri + "': " + reason + "; write it like hdfs://nn:8020");
  }

  @Test
  void tokens_ofFileThatHoldsNone_areRefusedWithItsName(@TempDir Path folder) throws Exception {
    Path text = Files.writeString(folder.resolve("text"), "no tokens\n");
    Path empty = Files.createFile(folder.resolve("empty"));
    Path cut = Files.write(folder.resolve("cut"), new byte[] {'H', 'D', 'T', 'S', 0, 3});
    Path future = Files.write(folder.resolve("future"), new byte[] {'H', 'D', 'T', 'S', 9, 3});
    assertThat(refused("ls", "-tokenCacheFile", "" + text, "/"))
        .isEqualTo(
            "hail ls: -tokenCacheFile: `%s': cannot be used: Bad header found in token storage."
                .formatted(text));
    for (Path ended : List.of(empty, cut)) {
      assertThat(refused("ls", "-tokenCacheFile", "" + ended, "/"))
          .endsWith("`" + ended + "': cannot be used: the file ends too early");
    }
    assertThat(refused("ls", "-tokenCacheFile", "" + future, "/"))
        .startsWith(
            "hail ls: -tokenCacheFile: `"
                + future
                + "': cannot be used: Unknown credential format");
    assertThat(refused("ls", "-tokenCacheFile", "" + folder, "/"))
        .startsWith("hail ls: -tokenCacheFile: `" + folder + "': ")
        .endsWith("(Is a directory)");
    assertThat(refused("ls", "-tokenCacheFile", "/no/such", "/"))
        .startsWith("hail ls: -tokenCacheFile: `/no/such': ");
  }

  @Test
  void configuration_thatIsNoXml_isRefusedWithItsLine(@TempDir Path folder) throws Exception {
    Path text = Files.writeString(folder.resolve("text"), "no XML\n");
    Path open = Files.writeString(folder.resolve("open.xml"), "<configuration>\n<property>\n");
    assertThat(refused("ls", "-conf", "" + text, "/"))
        .isEqualTo(
            "hail ls: -conf: `%s': malformed configuration, line 1 of file:%1$s: Unexpected character 'n' (code 110) in prolog; expected '<'"
                .formatted(text));
    assertThat(refused("ls", "-conf", "" + open, "/"))
        .startsWith("hail ls: -conf: `%s': malformed configuration, line ".formatted(open));
  }

  /** Runs a command whose option is wrong, and returns the line that says so. */
  private static String refused(String... words) throws Exception {
    CommandRun run = CommandRun.of(words);
    List<String> lines = run.err().lines().toList();
    assertThat(run.code()).as("%s", lines).isEqualTo(2);
    assertThat(lines).hasSize(2);
    assertThat(lines.get(1)).endsWith("--help' shows options and examples.");
    return lines.get(0);
  }
}
