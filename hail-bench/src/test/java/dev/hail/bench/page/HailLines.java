// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.testing.PageBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The {@code hail} commands in a block, cut into words by bash, without running any. */
final class HailLines {
  /** A line that begins with the command, perhaps behind variables that hold for it alone. */
  static final Pattern LINE = Pattern.compile("(?:\\w+=\\S* )*(?:bin/)?hail(?: .*)?");

  /** In place of the commands; nothing else is found, and counts as done. */
  private static final String STUBS =
      """
      command_not_found_handle() { return 0; }
      hail() { printf '%s\\0' "$@" $'\\n' >>"$calls"; }
      bin/hail() { hail "$@"; }
      """;

  private static final String END = "\n";

  private HailLines() {}

  /**
   * Returns the arguments of each {@code hail} command in their order.
   *
   * @param scratch directory for what the block redirects into files
   */
  static List<List<String>> of(PageBlock block, Path scratch)
      throws IOException, InterruptedException {
    Path calls = Files.createTempFile(scratch, "calls", "");
    String script = block.language().equals("sh") ? block.text() : indentedLines(block);
    ProcessBuilder bash =
        new ProcessBuilder("/bin/bash", "-c", STUBS + script)
            .directory(scratch.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    bash.environment().put("PATH", "/nowhere");
    bash.environment().put("calls", calls.toString());
    bash.start().waitFor();
    List<List<String>> commands = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (String word : Files.readString(calls).split("\0", -1)) {
      if (word.equals(END)) {
        commands.add(List.copyOf(words));
        words.clear();
      } else {
        words.add(word);
      }
    }
    long lines = script.lines().filter(line -> LINE.matcher(line).matches()).count();
    assertThat((long) commands.size())
        .as("%s: hail commands that bash reaches", block.place())
        .isGreaterThanOrEqualTo(lines);
    return commands;
  }

  /** What a program proposes to type is in its output, with a margin. */
  private static String indentedLines(PageBlock block) {
    return block
        .text()
        .lines()
        .map(String::strip)
        .filter(line -> LINE.matcher(line).matches())
        .collect(Collectors.joining("\n"));
  }
}
