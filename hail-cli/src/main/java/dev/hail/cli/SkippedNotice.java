// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.upload.NamedTexts;
import dev.hail.client.upload.SkippedPath;
import java.util.List;

/** Tells the user which parts of a source are not loaded, other than hidden names. */
final class SkippedNotice {
  private SkippedNotice() {}

  /** Prints one line for each source that is not read whole. */
  static void print(CommandContext context, List<NamedTexts> sources) {
    for (NamedTexts source : sources) {
      List<SkippedPath> unexpected = source.unexpectedlySkipped();
      if (!unexpected.isEmpty()) {
        context
            .err()
            .println(
                context.command()
                    + ": `"
                    + source.shown()
                    + "': left out: "
                    + SkippedPath.list(unexpected));
      }
    }
  }
}
