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
 * @param columns findings on each attribute, in the schema's order
 * @param rows rows of the sample that have the proposed number of attributes
 * @param badRows rows that have another number of attributes or could not be read
 * @param looksLikeHeader whether the first row was read as data and is the only row that does not
 *     fit narrower types
 */
public record InferredSchema(
    Schema schema, List<Column> columns, long rows, long badRows, boolean looksLikeHeader) {
  /** Copies the columns. */
  public InferredSchema {
    columns = List.copyOf(columns);
  }

  /**
   * Findings on one attribute.
   *
   * @param attribute name and proposed type
   * @param values values in the sample other than NULL
   * @param nulls NULLs in the sample
   * @param note reason for the type, and what could make it wrong
   */
  public record Column(Attribute attribute, long values, long nulls, String note) {}
}
