// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.bench.output.CommandTree;
import dev.hail.cli.HailCli;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Model.CommandSpec;

/** The help of the commands of all modules. */
class CommandHelpTest {
  static Stream<String> commands() {
    return CommandTree.commands().map(CommandSpec::qualifiedName);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void command_askedForHelp_hasExamples(String words) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    int code =
        HailCli.run(
            new Configuration(),
            InputStream.nullInputStream(),
            out,
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
            (words + " --help").split(" "));

    assertThat(code).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("Example", "hail " + words);
  }
}
