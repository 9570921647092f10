// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.peer;

import dev.hail.bench.job.TimedRecordReader;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Schema;
import java.io.IOException;
import java.time.LocalDate;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.filter2.predicate.Operators;
import org.apache.parquet.hadoop.ParquetInputFormat;
import org.apache.parquet.io.api.Binary;

/**
 * Parquet's own input format with filter and projection pushed down. Statistics and dictionaries
 * exclude row groups, the page index excludes pages, then the filter excludes rows. Measures the
 * time of its readers.
 */
public final class ParquetPeerInputFormat extends ParquetInputFormat<PeerRow> {
  public ParquetPeerInputFormat() {
    super(PeerReadSupport.class);
  }

  static void configure(Job job, PeerQuery query) {
    job.setInputFormatClass(ParquetPeerInputFormat.class);
    setFilterPredicate(job.getConfiguration(), predicate(query));
  }

  @Override
  public RecordReader<Void, PeerRow> createRecordReader(
      InputSplit split, TaskAttemptContext context) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    RecordReader<Void, PeerRow> reader = super.createRecordReader(split, context);
    return new TimedRecordReader<>(reader, System.nanoTime() - begin);
  }

  private static FilterPredicate predicate(PeerQuery query) {
    Schema schema = query.schema();
    return query.ranges().stream()
        .map(range -> predicate(range, schema.attribute(range.position())))
        .reduce(FilterApi::and)
        .orElseThrow();
  }

  private static FilterPredicate predicate(PeerQuery.Range range, Attribute attribute) {
    String name = attribute.name();
    return switch (attribute.type().kind()) {
      case INT ->
          within(
              FilterApi.intColumn(name),
              Integer.valueOf(range.low()),
              Integer.valueOf(range.high()),
              range.isPoint());
      case DATE ->
          within(
              FilterApi.intColumn(name),
              (int) LocalDate.parse(range.low()).toEpochDay(),
              (int) LocalDate.parse(range.high()).toEpochDay(),
              range.isPoint());
      case FLOAT ->
          within(
              FilterApi.floatColumn(name),
              Float.valueOf(range.low()),
              Float.valueOf(range.high()),
              range.isPoint());
      case STRING ->
          within(
              FilterApi.binaryColumn(name),
              Binary.fromString(range.low()),
              Binary.fromString(range.high()),
              range.isPoint());
      default -> throw new UnsupportedType(attribute);
    };
  }

  private static <T extends Comparable<T>, C extends Operators.Column<T> & Operators.SupportsLtGt>
      FilterPredicate within(C column, T low, T high, boolean point) {
    return point
        ? FilterApi.and(FilterApi.gtEq(column, low), FilterApi.ltEq(column, low))
        : FilterApi.and(FilterApi.gtEq(column, low), FilterApi.ltEq(column, high));
  }
}
