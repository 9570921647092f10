// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import java.util.List;
import picocli.CommandLine.ParameterException;

/** Parses arguments of {@code hail} as {@link HailCli} does, and runs nothing. */
public final class CommandParser {
  private CommandParser() {}

  /** Returns what is wrong with arguments; empty if a command takes them. */
  public static String problem(List<String> arguments) {
    try {
      HailCli.parser(new HailCli.Root()).parseArgs(arguments.toArray(String[]::new));
      return "";
    } catch (ParameterException problem) {
      return problem.getMessage();
    }
  }
}
