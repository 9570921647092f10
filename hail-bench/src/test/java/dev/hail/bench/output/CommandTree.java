// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.output;

import dev.hail.cli.HailCommand;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The commands of all modules, as picocli reads them. */
public final class CommandTree {
  private CommandTree() {}

  /** All commands, those with subcommands too. */
  public static Stream<CommandSpec> commands() {
    return ServiceLoader.load(HailCommand.class).stream()
        .map(each -> new CommandLine(each.get()))
        .flatMap(CommandTree::withNested);
  }

  private static Stream<CommandSpec> withNested(CommandLine command) {
    return Stream.concat(
        Stream.of(command.getCommandSpec()),
        command.getSubcommands().values().stream().flatMap(CommandTree::withNested));
  }
}
