// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

import dev.hail.cli.CommandContext;
import dev.hail.cli.HailCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The commands of {@code hail cluster} that do something to one node. */
final class NodeCommands {
  private NodeCommands() {}

  /** What they have in common. */
  abstract static class OfNode implements HailCommand {
    @Mixin private ClusterOptions options;

    @Parameters(
        paramLabel = "NODE",
        description = "Name of a node, as `hail cluster status' shows.")
    private String node;

    private final NodeAction action;

    OfNode(NodeAction action) {
      this.action = action;
    }

    @Override
    public final int run(CommandContext context) throws Exception {
      options.engine().apply(action, node);
      context.err().println(node + " is " + action.done() + ".");
      if (action.silences() && node.startsWith(NodeNote.NAMENODE)) {
        context
            .err()
            .println(
                "Without an active namenode, clients wait for minutes: `hail cluster failover' makes"
                    + " one active.");
      }
      return 0;
    }
  }

  /** {@code hail cluster kill}. */
  @Command(
      name = "kill",
      description = {
        "Kill all processes of a node, its tasks too, as the end of a machine does (SIGKILL).",
        ""
      },
      footer = {"", "Examples:", "  hail cluster kill node-1"})
  static final class Kill extends OfNode {
    Kill() {
      super(NodeAction.KILL);
    }
  }

  /** {@code hail cluster start}. */
  @Command(
      name = "start",
      description = {
        "Start what does not run of a node. The data on its disk is there again once its daemons have"
            + " reported, some seconds later: `hail cluster status' shows that.",
        "A namenode comes back as standby, see `hail cluster failover --help'.",
        ""
      },
      footer = {"", "Examples:", "  hail cluster start node-1"})
  static final class Start extends OfNode {
    Start() {
      super(NodeAction.START);
    }
  }

  /** {@code hail cluster pause}. */
  @Command(
      name = "pause",
      description = {
        "Suspend all daemons of a node: their connections stay open and nothing answers (SIGSTOP).",
        ""
      },
      footer = {"", "Examples:", "  hail cluster pause node-1"})
  static final class Pause extends OfNode {
    Pause() {
      super(NodeAction.PAUSE);
    }
  }

  /** {@code hail cluster resume}. */
  @Command(
      name = "resume",
      description = {"Let a paused node go on.", ""},
      footer = {"", "Examples:", "  hail cluster resume node-1"})
  static final class Resume extends OfNode {
    Resume() {
      super(NodeAction.RESUME);
    }
  }

  /** {@code hail cluster partition}. */
  @Command(
      name = "partition",
      description = {
        "Cut a node off: what it sends to other nodes and clients is lost without notice, and what they send to it.",
        "With processes, this takes root and nftables.",
        ""
      },
      footer = {"", "Examples:", "  hail cluster partition node-1"})
  static final class Partition extends OfNode {
    Partition() {
      super(NodeAction.PARTITION);
    }
  }

  /** {@code hail cluster heal}. */
  @Command(
      name = "heal",
      description = {"Connect a node again that was cut off.", ""},
      footer = {"", "Examples:", "  hail cluster heal node-1"})
  static final class Heal extends OfNode {
    Heal() {
      super(NodeAction.HEAL);
    }
  }

  /** {@code hail cluster failover}. */
  @Command(
      name = "failover",
      description = {
        "Make a namenode the active one. The other one becomes standby first, if it answers.",
        "No namenode takes over by itself.",
        ""
      },
      footer = {
        "",
        "Examples:",
        "  hail cluster kill namenode-0",
        "  hail cluster failover namenode-1"
      })
  static final class Failover extends OfNode {
    Failover() {
      super(NodeAction.FAILOVER);
    }
  }
}
