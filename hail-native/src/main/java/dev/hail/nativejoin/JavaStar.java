// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Several joins of {@link JavaJoins} that share a probe side.
 *
 * @param joins the joins in the order of their result columns
 * @param probeOutputs positions, from 0, of the result's probe columns in the probe schema
 * @param batchRows most rows of a result batch
 * @param resultSchema schema of the result batches
 */
record JavaStar(
    List<JavaJoin> joins, List<Integer> probeOutputs, int batchRows, Schema resultSchema) {

  /**
   * @throws IllegalArgumentException if the joins cannot form a star
   */
  static JavaStar of(List<JavaJoin> joins, StarOptions options) {
    Schema probe = joins.get(0).probeSchema();
    for (int i = 0; i < joins.size(); i++) {
      requireFit(i, joins.get(i).specification(), probe);
    }
    List<Integer> outputs = options.probeOutputs(new SideColumns("probe", probe));
    List<Field> fields = new ArrayList<>();
    outputs.forEach(
        column -> fields.add(JoinSpecification.resultField(probe.getFields().get(column), false)));
    for (JavaJoin join : joins) {
      fields.addAll(join.specification().buildFields());
    }
    return new JavaStar(joins, outputs, options.batchRows(), new Schema(fields));
  }

  private static void requireFit(int number, JoinSpecification join, Schema probe) {
    if (!join.kind().canBeInStar()) {
      throw new IllegalArgumentException(
          "Join "
              + number
              + " of the star is of kind "
              + join.kind()
              + "; allowed are INNER, PROBE_OUTER, PROBE_SEMI, PROBE_ANTI and"
              + " NULL_AWARE_ANTI");
    }
    if (!join.probeSchema().equals(probe)) {
      throw new IllegalArgumentException(
          "Join "
              + number
              + " of the star has another probe side than join 0: columns "
              + join.probeSchema().getFields()
              + ", expected "
              + probe.getFields());
    }
  }
}
