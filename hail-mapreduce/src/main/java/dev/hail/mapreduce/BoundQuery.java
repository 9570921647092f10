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

  /** Returns the schema of the file. */
  Schema schema() {
    return schema;
  }

  /** Returns the condition that a delivered row meets. */
  Predicate predicate() {
    return predicate;
  }

  /**
   * Returns the positions of the attributes to deliver, from 1, distinct, in the order the job
   * named them; null for all attributes. Callers must not change the array.
   */
  int[] projection() {
    return projection;
  }
}
