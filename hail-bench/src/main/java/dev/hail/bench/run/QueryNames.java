// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.run;

import dev.hail.cli.CommandLineProblem;
import dev.hail.examples.job.ExampleJob;
import java.util.List;

/** Queries as {@code --queries} names them: in full, or by a prefix such as {@code bob}. */
public final class QueryNames {
  private final List<String> names;

  private QueryNames(List<String> names) {
    this.names = names;
  }

  /**
   * Checks names.
   *
   * @param known all queries in full, in the order to list them in
   * @throws CommandLineProblem if no query has a name or begins with it
   */
  public static QueryNames of(List<String> names, List<String> known) throws CommandLineProblem {
    for (String name : names) {
      if (name.isEmpty() || known.stream().noneMatch(query -> query.startsWith(name))) {
        throw new CommandLineProblem(
            "--queries: there is no query "
                + name
                + "; the queries are "
                + String.join(", ", known));
      }
    }
    return new QueryNames(List.copyOf(names));
  }

  /** Returns those of the jobs that are named, in their own order. */
  public List<ExampleJob> among(List<ExampleJob> jobs) {
    return jobs.stream()
        .filter(job -> names.stream().anyMatch(name -> job.name().startsWith(name)))
        .toList();
  }
}
