// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.Parallel;
import dev.hail.client.PathException;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.ReplicaFront;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.FrontText;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hail stat}. */
@Command(
    name = "stat",
    description = {
      "Show what HAIL files hold: rows, bad records, sizes, indexes. Reads one front per block.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  hail stat /data/visits",
      "  hail stat --blocks '/data/visits*'",
      "  hail stat --json /data/visits | jq .rows"
    })
public final class StatCommand implements HailCommand {
  @Option(names = "--blocks", description = "The front of each block too.")
  boolean blocks;

  @Mixin JsonOption output = new JsonOption();

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "HAIL files; patterns too.")
  List<String> paths;

  @Override
  public int run(CommandContext context) throws Exception {
    return EachFile.of(context, paths).run(file -> show(context, file));
  }

  private boolean show(CommandContext context, HailFile file) throws IOException {
    int threads = Threads.reading(context.configuration());
    List<BlockFront> fronts = Parallel.map(file.blocks(), threads, block -> anyFront(file, block));
    FileContent content = FileContent.of(file, fronts, blocks);
    if (output.json) {
      JsonLines.print(content, context.out());
    } else {
      print(content, fronts, context.out());
    }
    return true;
  }

  private static BlockFront anyFront(HailFile file, HailBlock block) throws IOException {
    PathException failure =
        new PathException(file, block + " has no readable replica", "Look with `hail fsck'.");
    for (DatanodeInfo node : block.located().getLocations()) {
      ReplicaFront replica = ReplicaFront.read(file, block, node);
      if (replica.front() != null) {
        return replica.front();
      }
      failure.addSuppressed(replica.failure());
    }
    throw failure;
  }

  private void print(FileContent content, List<BlockFront> fronts, PrintStream out) {
    TextTable table = new TextTable("ll");
    table.add("file", content.file());
    table.add("rows", number(content.rows()));
    table.add("bad records", number(content.badRecords()));
    table.add("blocks", number(content.blocks()));
    table.add("bytes per replica", number(content.replicaBytes()));
    table.add("bytes of text", number(content.textBytes()));
    table.add("replication", Integer.toString(content.replication()));
    table.add(
        "indexes", content.indexes().isEmpty() ? "none" : String.join(", ", content.indexes()));
    table.add(
        "format version",
        content.formatVersions().stream().map(String::valueOf).collect(Collectors.joining(", ")));
    table.add("schema", content.schema());
    table.print(out, "");
    for (int i = 0; blocks && i < fronts.size(); i++) {
      out.println("block " + i + ": " + FrontText.of(fronts.get(i)).strip());
    }
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
