// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import java.util.List;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Parses arguments of {@code hail} as {@link HailCli} does, and runs nothing. */
public final class CommandParser {
  private CommandParser() {}

  /** Returns what is wrong with arguments; empty if a command takes them. */
  public static String problem(List<String> arguments) {
    CommandSpec hail = CommandSpec.create().name("hail");
    hail.addMixin("generic", CommandSpec.forAnnotatedObject(new GenericOptions()));
    CommandLine line = new CommandLine(hail);
    for (HailCommand command : ServiceLoader.load(HailCommand.class)) {
      line.addSubcommand(command);
    }
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExpandAtFiles(false);
    try {
      line.parseArgs(arguments.toArray(String[]::new));
      return "";
    } catch (ParameterException problem) {
      return problem.getMessage();
    }
  }
}
