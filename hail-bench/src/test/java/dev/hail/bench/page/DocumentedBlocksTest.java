// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.cli.CommandParser;
import dev.hail.testing.PageBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each fenced block of a page says which test types it, or why none does. */
class DocumentedBlocksTest {
  /** Why nobody types a block: CONTRIBUTING.md explains them. {@code source} names a test. */
  private static final Set<String> REASONS =
      Set.of("machine", "cluster", "browser", "format", "output", "source");

  /** Runners that try what a block says, but do not read it from the page. */
  private static final Map<String, String> UNREAD =
      Map.of(
          "BenchUploadCommandTest", "runs small texts, as the test of each other bench command",
          "DemoCommandTest", "runs a small text",
          "DockerClusterTest", "needs the images that bin/test --docker makes before",
          "JoinExampleTest", "runs the program in the build, which has its class path",
          "bin/test", "is itself what the block shows",
          "hail-native/test", "is itself what the block shows, or the build that it runs");

  private static final Pattern INDENTED_COMMAND = Pattern.compile("(?: {4,}|\t)(?:bin/)?hail .*");

  @Test
  void block_ofPage_hasTierThatHolds() throws IOException {
    Map<String, String> tests = testSources();
    List<String> problems = new ArrayList<>();
    for (PageBlock block : blocks()) {
      problem(block, tests).ifPresent(text -> problems.add(block.place() + ": " + text));
    }
    assertThat(problems).isEmpty();
  }

  @Test
  void hailLine_ofBlock_fitsCommand(@TempDir Path scratch) throws Exception {
    List<String> problems = new ArrayList<>();
    int commands = 0;
    for (PageBlock block : blocks()) {
      for (List<String> arguments : HailLines.of(block, scratch)) {
        commands++;
        String problem = CommandParser.problem(arguments);
        if (!problem.isEmpty()) {
          problems.add(block.place() + ": hail " + String.join(" ", arguments) + ": " + problem);
        }
      }
    }
    assertThat(problems).isEmpty();
    assertThat(commands).isGreaterThan(50);
  }

  /** Markdown also takes lines with a margin for a block, which has no place for a tier. */
  @Test
  void hailLine_withMargin_standsInFencedBlock() throws IOException {
    List<String> problems = new ArrayList<>();
    for (String page : PageBlock.pages()) {
      List<String> lines = new ArrayList<>(Files.readAllLines(PageBlock.root().resolve(page)));
      for (PageBlock block : PageBlock.of(page)) {
        lines
            .subList(block.line(), block.line() + (int) block.text().lines().count())
            .replaceAll(line -> "");
      }
      for (int i = 0; i < lines.size(); i++) {
        if (INDENTED_COMMAND.matcher(lines.get(i)).matches()) {
          problems.add(page + ":" + (i + 1) + ": put fences and a tier around " + lines.get(i));
        }
      }
    }
    assertThat(problems).isEmpty();
  }

  private static Optional<String> problem(PageBlock block, Map<String, String> tests) {
    return switch (block.tier()) {
      case "gate" ->
          block.language().equals("sh") && block.detail().isEmpty()
              ? Optional.empty()
              : Optional.of("write a block of the gate as `sh gate'");
      case "nightly" -> problemOfRunner(block, word(block, 0), tests);
      case "text" -> problemOfText(block, tests);
      default ->
          Optional.of("has no tier; write ```LANGUAGE gate|nightly|text .., see CONTRIBUTING.md");
    };
  }

  private static Optional<String> problemOfText(PageBlock block, Map<String, String> tests) {
    String reason = word(block, 0);
    if (!REASONS.contains(reason)) {
      return Optional.of("`" + reason + "' is no reason; the reasons are " + REASONS);
    }
    Optional<String> command =
        block.text().lines().filter(line -> HailLines.LINE.matcher(line).matches()).findFirst();
    if (command.isPresent()) {
      return Optional.of("a test must type `" + command.get() + "'; its tier is gate or nightly");
    }
    return reason.equals("source")
        ? problemOfRunner(block, word(block, 1), tests)
        : Optional.empty();
  }

  private static Optional<String> problemOfRunner(
      PageBlock block, String runner, Map<String, String> tests) {
    boolean script = Files.isExecutable(PageBlock.root().resolve(runner)) && !runner.isEmpty();
    if (!tests.containsKey(runner) && !script) {
      return Optional.of("there is no test `" + runner + "'");
    }
    String file = Path.of(block.page()).getFileName().toString();
    if (UNREAD.containsKey(runner) || tests.get(runner).contains(file)) {
      return Optional.empty();
    }
    return Optional.of(runner + " does not name " + file + ", so it cannot read this block");
  }

  private static String word(PageBlock block, int index) {
    String[] words = block.detail().split(" ", -1);
    return index < words.length ? words[index] : "";
  }

  private static List<PageBlock> blocks() throws IOException {
    List<PageBlock> blocks = new ArrayList<>();
    for (String page : PageBlock.pages()) {
      blocks.addAll(PageBlock.of(page));
    }
    return blocks;
  }

  /** The sources of all test classes by the names of the classes. */
  private static Map<String, String> testSources() throws IOException {
    Map<String, String> sources = new HashMap<>();
    try (Stream<Path> modules = Files.list(PageBlock.root())) {
      for (Path module : modules.map(each -> each.resolve("src/test/java")).toList()) {
        if (Files.isDirectory(module)) {
          addSources(module, sources);
        }
      }
    }
    return sources;
  }

  private static void addSources(Path folder, Map<String, String> sources) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(each -> each.toString().endsWith("Test.java")).toList()) {
        String name = file.getFileName().toString();
        sources.put(name.substring(0, name.length() - ".java".length()), Files.readString(file));
      }
    }
  }
}
