// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

import dev.hail.cli.CommandContext;
import dev.hail.cli.HailCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hail cluster down}. */
@Command(
    name = "down",
    description = {"End the cluster and remove its data.", ""},
    footer = {
      "",
      "Examples:",
      "  hail cluster down",
      "  hail cluster down --keep    # the next `hail cluster up' finds all files again"
    })
final class ClusterDownCommand implements HailCommand {
  @Mixin private ClusterOptions options;

  @Option(names = "--keep", description = "Stop the daemons in order and keep the data.")
  private boolean keep;

  @Override
  public int run(CommandContext context) throws Exception {
    Engine engine = options.engine();
    boolean up = engine.isUp();
    engine.down(keep);
    if (!keep) {
      options.forgetEngine();
    }
    context
        .err()
        .println(
            (up ? "The cluster has ended" : "No cluster was up in " + options.directory())
                + (keep ? "; its data stays." : "; its data is gone."));
    return 0;
  }
}
