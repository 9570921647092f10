// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.format.predicate.Predicate;
import dev.hail.format.predicate.PredicateException;
import dev.hail.format.schema.Schema;

/** Reads filters from the values of options. */
final class FilterArgument {
  private FilterArgument() {}

  /**
   * Reads a filter.
   *
   * @param filter the value; null for all rows
   * @throws CommandLineProblem if the text is no filter of any schema
   * @throws PredicateException if the filter does not fit the schema
   */
  static Predicate parse(String filter, Schema schema) throws CommandLineProblem {
    try {
      return Predicate.parse(filter, schema);
    } catch (PredicateException wrong) {
      if (wrong.isMalformed()) {
        throw new CommandLineProblem(wrong.getMessage());
      }
      throw wrong;
    }
  }
}
