// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.client.read.HailFile;
import dev.hail.format.schema.Schema;
import dev.hail.join.JoinLibrary;
import dev.hail.join.build.BuildFolder;
import dev.hail.join.build.BuildSides;
import dev.hail.join.build.BuiltSide;
import dev.hail.join.build.BuiltStar;
import dev.hail.join.build.ImageBudget;
import dev.hail.join.build.StarBuilder;
import dev.hail.join.plan.ConfiguredJoins;
import dev.hail.join.plan.JoinSpec;
import dev.hail.join.plan.JoinedSchema;
import dev.hail.join.plan.KeyHint;
import dev.hail.join.plan.ProbeKeys;
import dev.hail.join.plan.StarNames;
import dev.hail.join.stage.StagedImages;
import dev.hail.join.stage.StagedPlan;
import dev.hail.join.stage.TaskMemory;
import dev.hail.nativejoin.FlatJoins;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.lib.input.MultipleInputs;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The joins of a job while its splits are made: build sides are read, and their images shipped. */
final class JobJoins {

  private static final Logger LOG = LoggerFactory.getLogger(JobJoins.class);
  private static final int PREFIX_DIGITS = 12;

  private final Configuration conf;
  private final JobQuery query;
  private final List<JoinSpec> specs;

  private JobJoins(Configuration conf, JobQuery query, List<JoinSpec> specs) {
    this.conf = conf;
    this.query = query;
    this.specs = specs;
  }

  /**
   * Returns the joins of a job.
   *
   * @param query the job's query, whose projection may name attributes of build sides
   * @throws IOException if a join is malformed, or the job cannot have joins
   */
  static JobJoins of(JobContext job, JobQuery query) throws IOException {
    Configuration conf = job.getConfiguration();
    StagedPlan.clear(conf);
    JobMapper mapper = JobMapper.of(job);
    List<JoinSpec> specs = specs(mapper.conf(), mapper.type());
    if (!specs.isEmpty() && conf.get(MultipleInputs.DIR_FORMATS) != null) {
      throw new HailQueryException(
          "Joins and MultipleInputs do not go together: each of the inputs would have a"
              + " configuration of its own, and no place for images. Run a job for each mapper");
    }
    return new JobJoins(conf, query, specs);
  }

  /** Returns the joins of a mapper. */
  static List<JoinSpec> specs(Configuration conf, Class<?> mapper) throws IOException {
    return ConfiguredJoins.of(conf, MapperJoins.find(mapper));
  }

  boolean isEmpty() {
    return specs.isEmpty();
  }

  /**
   * Builds the joins and ships their images with the job. Changes its configuration.
   *
   * @throws IOException if the joins do not fit the input, the budget or the cluster
   */
  PreparedJoins publish(List<HailFile> inputs) throws IOException {
    StagedImages.check(conf);
    new DependencyJars(conf).requireJoins();
    return prepare(inputs, true);
  }

  /**
   * Builds the joins, and throws their images away.
   *
   * @throws IOException if the joins do not fit the input, the budget or the cluster
   */
  PreparedJoins tryOut(List<HailFile> inputs) throws IOException {
    return prepare(inputs, false);
  }

  private PreparedJoins prepare(List<HailFile> inputs, boolean ship) throws IOException {
    FlatJoins library = JoinLibrary.ofJob(conf);
    KeyIndexChoice choice = new KeyIndexChoice(conf, inputs);
    BuildSides sides = BuildSides.open(conf, specs);
    StarNames names = sides.names();
    Map<String, Schema> schemas = distinctSchemas(inputs);
    if (schemas.isEmpty()) {
      return new PreparedJoins(JoinLibrary.nameOf(library), names, List.of(), 0);
    }
    ProbeKeys keys = ProbeKeys.of(sides.joins(), schemas);
    List<List<Integer>> outputs = outputs(names, schemas);
    String digits = UUID.randomUUID().toString().replace("-", "").substring(0, PREFIX_DIGITS);
    String prefix = "hail-join-" + digits;
    try (BuildFolder folder = BuildFolder.create()) {
      BuiltStar built =
          new StarBuilder(conf, library, ImageBudget.of(conf), folder.path(), prefix)
              .build(sides, keys, outputs);
      List<KeyHint> hints = choice.choose(built.sides());
      BuiltStar star = new BuiltStar(built.plan().withHints(hints), built.sides());
      // What is tried out leaves the job as it is.
      Configuration granted = ship ? conf : new Configuration(conf);
      long containerMega =
          new TaskMemory(granted, () -> YarnMapSlots.of(conf).on(""))
              .grant(star.mappedBytes(), star.heapBytes());
      if (ship) {
        new StagedImages(conf).publish(star, folder.path(), prefix);
      }
      PreparedJoins prepared =
          new PreparedJoins(
              star.plan().implementation(), names.withHints(hints), star.sides(), containerMega);
      for (BuiltSide side : star.sides()) {
        LOG.info("{}", PreparedJoins.describe(side));
      }
      return prepared;
    }
  }

  /** Returns each schema once, by the first file that has it. */
  private static Map<String, Schema> distinctSchemas(List<HailFile> inputs) {
    Map<String, Schema> schemas = new LinkedHashMap<>();
    for (HailFile input : inputs) {
      if (!schemas.containsValue(input.schema())) {
        schemas.put(input.path().toString(), input.schema());
      }
    }
    return schemas;
  }

  /** Returns, for each join, the attributes of its build side that rows of any input get. */
  private List<List<Integer>> outputs(StarNames names, Map<String, Schema> schemas)
      throws HailQueryException {
    List<Set<Integer>> outputs = new ArrayList<>();
    names.sides().forEach(side -> outputs.add(new TreeSet<>()));
    for (Map.Entry<String, Schema> input : schemas.entrySet()) {
      BoundQuery bound = query.bind(input.getValue(), input.getKey(), names);
      JoinedSchema joined = bound.joined();
      for (int position : bound.delivered()) {
        if (!joined.isOfInput(position)) {
          outputs.get(joined.side(position)).add(joined.positionInSide(position));
        }
      }
    }
    return outputs.stream().map(List::copyOf).toList();
  }
}
