// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code hail completion}. */
@Command(
    name = "completion",
    description = {
      "Print what lets bash complete hail's commands and options on the tab key. zsh reads it after"
          + " `autoload -U bashcompinit; bashcompinit'.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  source <(hail completion)",
      "  hail completion > ~/.local/share/bash-completion/completions/hail"
    })
public final class CompletionCommand implements HailCommand {
  @Spec CommandSpec spec;

  @Override
  public int run(CommandContext context) {
    CommandSpec root = spec.root();
    context.out().println(AutoComplete.bash(root.name(), root.commandLine()));
    return 0;
  }
}
