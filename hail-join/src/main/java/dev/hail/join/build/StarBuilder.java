// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.build;

import dev.hail.conf.HailConfigKeys;
import dev.hail.join.JoinLibrary;
import dev.hail.join.StringFile;
import dev.hail.join.plan.BoundJoin;
import dev.hail.join.plan.ImageFile;
import dev.hail.join.plan.JoinPlan;
import dev.hail.join.plan.JoinRefusedException;
import dev.hail.join.plan.PlannedJoin;
import dev.hail.join.plan.ProbeKeys;
import dev.hail.nativejoin.FlatBuild;
import dev.hail.nativejoin.FlatJoin;
import dev.hail.nativejoin.FlatJoins;
import dev.hail.nativejoin.FlatSpecification;
import dev.hail.nativejoin.JoinBudgetException;
import dev.hail.nativejoin.JoinException;
import dev.hail.nativejoin.JoinSummary;
import dev.hail.nativejoin.TableChoice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;

/** Builds the tables of all joins of a job, one after the other, within one budget. */
public final class StarBuilder {
  private final Configuration conf;
  private final FlatJoins library;
  private final ImageBudget budget;
  private final Path folder;
  private final String prefix;

  /**
   * A builder.
   *
   * @param folder local directory for the images
   * @param prefix begins the names of their files, which are links in the directories of tasks
   */
  public StarBuilder(
      Configuration conf, FlatJoins library, ImageBudget budget, Path folder, String prefix) {
    this.conf = conf;
    this.library = library;
    this.budget = budget;
    this.folder = folder;
    this.prefix = prefix;
  }

  /**
   * Reads the build sides, smallest files first, and writes their images.
   *
   * @param outputs for each join the attributes of its build side that rows get, positions from 1
   * @throws JoinRefusedException if the build sides need more memory than the budget
   */
  public BuiltStar build(BuildSides sides, ProbeKeys keys, List<List<Integer>> outputs)
      throws IOException {
    BuiltSide[] built = new BuiltSide[sides.joins().size()];
    List<Integer> order =
        IntStream.range(0, built.length)
            .boxed()
            .sorted(Comparator.comparingLong(join -> sides.files(join).length()))
            .toList();
    for (int join : order) {
      built[join] = build(sides.joins().get(join), sides.files(join), keys, outputs.get(join));
    }
    List<BuiltSide> all = Arrays.asList(built);
    List<PlannedJoin> joins = all.stream().map(BuiltSide::join).toList();
    return new BuiltStar(new JoinPlan(JoinLibrary.nameOf(library), keys, joins, List.of()), all);
  }

  private BuiltSide build(BoundJoin join, BuildFiles files, ProbeKeys keys, List<Integer> outputs)
      throws IOException {
    BuildColumns columns = new BuildColumns(join, outputs);
    FlatSpecification specification = specification(join, columns, keys);
    int blocks = files.blocks().size();
    String name = prefix + "-" + join.spec().name();
    Path image = folder.resolve(name + ".image");
    FlatBuild build;
    try {
      build = library.build(specification);
    } catch (JoinBudgetException none) {
      throw TooLarge.of(join.spec(), budget, "Not even an empty table fits", none);
    }
    SideReader reader = new SideReader(conf, join, files, columns, budget, build);
    JoinSummary table;
    try {
      reader.read();
      try (FlatJoin finished = build.finish()) {
        table = finished.summary();
        finished.save(image);
      }
    } catch (JoinBudgetException tooMuch) {
      throw TooLarge.of(join.spec(), budget, reader.reached(blocks), tooMuch);
    } catch (JoinException failed) {
      throw join.spec().refused("its table cannot be built: " + failed.getMessage(), failed);
    } finally {
      reader.stop();
      build.close();
    }
    ImageFile imageFile = ImageFile.of(image.getFileName().toString(), image);
    ImageFile strings = null;
    if (columns.codes() > 0) {
      Path file = folder.resolve(name + ".strings");
      StringFile.write(file, reader.codes());
      strings = ImageFile.of(file.getFileName().toString(), file);
    }
    long held = imageFile.length() + (strings == null ? 0 : strings.length());
    if (held > budget.left()) {
      throw TooLarge.of(join.spec(), budget, reader.reached(blocks), null);
    }
    budget.take(held);
    PlannedJoin planned =
        new PlannedJoin(
            join.spec().name(),
            join.spec().kind(),
            join.schema(),
            reader.badRecords(),
            outputs,
            imageFile,
            strings);
    return new BuiltSide(planned, files.describe(), reader.rowsRead(), table, reader.hints());
  }

  private FlatSpecification specification(BoundJoin join, BuildColumns columns, ProbeKeys keys)
      throws JoinRefusedException {
    FlatSpecification.Builder builder =
        FlatSpecification.builder(join.spec().kind().joinKind(), columns.flat(), keys.columns());
    List<Integer> probe = keys.columnsOf(join.spec());
    for (int i = 0; i < probe.size(); i++) {
      builder.on(columns.keys().get(i), probe.get(i));
    }
    return builder
        .outputs(columns.outputs())
        .table(table())
        .nullEqual(join.spec().nullEqual())
        .memoryBudget(budget.ofNextSide())
        .threads(Runtime.getRuntime().availableProcessors())
        .build();
  }

  private TableChoice table() throws JoinRefusedException {
    String wanted = conf.getTrimmed(HailConfigKeys.JOIN_ALGORITHM, "auto");
    return switch (wanted.toUpperCase(Locale.ROOT)) {
      case "AUTO" -> TableChoice.AUTO;
      case "CHT" -> TableChoice.CONCISE_HASH;
      case "CAT" -> TableChoice.CONCISE_ARRAY;
      case "NOP" -> TableChoice.LINEAR_PROBING;
      default ->
          throw new JoinRefusedException(
              HailConfigKeys.JOIN_ALGORITHM
                  + " is `"
                  + wanted
                  + "'; it can be auto, CHT, CAT or NOP. The input of a map task streams, so joins"
                  + " that partition both sides have no place there; `hail bench join' compares"
                  + " them");
    };
  }
}
