// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.peer;

import dev.hail.examples.ExampleTable;
import dev.hail.format.schema.Schema;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;

/**
 * A query of the thesis for formats that filter by ranges: a row qualifies if all ranges hold.
 *
 * @param name name of the job: {@code bob-q1}
 * @param ranges conditions, all of which must hold
 * @param projection positions, from 1, of the attributes in the order in which they are written
 */
record PeerQuery(String name, ExampleTable table, List<Range> ranges, List<Integer> projection) {
  private static final String NAME_KEY = "hail.bench.peer.query";
  private static final String ADDRESS = "172.101.11.46";

  /**
   * A range of values of one attribute.
   *
   * @param position position of the attribute, from 1
   * @param low smallest value, as in the text
   * @param high largest value, inclusive; equal to {@code low} for one value
   */
  record Range(int position, String low, String high) {
    boolean isPoint() {
      return low.equals(high);
    }
  }

  PeerQuery {
    ranges = List.copyOf(ranges);
    projection = List.copyOf(projection);
  }

  private static PeerQuery bob(String name, List<Integer> projection, Range... ranges) {
    return new PeerQuery(name, ExampleTable.USERVISITS, List.of(ranges), projection);
  }

  private static PeerQuery syn(String name, int attributes, int maximum) {
    return new PeerQuery(
        name,
        ExampleTable.SYNTHETIC,
        List.of(new Range(1, "0", String.valueOf(maximum))),
        IntStream.rangeClosed(1, attributes).boxed().toList());
  }

  /**
   * Returns the query of this name.
   *
   * @throws IllegalArgumentException if there is no such query
   */
  static PeerQuery of(String name) {
    List<Integer> searches = List.of(8, 9, 4);
    return switch (name) {
      case "bob-q1" -> bob(name, List.of(1), new Range(3, "1999-01-01", "2000-01-01"));
      case "bob-q2" -> bob(name, searches, new Range(1, ADDRESS, ADDRESS));
      case "bob-q3" ->
          bob(
              name,
              searches,
              new Range(1, ADDRESS, ADDRESS),
              new Range(3, "1992-12-22", "1992-12-22"));
      case "bob-q4" -> bob(name, searches, new Range(4, "1", "10"));
      case "bob-q5" -> bob(name, searches, new Range(4, "1", "100"));
      case "syn-q1a" -> syn(name, 19, 999_999);
      case "syn-q1b" -> syn(name, 9, 999_999);
      case "syn-q1c" -> syn(name, 1, 999_999);
      case "syn-q2a" -> syn(name, 19, 99_999);
      case "syn-q2b" -> syn(name, 9, 99_999);
      case "syn-q2c" -> syn(name, 1, 99_999);
      default -> throw new IllegalArgumentException("There is no query " + name);
    };
  }

  static void store(String name, Configuration configuration) {
    configuration.set(NAME_KEY, name);
  }

  static PeerQuery load(Configuration configuration) {
    return of(configuration.getTrimmed(NAME_KEY, ""));
  }

  static PeerQuery load(ParquetConfiguration configuration) {
    return of(configuration.get(NAME_KEY, ""));
  }

  Schema schema() {
    return Schema.parse(table.schemaSql());
  }

  /** Returns whether the format must read the attribute, for the filter or for the result. */
  boolean needs(int position) {
    return projection.contains(position)
        || ranges.stream().anyMatch(range -> range.position() == position);
  }
}
