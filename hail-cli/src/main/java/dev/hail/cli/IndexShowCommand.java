// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.Parallel;
import dev.hail.client.PathException;
import dev.hail.client.read.Candidate;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.IndexSpread;
import dev.hail.client.read.ReplicaOrders;
import dev.hail.format.schema.Schema;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.protocol.PseudoReplica;
import dev.hail.protocol.PseudoSpace;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hail index show}. */
@Command(
    name = "show",
    description = {
      "Show for each block which datanode holds it sorted by which attribute, and a summary.",
      ""
    },
    footer = {
      "",
      "An attribute in parentheses was read from the replica, as the replica directory did not",
      "know it. `?' is a replica that cannot be read. `+' is a copy that a job or `hail index add'",
      "made. Their spread is 1 if all datanodes with blocks of the file have as many of them;",
      "if one has twice the mean it is 2. Their benefit is how often a byte of them saved the reading",
      "of one lately, or would have; where the budget has no room, those with the least make it.",
      "",
      "Examples:",
      "  hail index show /data/visits",
      "  hail index show --summary '/data/*'"
    })
final class IndexShowCommand implements HailCommand {
  @Option(names = "--summary", description = "Only the summary.")
  boolean summary;

  @Option(names = "--fronts", description = "Ask every replica, not the replica directory.")
  boolean fronts;

  @Mixin JsonOption output = new JsonOption();

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "HAIL files; patterns too.")
  List<String> paths;

  @Override
  public int run(CommandContext context) throws Exception {
    return EachFile.of(context, paths)
        .run(
            file -> {
              show(context, file);
              return true;
            });
  }

  private void show(CommandContext context, HailFile file) throws IOException {
    if (file.directoryFailure() != null && !fronts) {
      context
          .err()
          .println(
              context.command()
                  + ": the replica directory does not answer ("
                  + PathException.firstLine(file.directoryFailure())
                  + "); reading fronts instead");
    }
    int threads = Threads.reading(context.configuration());
    List<ReplicaOrders> blocks =
        Parallel.map(file.blocks(), threads, block -> ReplicaOrders.of(file, block, fronts));
    Map<String, String> addresses = addresses(file);
    if (output.json) {
      PseudoSpace space = file.directoryFailure() == null ? space(context, file) : null;
      JsonLines.print(IndexedFile.of(file, blocks, addresses, !summary, space), context.out());
      return;
    }
    context.out().println(file.location().source());
    if (!summary) {
      printBlocks(context, file.schema(), blocks, addresses);
    }
    printSummary(context, file, blocks, addresses);
    if (file.directoryFailure() == null) {
      printSpace(context, file, space(context, file));
    }
    JobCosts.print(file, context.out());
  }

  private static PseudoSpace space(CommandContext context, HailFile file) throws IOException {
    try (HailClientProtocol directory =
        HailProxies.clientProxy(
            context.configuration(), file.location().fileSystem().getUri(), file.blockPoolId())) {
      return directory.getSpace(file.location().source());
    }
  }

  /** Prints the space that pseudo replicas take; nothing if there are none. */
  private static void printSpace(CommandContext context, HailFile file, PseudoSpace space) {
    if (space.indexes().isEmpty()) {
      return;
    }
    TextTable table = new TextTable("lrrrrl");
    table.add("+ by", "blocks", "bytes", "spread", "benefit", "");
    for (PseudoSpace.Index index : space.indexes()) {
      table.add(
          IndexedFile.attribute(file.schema(), index.sortAttribute()),
          Integer.toString(index.replicas()),
          ByteSize.text(index.bytes()),
          ratio(IndexSpread.of(file.blocks(), index.sortAttribute())),
          ratio(index.benefit()),
          index.inUse() ? "in use" : "");
    }
    table.print(context.out(), "  ");
    context
        .out()
        .printf(
            Locale.ROOT,
            "  + take %s of %s for this file, %s of %s in the cluster%n",
            ByteSize.text(space.fileUsed()),
            budget(space.fileBudget()),
            ByteSize.text(space.clusterUsed()),
            budget(space.clusterBudget()));
  }

  private static String ratio(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  private static String budget(long bytes) {
    return bytes == Long.MAX_VALUE ? "any number" : ByteSize.text(bytes);
  }

  private static void printBlocks(
      CommandContext context,
      Schema schema,
      List<ReplicaOrders> blocks,
      Map<String, String> addresses) {
    TextTable table = new TextTable("rrll");
    for (ReplicaOrders orders : blocks) {
      StringBuilder replicas = new StringBuilder();
      for (ReplicaOrders.Replica replica : orders.replicas()) {
        String name = name(schema, replica.sortAttribute());
        replicas
            .append(replicas.length() == 0 ? "" : "  ")
            .append(replica.node().getXferAddr())
            .append(' ')
            .append(replica.fromFront() ? "(" + name + ")" : name);
      }
      for (PseudoReplica pseudo : orders.block().pseudo()) {
        replicas
            .append("  ")
            .append(address(pseudo, addresses))
            .append(" +")
            .append(name(schema, pseudo.sortAttribute()));
      }
      table.add(
          Integer.toString(orders.block().index()),
          ByteSize.text(orders.block().length()),
          orders.block().located().getBlock().getLocalBlock().getBlockName(),
          replicas.toString());
    }
    table.print(context.out(), "  ");
  }

  private static void printSummary(
      CommandContext context,
      HailFile file,
      List<ReplicaOrders> blocks,
      Map<String, String> addresses) {
    Map<Integer, Integer> replicas = new LinkedHashMap<>();
    Map<Integer, Map<String, Integer>> nodes = new LinkedHashMap<>();
    for (int attribute : file.indexAttributes()) {
      replicas.put(attribute, 0);
    }
    for (ReplicaOrders orders : blocks) {
      for (PseudoReplica pseudo : orders.block().pseudo()) {
        replicas.merge(pseudo.sortAttribute(), 1, Integer::sum);
        nodes
            .computeIfAbsent(pseudo.sortAttribute(), unused -> new TreeMap<>())
            .merge("+" + address(pseudo, addresses), 1, Integer::sum);
      }
      for (ReplicaOrders.Replica replica : orders.replicas()) {
        replicas.merge(replica.sortAttribute(), 1, Integer::sum);
        nodes
            .computeIfAbsent(replica.sortAttribute(), unused -> new TreeMap<>())
            .merge(replica.node().getXferAddr(), 1, Integer::sum);
      }
    }
    TextTable table = new TextTable("lrrl");
    table.add("sorted by", "blocks", "replicas", "datanodes");
    replicas.forEach(
        (attribute, count) -> {
          long covered = blocks.stream().filter(orders -> orders.covers(attribute)).count();
          table.add(
              name(file.schema(), attribute),
              covered + "/" + blocks.size(),
              count.toString(),
              nodes.getOrDefault(attribute, Map.of()).toString().replaceAll("[{}]", ""));
        });
    table.print(context.out(), "  ");
  }

  /** Addresses of the datanodes that HDFS named, by UUID, so that each has only one name here. */
  private static Map<String, String> addresses(HailFile file) {
    Map<String, String> addresses = new HashMap<>();
    for (HailBlock block : file.blocks()) {
      for (DatanodeInfo node : block.located().getLocations()) {
        addresses.put(node.getDatanodeUuid(), node.getXferAddr());
      }
    }
    return addresses;
  }

  private static String address(PseudoReplica pseudo, Map<String, String> addresses) {
    return addresses.getOrDefault(pseudo.datanodeUuid(), pseudo.datanodeUuid());
  }

  /** How a replica's order is shown, also if the schema lacks the attribute. */
  static String name(Schema schema, int attribute) {
    return switch (attribute) {
      case Candidate.UNKNOWN -> "?";
      case 0 -> "none";
      default -> IndexedFile.attribute(schema, attribute);
    };
  }
}
