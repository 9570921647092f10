// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.format.text.TextFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Options for the format of text, which several commands share. */
@Command
final class TextFormatOptions {
  @Option(
      names = "--delimiter",
      paramLabel = "CHAR",
      defaultValue = ",",
      description = "Character between fields, `\\t' for a tab (default: ${DEFAULT-VALUE}).")
  String delimiter;

  @Option(
      names = "--quote",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Fields may stand in double quotes, as in RFC 4180 (default: yes).")
  boolean quote;

  @Option(
      names = "--null",
      paramLabel = "TOKEN",
      defaultValue = "",
      description = "Unquoted text that means NULL (default: the empty field).")
  String nullToken;

  /**
   * The format that the options describe.
   *
   * @param header whether the first row of each source holds names
   * @throws CommandLineProblem if an option is invalid
   */
  TextFormat toFormat(boolean header) throws CommandLineProblem {
    try {
      return TextFormat.builder()
          .delimiter(character("--delimiter", delimiter))
          .quoting(quote)
          .nullToken(nullToken)
          .header(header)
          .build();
    } catch (IllegalArgumentException wrong) {
      throw new CommandLineProblem(wrong.getMessage());
    }
  }

  /**
   * Returns the only character of an option's value.
   *
   * @throws CommandLineProblem if the value is not one character
   */
  static char character(String option, String value) throws CommandLineProblem {
    String character = value.equals("\\t") ? "\t" : value;
    if (character.length() != 1) {
      throw new CommandLineProblem(option + ": one character is wanted, found `" + value + "'");
    }
    return character.charAt(0);
  }
}
