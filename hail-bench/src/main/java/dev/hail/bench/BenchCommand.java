// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench;

import dev.hail.bench.adaptive.BenchAdaptiveCommand;
import dev.hail.bench.directory.BenchDirectoryCommand;
import dev.hail.bench.failover.BenchFailoverCommand;
import dev.hail.bench.join.BenchJoinCommand;
import dev.hail.bench.load.BenchLoadCommand;
import dev.hail.bench.mapjoin.BenchMapjoinCommand;
import dev.hail.bench.query.BenchQueryCommand;
import dev.hail.bench.scale.BenchScaleCommand;
import dev.hail.bench.upload.BenchUploadCommand;
import dev.hail.cli.CommandContext;
import dev.hail.cli.CommandLineProblem;
import dev.hail.cli.HailCommand;
import picocli.CommandLine.Command;

/** The {@code hail bench} command, parent of all benchmarks. */
@Command(
    name = "bench",
    description = "Measure HAIL and other systems in the same run.",
    subcommands = {
      BenchUploadCommand.class,
      BenchQueryCommand.class,
      BenchAdaptiveCommand.class,
      BenchFailoverCommand.class,
      BenchLoadCommand.class,
      BenchScaleCommand.class,
      BenchJoinCommand.class,
      BenchMapjoinCommand.class,
      BenchDirectoryCommand.class
    },
    footer = {
      "",
      "Examples:",
      "  hail bench upload --size 1g --json upload.json",
      "  hail bench query --help"
    })
public final class BenchCommand implements HailCommand {
  @Override
  public int run(CommandContext context) throws CommandLineProblem {
    throw new CommandLineProblem(
        "No benchmark is named; try upload, query, adaptive, failover, load, scale, join,"
            + " mapjoin or directory");
  }
}
