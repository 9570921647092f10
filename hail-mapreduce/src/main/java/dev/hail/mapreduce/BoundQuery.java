// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Schema;

/** A job's query, checked against the schema of one file. */
final class BoundQuery {

  private final Schema schema;
  private final Predicate predicate;
  private final int[] projection;

  BoundQuery(Schema schema, Predicate predicate, int[] projection) {
    this.schema = schema;
    this.predicate = predicate;
    this.projection = projection;
  }

  /** Schema of the file. */
  Schema schema() {
    return schema;
  }

  /** Rows to deliver. */
  Predicate predicate() {
    return predicate;
  }

  /**
   * Positions to deliver, from 1, distinct, in the order the job named them; null for all
   * attributes. Not to be changed.
   */
  int[] projection() {
    return projection;
  }
}
