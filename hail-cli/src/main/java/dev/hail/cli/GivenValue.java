// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Refuses a word that cannot be the value of a generic option: an option, or no assignment. */
final class GivenValue implements IParameterPreprocessor {
  @Override
  public boolean preprocess(
      Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> info) {
    if (!words.isEmpty()) {
      String word = words.peek();
      // After `=' a value may begin with a dash.
      boolean apart = " ".equals(info.get("separator"));
      if (apart && word.startsWith("-") && word.length() > 1) {
        throw wrong(word, "is another option", command, option);
      }
      if (word.isBlank() || (option.typeInfo().isMap() && !assigns(word))) {
        throw wrong(word, "is none", command, option);
      }
    }
    return false;
  }

  private static boolean assigns(String word) {
    int end = word.indexOf('=');
    return end >= 0 && !word.substring(0, end).isBlank();
  }

  private static ParameterException wrong(
      String word, String what, CommandSpec command, ArgSpec option) {
    return new ParameterException(
        command.commandLine(),
        ((OptionSpec) option).longestName()
            + " needs "
            + option.paramLabel()
            + ", and `"
            + word
            + "' "
            + what);
  }
}
