// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import java.io.PrintStream;
import org.apache.hadoop.util.VersionInfo;
import picocli.CommandLine.Command;

/** {@code hail version}. */
@Command(
    name = "version",
    description = "Show the versions of HAIL, Hadoop and Java.",
    footer = {"", "Example:", "  hail version"})
public final class VersionCommand implements HailCommand {
  @Override
  public int run(CommandContext context) {
    PrintStream out = context.out();
    String version = HailCli.class.getPackage().getImplementationVersion();
    out.println("HAIL " + (version == null ? "(not packaged)" : version));
    out.println("Hadoop " + VersionInfo.getVersion());
    out.println("Java " + Runtime.version());
    return 0;
  }
}
