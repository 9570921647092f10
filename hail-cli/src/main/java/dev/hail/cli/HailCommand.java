// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

/**
 * A subcommand of {@code hail}. An implementation has picocli's {@code @Command} annotation with
 * its name, and a public constructor without parameters. Its module names it in {@code
 * META-INF/services/dev.hail.cli.HailCommand}. Nested subcommands implement this interface too, and
 * stand in {@code subcommands} of their parent instead.
 */
public interface HailCommand {
  /**
   * Runs the command, after its options were set.
   *
   * @return the exit code: 0 done, 1 failed (already reported on {@link CommandContext#err()})
   * @throws CommandLineProblem for a usage error found only here; the exit code is 2
   * @throws Exception any other failure; its message is printed and the exit code is 1
   */
  int run(CommandContext context) throws Exception;
}
