// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.build;

import dev.hail.join.plan.BoundJoin;
import dev.hail.join.plan.JoinSpec;
import dev.hail.join.plan.KeyPair;
import dev.hail.join.plan.StarNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** The build sides of a job: opened and checked, not yet read. Immutable. */
public final class BuildSides {
  private final List<BuildFiles> files;
  private final List<BoundJoin> joins;

  private BuildSides(List<BuildFiles> files, List<BoundJoin> joins) {
    this.files = List.copyOf(files);
    this.joins = List.copyOf(joins);
  }

  /**
   * Opens the files of all joins.
   *
   * @throws dev.hail.join.plan.JoinRefusedException if a join does not fit its build side
   * @throws IOException if a file cannot be opened
   */
  public static BuildSides open(Configuration conf, List<JoinSpec> specs) throws IOException {
    List<BuildFiles> files = new ArrayList<>();
    List<BoundJoin> joins = new ArrayList<>();
    for (JoinSpec spec : specs) {
      BuildFiles side = BuildFiles.open(conf, spec);
      files.add(side);
      joins.add(BoundJoin.of(spec, side.schema(), side.describe()));
    }
    return new BuildSides(files, joins);
  }

  /** Returns the joins, checked against their build sides. */
  public List<BoundJoin> joins() {
    return joins;
  }

  /** Returns what a query must know of the joins. */
  public StarNames names() {
    List<String> keys =
        joins.stream()
            .flatMap(join -> join.spec().keys().stream().map(KeyPair::input))
            .distinct()
            .toList();
    return new StarNames(joins.stream().map(BoundJoin::side).toList(), keys, List.of());
  }

  BuildFiles files(int join) {
    return files.get(join);
  }
}
