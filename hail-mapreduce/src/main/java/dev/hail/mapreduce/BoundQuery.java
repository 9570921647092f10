// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.format.predicate.KeyHints;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Schema;
import dev.hail.join.plan.JoinedSchema;

/** A job's query, checked against the schema of one file. */
final class BoundQuery {

  private final Schema schema;
  private final Predicate predicate;
  private final int[] projection;
  private final JoinedSchema joined;
  private final int[] delivered;
  private final KeyHints hints;

  /** A query without joins, which delivers what it reads. */
  BoundQuery(Schema schema, Predicate predicate, int[] projection) {
    this.schema = schema;
    this.predicate = predicate;
    this.projection = projection;
    this.joined = null;
    this.delivered = projection;
    this.hints = KeyHints.NONE;
  }

  /**
   * A query with joins.
   *
   * @param projection positions of the attributes to read, from 1; null for all
   * @param delivered positions of the attributes of joined rows to deliver, from 1
   * @param hints what rows of the file must meet to have a match
   */
  BoundQuery(
      JoinedSchema joined, Predicate predicate, int[] projection, int[] delivered, KeyHints hints) {
    this.schema = joined.input();
    this.predicate = predicate;
    this.projection = projection;
    this.joined = joined;
    this.delivered = delivered;
    this.hints = hints;
  }

  /** Returns the schema of the file. */
  Schema schema() {
    return schema;
  }

  /** Returns the attributes of joined rows; null if the job has no joins. */
  JoinedSchema joined() {
    return joined;
  }

  /** Returns what rows of the file must meet, beside the condition, to be delivered. */
  KeyHints hints() {
    return hints;
  }

  /** Returns the condition that a row of the file meets. */
  Predicate predicate() {
    return predicate;
  }

  /**
   * Returns the positions of the attributes to read, from 1, distinct; null for all attributes.
   * Callers must not change the array.
   */
  int[] projection() {
    return projection;
  }

  /**
   * Returns the positions of the attributes to deliver, from 1, distinct, in the order the job
   * named them; null for all attributes. Callers must not change the array.
   */
  int[] delivered() {
    return delivered;
  }
}
