// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.conf.HailConfiguration;
import dev.hail.join.JoinLibrary;
import dev.hail.join.build.BuildFolder;
import dev.hail.join.build.BuildSides;
import dev.hail.join.build.BuiltStar;
import dev.hail.join.build.ImageBudget;
import dev.hail.join.build.StarBuilder;
import dev.hail.join.plan.ConfiguredJoins;
import dev.hail.join.plan.ProbeKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** Builds the joins of a configuration, all outputs of each, as the client of a job does. */
final class BuildingClient {
  private BuildingClient() {}

  static BuildSides open(Configuration conf) throws IOException {
    return BuildSides.open(conf, ConfiguredJoins.of(conf, List.of()));
  }

  /** Builds sides whose keys have the types of the input's. */
  static BuiltStar build(Configuration conf, BuildSides sides, Path folder) throws IOException {
    ProbeKeys keys = ProbeKeys.of(sides.joins(), Map.of("input", sides.joins().get(0).schema()));
    List<List<Integer>> outputs = sides.joins().stream().map(join -> List.of(1, 2)).toList();
    return new StarBuilder(conf, JoinLibrary.ofJob(conf), ImageBudget.of(conf), folder, "test")
        .build(sides, keys, outputs);
  }

  /**
   * Builds, says so, and waits until it is killed.
   *
   * @param arguments a file with the configuration
   */
  public static void main(String[] arguments) throws Exception {
    HailConfiguration.addResources();
    Configuration conf = new Configuration();
    conf.addResource(new org.apache.hadoop.fs.Path(arguments[0]));
    try (BuildFolder folder = BuildFolder.create()) {
      build(conf, open(conf), folder.path());
      System.out.println("BUILT " + folder.path());
      Thread.sleep(Long.MAX_VALUE);
    }
  }
}
