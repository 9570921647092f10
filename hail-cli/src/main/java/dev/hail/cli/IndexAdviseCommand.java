// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.ShellWord;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.client.workload.IndexAdvice;
import dev.hail.format.schema.Schema;
import dev.hail.xattr.Workload;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hail index advise}. */
@Command(
    name = "advise",
    description = {
      "Propose which attributes to index, from the filters of the jobs and queries that read a file"
          + " so far: those with which they would read least, one per replica.",
      ""
    },
    footer = {
      "",
      "`jobs' is the share of the jobs whose filter an index on the attribute serves, `now' what",
      "one of them is expected to read with the indexes that are there, `proposed' the same with",
      "the proposed ones alone. Jobs count less the older they are.",
      "",
      "Examples:",
      "  hail index advise /data/visits",
      "  hail index advise --replicas 2 '/data/2026-*'"
    })
final class IndexAdviseCommand implements HailCommand {
  @Option(
      names = "--replicas",
      paramLabel = "N",
      description = "Indexes to propose at most (default: the replicas of the file).")
  Integer replicas;

  @Mixin JsonOption output = new JsonOption();

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "HAIL files; patterns too.")
  List<String> paths;

  @Override
  public int run(CommandContext context) throws Exception {
    if (replicas != null && replicas < 1) {
      throw new CommandLineProblem("--replicas must be at least 1, it is " + replicas);
    }
    return EachFile.of(context, paths).run(file -> advise(context, file));
  }

  /** Prints the advice for one file; returns false if no filter was recorded. */
  private boolean advise(CommandContext context, HailFile file) throws IOException {
    if (file.directoryFailure() != null) {
      throw file.directoryFailure();
    }
    Workload workload = new RecordedFilters(context.configuration()).of(file.location());
    IndexAdvice advice = IndexAdvice.of(workload, file.schema().size());
    if (advice.isEmpty()) {
      context
          .err()
          .println(
              context.command()
                  + ": `"
                  + file.location().source()
                  + "': no job and no query with a filter was recorded");
      context
          .err()
          .println(
              "  Run some, or choose the attributes yourself: hail index add --by ATTRIBUTE "
                  + ShellWord.of(file.location().source()));
      return false;
    }
    int most = replicas == null ? file.status().getReplication() : replicas;
    List<IndexAdvice.Extent> extents = extents(file);
    List<Integer> best = advice.best(most, everywhere(file.schema(), extents));
    AdvisedFile advised = advised(file, workload, advice, extents, best);
    if (output.json) {
      JsonLines.print(advised, context.out());
      return true;
    }
    PrintStream out = context.out();
    out.printf(
        Locale.ROOT,
        "%s: %s recorded, counting as %.1f; %s, %s%n",
        file.location().source(),
        Counted.text(workload.jobs(), "job"),
        workload.weight(),
        ByteSize.text(file.status().getLen()),
        Counted.text(file.status().getReplication(), "replica"));
    printTable(out, advised);
    printProposal(out, file, extents, best);
    return true;
  }

  private static List<IndexAdvice.Extent> extents(HailFile file) {
    Map<Set<Integer>, Long> bytes = new HashMap<>();
    for (HailBlock block : file.blocks()) {
      Set<Integer> indexes = new HashSet<>();
      block.replicas().forEach(replica -> indexes.add(replica.replica().sortAttribute()));
      block.pseudo().forEach(pseudo -> indexes.add(pseudo.sortAttribute()));
      bytes.merge(indexes, block.length(), Long::sum);
    }
    List<IndexAdvice.Extent> extents = new ArrayList<>();
    bytes.forEach((indexes, length) -> extents.add(new IndexAdvice.Extent(indexes, length)));
    return extents;
  }

  /** The attributes by which every block can be read, as positions from 1. */
  private static Set<Integer> everywhere(Schema schema, List<IndexAdvice.Extent> extents) {
    return schema.attributes().stream()
        .map(attribute -> attribute.position())
        .filter(position -> extents.stream().allMatch(e -> e.indexes().contains(position)))
        .collect(Collectors.toSet());
  }

  private static AdvisedFile advised(
      HailFile file,
      Workload workload,
      IndexAdvice advice,
      List<IndexAdvice.Extent> extents,
      List<Integer> best) {
    List<IndexAdvice.Extent> proposed =
        List.of(new IndexAdvice.Extent(Set.copyOf(best), file.status().getLen()));
    List<Integer> others = new ArrayList<>(advice.attributes());
    others.removeAll(best);
    others.sort(Comparator.comparingDouble((Integer a) -> advice.jobs(List.of(a))).reversed());
    List<Integer> rows = new ArrayList<>(best);
    rows.addAll(others);
    List<AdvisedFile.Attribute> attributes = new ArrayList<>();
    for (int attribute : rows) {
      IndexAdvice own = advice.ofJobsBy(attribute);
      long length = file.status().getLen();
      long indexed =
          extents.stream()
              .filter(extent -> extent.indexes().contains(attribute))
              .mapToLong(IndexAdvice.Extent::bytes)
              .sum();
      attributes.add(
          new AdvisedFile.Attribute(
              file.schema().attribute(attribute).name(),
              advice.jobs(List.of(attribute)),
              Math.round(own.bytes(extents)),
              Math.round(own.bytes(proposed)),
              length == 0 ? 0 : (double) indexed / length,
              best.contains(attribute)));
    }
    return new AdvisedFile(
        file.location().source(),
        workload.jobs(),
        workload.weight(),
        Math.round(advice.bytes(extents)),
        Math.round(advice.bytes(proposed)),
        best.isEmpty() ? 0 : advice.jobs(best),
        attributes);
  }

  private static void printTable(PrintStream out, AdvisedFile advised) {
    TextTable table = new TextTable("lrrrrl");
    table.add("attribute", "jobs", "now", "proposed", "indexed", "");
    for (AdvisedFile.Attribute attribute : advised.attributes()) {
      table.add(
          attribute.name(),
          percent(attribute.shareOfJobs()),
          ByteSize.text(attribute.bytesNow()),
          ByteSize.text(attribute.bytesProposed()),
          percent(attribute.shareIndexed()),
          attribute.proposed() ? "proposed" : "");
    }
    boolean any = advised.attributes().stream().anyMatch(AdvisedFile.Attribute::proposed);
    table.add(
        "all jobs",
        percent(1),
        ByteSize.text(advised.bytesNow()),
        ByteSize.text(advised.bytesProposed()),
        "",
        any ? percent(advised.shareServed()) + " of them by a proposed index" : "");
    table.print(out, "  ");
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }

  private static void printProposal(
      PrintStream out, HailFile file, List<IndexAdvice.Extent> extents, List<Integer> best) {
    if (best.isEmpty()) {
      out.println("No index would help the recorded jobs.");
      return;
    }
    Set<Integer> present = everywhere(file.schema(), extents);
    List<Integer> missing = best.stream().filter(a -> !present.contains(a)).toList();
    if (missing.isEmpty()) {
      out.println("The file has all indexes that are proposed.");
      return;
    }
    out.println("To index this file, at the cost of one more copy for each attribute:");
    for (int attribute : missing) {
      out.printf(
          "  hail index add --by %s %s%n",
          argument(file.schema(), attribute), ShellWord.of(file.location().source()));
    }
    out.println("To upload it again, or another one like it, at no such cost:");
    out.printf(
        "  hail put --index %s --schema ... SRC... DST%n",
        best.stream().map(a -> argument(file.schema(), a)).collect(Collectors.joining(",")));
  }

  /** The attribute as options take it: its name, or its position if the name needs quoting. */
  private static String argument(Schema schema, int attribute) {
    String name = schema.attribute(attribute).name();
    return name.matches("[A-Za-z_][A-Za-z0-9_]*") ? name : "@" + attribute;
  }
}
