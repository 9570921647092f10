// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.text;

import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Schema;
import java.util.List;

/**
 * A schema proposed from a sample.
 *
 * @param schema the proposal
 * @param columns what was seen of each attribute, in the schema's order
 * @param rows rows of the sample that fit the proposal's number of attributes
 * @param badRows rows that did not, or could not be read at all
 * @param looksLikeHeader whether the first row was read as data and is alone in not fitting
 *     narrower types
 */
public record InferredSchema(
    Schema schema, List<Column> columns, long rows, long badRows, boolean looksLikeHeader) {
  /** Copies the columns. */
  public InferredSchema {
    columns = List.copyOf(columns);
  }

  /**
   * What was seen of one attribute.
   *
   * @param attribute name and proposed type
   * @param values non-null values in the sample
   * @param nulls nulls in the sample
   * @param note why this type, and what could make it wrong
   */
  public record Column(Attribute attribute, long values, long nulls, String note) {}
}
