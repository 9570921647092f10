// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** What {@code hail put} does with the first row of each source. */
enum HeaderRow {
  /** It names the attributes of the schema, and is no data. */
  COMPARE,
  /** It is no data, whatever it holds. */
  SKIP;

  /**
   * Lets {@code --header} stand alone: only a value after {@code =} belongs to it. The next word is
   * a source.
   */
  static final class Alone implements IParameterPreprocessor {
    @Override
    public boolean preprocess(
        Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      if (" ".equals(info.get("separator"))) {
        words.push(COMPARE.name());
      }
      return false;
    }
  }
}
