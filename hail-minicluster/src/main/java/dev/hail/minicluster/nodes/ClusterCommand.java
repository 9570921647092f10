// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

import dev.hail.cli.CommandContext;
import dev.hail.cli.CommandLineProblem;
import dev.hail.cli.HailCommand;
import picocli.CommandLine.Command;

/** {@code hail cluster}, the parent of commands about a cluster in the background. */
@Command(
    name = "cluster",
    description = {
      "Run a cluster with HAIL in the background, and let its nodes fail.",
      "Two namenodes with a journal node, a resource manager, and three or more nodes with a"
          + " datanode and a node manager each.",
      ""
    },
    subcommands = {
      ClusterUpCommand.class,
      ClusterDownCommand.class,
      ClusterStatusCommand.class,
      ClusterLogsCommand.class,
      NodeCommands.Kill.class,
      NodeCommands.Start.class,
      NodeCommands.Pause.class,
      NodeCommands.Resume.class,
      NodeCommands.Partition.class,
      NodeCommands.Heal.class,
      NodeCommands.Failover.class
    },
    footer = {
      "",
      "Examples:",
      "  hail cluster up",
      "  export HADOOP_CONF_DIR=~/.local/state/hail/cluster/conf",
      "  hail put --schema visits.sql --index visitDate,sourceIP visits.txt /visits",
      "  hail cluster kill node-1",
      "  hail cat --filter \"visitDate = '1999-01-01'\" /visits",
      "  hail cluster start node-1",
      "  hail cluster status",
      "  hail cluster down"
    })
public final class ClusterCommand implements HailCommand {
  @Override
  public int run(CommandContext context) throws CommandLineProblem {
    throw new CommandLineProblem("nothing to do; try up, status or down");
  }
}
