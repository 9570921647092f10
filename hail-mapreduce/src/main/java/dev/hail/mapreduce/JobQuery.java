// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.conf.ConfText;
import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.KnownKeys;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.predicate.PredicateException;
import dev.hail.format.schema.AttributeNames;
import dev.hail.format.schema.Schema;
import dev.hail.format.schema.SchemaException;
import dev.hail.join.plan.JoinedSchema;
import dev.hail.join.plan.StarNames;
import dev.hail.mapreduce.HailQueryException.Part;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.JobContext;

/**
 * The query of a job as its author wrote it, not yet checked against a schema. Splits carry it to
 * the tasks, so that a task answers exactly the planned query.
 *
 * @param mapper name of the mapper class, for messages
 * @param filter predicate text; empty for all rows
 * @param filterPlace where the filter was written, for messages
 * @param projection attributes, {@code @n} or names; empty for all
 * @param projectionPlace where the projection was written, for messages
 */
record JobQuery(
    String mapper,
    String filter,
    String filterPlace,
    List<String> projection,
    String projectionPlace) {

  private static final String NOWHERE = "nothing";
  private static final String KEYS = "hail.query.";
  private static final String OF_BUILD_SIDE =
      "\nA condition on attributes of a build side stands in its join, after `where'.";

  JobQuery {
    projection = List.copyOf(projection);
  }

  /**
   * Returns the query of a job: the annotation of its mapper, with each element overridden by its
   * configuration key if the key is set, even to an empty value.
   *
   * @throws HailQueryException if the query is declared twice, its projection is no list of names,
   *     or a key of a query does not exist
   */
  static JobQuery of(JobContext job) throws IOException {
    JobMapper mapper = JobMapper.of(job);
    return of(mapper.conf(), mapper.type());
  }

  static JobQuery of(Configuration conf, Class<?> mapper) throws HailQueryException {
    refuseUnknownKeys(conf);
    MapperQuery.Found found = MapperQuery.find(mapper);
    String filter = found == null ? "" : found.query().filter();
    List<String> projection = found == null ? List.of() : List.of(found.query().projection());
    String filterPlace = found == null ? NOWHERE : "@HailQuery on " + found.place();
    String projectionPlace = filterPlace;
    String configuredFilter = ConfText.get(conf, HailConfigKeys.QUERY_FILTER);
    if (configuredFilter != null) {
      filter = configuredFilter;
      filterPlace = "configuration key " + HailConfigKeys.QUERY_FILTER;
    }
    String configuredProjection = ConfText.get(conf, HailConfigKeys.QUERY_PROJECTION);
    if (configuredProjection != null) {
      projection = names(configuredProjection);
      projectionPlace = "configuration key " + HailConfigKeys.QUERY_PROJECTION;
    }
    return new JobQuery(mapper.getName(), filter, filterPlace, projection, projectionPlace);
  }

  private static List<String> names(String list) throws HailQueryException {
    try {
      return list.isBlank() ? List.of() : AttributeNames.split(list);
    } catch (SchemaException malformed) {
      throw new HailQueryException(
          "Configuration key " + HailConfigKeys.QUERY_PROJECTION + ": " + malformed.getMessage(),
          malformed);
    }
  }

  /** Encodes texts of the query and of joins that the XML of a job could not hold. */
  static void encodeTexts(Configuration conf) {
    ConfText.encodeValues(conf, KEYS);
    ConfText.encodeValues(conf, KnownKeys.JOINS);
  }

  /** Hadoop accepts any key, so one with a typo would let the job read all rows. */
  private static void refuseUnknownKeys(Configuration conf) throws HailQueryException {
    for (String end : conf.getPropsWithPrefix(KEYS).keySet()) {
      if (!KnownKeys.has(KEYS + end)) {
        throw new HailQueryException(
            "There is no configuration key " + KEYS + end + "; " + KnownKeys.hint(KEYS + end));
      }
    }
  }

  /**
   * Checks this query against the schema of a file.
   *
   * @param joins the joins of the job
   * @throws HailQueryException if the filter does not parse or type, or the projection names an
   *     attribute that neither the file nor a build side has, or one twice
   */
  BoundQuery bind(Schema schema, String file, StarNames joins) throws HailQueryException {
    Predicate predicate;
    try {
      predicate = Predicate.parse(filter, schema);
    } catch (PredicateException e) {
      String reason = e.getMessage() + (joins.isEmpty() ? "" : OF_BUILD_SIDE);
      throw misfit(Part.FILTER, filterPlace, file, schema, reason, e);
    }
    if (joins.isEmpty()) {
      int[] positions = positions(schema, file, text -> List.of(schema.attribute(text).position()));
      return new BoundQuery(schema, predicate, positions);
    }
    JoinedSchema joined;
    try {
      joined = joins.join(schema);
    } catch (SchemaException e) {
      throw misfit(Part.PROJECTION, projectionPlace, file, schema, e.getMessage(), e);
    }
    int[] delivered = positions(schema, file, joined::positions);
    if (delivered == null) {
      int[] all = IntStream.rangeClosed(1, joined.schema().size()).toArray();
      return new BoundQuery(joined, predicate, null, all, joins.hints(schema));
    }
    // Attributes that joins compare are read, whether or not they are delivered.
    IntStream keys = joins.keys().stream().mapToInt(key -> schema.attribute(key).position());
    int[] read =
        IntStream.concat(IntStream.of(delivered).filter(joined::isOfInput), keys)
            .distinct()
            .toArray();
    return new BoundQuery(joined, predicate, read, delivered, joins.hints(schema));
  }

  /** Returns the positions that the projection names; null if it is empty. */
  private int[] positions(Schema schema, String file, Function<String, List<Integer>> find)
      throws HailQueryException {
    if (projection.isEmpty()) {
      return null;
    }
    Set<Integer> positions = new LinkedHashSet<>();
    for (String attribute : projection) {
      List<Integer> found;
      try {
        found = find.apply(attribute);
      } catch (SchemaException e) {
        throw misfit(Part.PROJECTION, projectionPlace, file, schema, e.getMessage(), e);
      }
      for (int position : found) {
        if (!positions.add(position)) {
          String reason = "attribute " + attribute + " is named twice";
          throw misfit(Part.PROJECTION, projectionPlace, file, schema, reason, null);
        }
      }
    }
    return positions.stream().mapToInt(Integer::intValue).toArray();
  }

  private HailQueryException misfit(
      Part part, String place, String file, Schema schema, String reason, Exception cause) {
    String message =
        "Mapper "
            + mapper
            + ": the "
            + part.name().toLowerCase(Locale.ROOT)
            + " of "
            + place
            + " does not fit "
            + file
            + " with schema ("
            + schema.toSql()
            + "): "
            + reason;
    return new HailQueryException(
        message, new HailQueryException.Misfit(part, file, reason), cause);
  }

  void write(DataOutput out) throws IOException {
    WritableUtils.writeString(out, mapper);
    WritableUtils.writeString(out, filter);
    WritableUtils.writeString(out, filterPlace);
    WritableUtils.writeVInt(out, projection.size());
    for (String attribute : projection) {
      WritableUtils.writeString(out, attribute);
    }
    WritableUtils.writeString(out, projectionPlace);
  }

  static JobQuery read(DataInput in) throws IOException {
    String mapper = WritableUtils.readString(in);
    String filter = WritableUtils.readString(in);
    String filterPlace = WritableUtils.readString(in);
    int count = WritableUtils.readVInt(in);
    List<String> projection = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      projection.add(WritableUtils.readString(in));
    }
    return new JobQuery(mapper, filter, filterPlace, projection, WritableUtils.readString(in));
  }
}
