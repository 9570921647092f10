// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.read.HailFile;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hail index drop}. */
@Command(
    name = "drop",
    description = {
      "Drop an index that jobs or `hail index add' made. Indexes of the upload stay: they"
          + " are the file's own replicas and take no space of their own.",
      ""
    },
    footer = {
      "",
      "Only who may write a file may drop its indexes. Queries that read one go on without it.",
      "",
      "Examples:",
      "  hail index drop --by duration /data/visits"
    })
final class IndexDropCommand implements HailCommand {
  @Option(
      names = "--by",
      required = true,
      paramLabel = "ATTRIBUTE",
      description = "Attribute whose index to drop, a name or @n.")
  String attribute;

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "HAIL files; patterns too.")
  List<String> paths;

  @Override
  public int run(CommandContext context) throws Exception {
    return EachFile.of(context, paths)
        .run(
            file -> {
              int position = AttributeArgument.position(file, "--by", attribute);
              int removed = file.blocks().isEmpty() ? 0 : drop(context, file, position);
              context
                  .out()
                  .println(file.location().source() + ": " + result(file, position, removed));
              return true;
            });
  }

  private static int drop(CommandContext context, HailFile file, int position) throws IOException {
    try (HailClientProtocol directory =
        HailProxies.clientProxy(
            context.configuration(), file.location().fileSystem().getUri(), file.blockPoolId())) {
      return directory.dropIndex(file.location().source(), position);
    }
  }

  private static String result(HailFile file, int position, int removed) {
    String attribute = file.schema().attribute(position).name();
    if (removed > 0) {
      return removed
          + " of "
          + Counted.text(file.blocks().size(), "block")
          + " had an index by "
          + attribute
          + " that was dropped";
    }
    boolean ofUpload = Arrays.stream(file.indexAttributes()).anyMatch(of -> of == position);
    return ofUpload
        ? "nothing was dropped; the index by " + attribute + " is of the upload, and stays"
        : "nothing was dropped; there is no index by " + attribute;
  }
}
