// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.cli.HailCli;
import dev.hail.cli.HailCommand;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Command;

/** The help of the commands of all modules. */
class CommandHelpTest {
  static Stream<List<String>> commands() {
    return ServiceLoader.load(HailCommand.class).stream()
        .flatMap(each -> withNested(List.of(), each.type()));
  }

  private static Stream<List<String>> withNested(List<String> parents, Class<?> type) {
    Command command = type.getAnnotation(Command.class);
    List<String> words = new ArrayList<>(parents);
    words.add(command.name());
    return Stream.concat(
        Stream.of(words),
        Arrays.stream(command.subcommands()).flatMap(nested -> withNested(words, nested)));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void command_askedForHelp_hasExamples(List<String> words) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<String> line = new ArrayList<>(words);
    line.add("--help");

    int code =
        HailCli.run(
            new Configuration(),
            InputStream.nullInputStream(),
            out,
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
            line.toArray(String[]::new));

    assertThat(code).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("Example", "hail " + String.join(" ", words));
  }
}
