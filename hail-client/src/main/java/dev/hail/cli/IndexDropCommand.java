package dev.hail.cli;

import dev.hail.client.read.HailFile;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hail index drop}. */
@Command(
    name = "drop",
    description = {
      "Drop an index that jobs or `hail index add' left behind. Indexes of the upload stay: they"
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
    for (Path path : PathArguments.paths(context.configuration(), paths)) {
      HailFile file = HailFile.open(context.configuration(), path);
      int position = AttributeArgument.position(file, "--by", attribute);
      try (HailClientProtocol directory =
          HailProxies.clientProxy(context.configuration(), file.location().fileSystem().getUri())) {
        int removed = directory.unpublish(file.location().source(), position);
        context
            .out()
            .printf(
                Locale.ROOT,
                "%s: %d of %d blocks had an index by %s that was dropped%s%n",
                file.location().source(),
                removed,
                file.blocks().size(),
                file.schema().attribute(position).name(),
                removed == 0 ? "; indexes of the upload stay" : "");
      }
    }
    return 0;
  }
}
