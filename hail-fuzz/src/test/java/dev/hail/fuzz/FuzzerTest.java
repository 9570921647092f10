// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs Jazzer on each target for its share of the minutes that {@code bin/test --fuzz} was given.
 * It changes inputs for new paths through HAIL's code. What it finds lies in {@code target/fuzz}:
 * the input that fails, and all inputs that took new paths.
 */
@EnabledIfSystemProperty(named = FuzzerTest.MINUTES, matches = "[1-9][0-9]*")
class FuzzerTest {
  static final String MINUTES = "hail.fuzz.minutes";

  /** Longest input in bytes; longer ones take longer and find little more. */
  private static final int LONGEST = 8192;

  /** An input that takes so many seconds is a finding. */
  private static final int SLOWEST = 20;

  @ParameterizedTest
  @EnumSource
  void changedInputs_ofTarget_haveNoFault(Target target) throws Exception {
    Path folder = Path.of("target", "fuzz", target.type().getSimpleName()).toAbsolutePath();
    Path corpus = Files.createDirectories(folder.resolve("corpus"));
    Path findings = Files.createDirectories(folder.resolve("findings"));
    List<byte[]> inputs = target.inputs();
    for (int i = 0; i < inputs.size(); i++) {
      Files.write(corpus.resolve("kept-" + i), inputs.get(i));
    }
    Path log = folder.resolve("log");

    Process jazzer =
        new ProcessBuilder(command(target, corpus, findings))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    int code = jazzer.waitFor();

    System.out.println(target + ": " + progress(log));
    assertThat(code).as("the fuzzer's exit code; it said %s", tail(log)).isZero();
    assertThat(findings).isEmptyDirectory();
  }

  private static List<String> command(Target target, Path corpus, Path findings) {
    long seconds = Long.getLong(MINUTES) * 60 / Target.values().length;
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx1g", "-XX:+UseSerialGC", "-Djava.net.preferIPv4Stack=true"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("com.code_intelligence.jazzer.Jazzer");
    command.add("--target_class=" + target.type().getName());
    command.add("--instrumentation_includes=dev.hail.format.**:dev.hail.protocol.**");
    command.add("--reproducer_path=" + findings);
    command.add("-artifact_prefix=" + findings + "/");
    command.add("-max_total_time=" + seconds);
    command.add("-max_len=" + LONGEST);
    command.add("-timeout=" + SLOWEST);
    command.add("-rss_limit_mb=2048");
    command.add("-print_final_stats=1");
    command.add(corpus.toString());
    return command;
  }

  private static String progress(Path log) throws IOException {
    return Files.readAllLines(log, StandardCharsets.ISO_8859_1).stream()
        .filter(line -> line.matches("#\\d+\\s.*"))
        .reduce((first, second) -> second)
        .orElse("no line of progress, see " + log);
  }

  private static String tail(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 60), lines.size()));
  }
}
