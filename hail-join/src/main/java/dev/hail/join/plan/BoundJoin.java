// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.plan;

import dev.hail.format.predicate.Predicate;
import dev.hail.format.predicate.PredicateException;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Schema;
import dev.hail.format.schema.SchemaException;
import java.util.ArrayList;
import java.util.List;

/**
 * A join whose build side is checked against the schema of its files. Immutable.
 *
 * @param spec the join as written
 * @param schema attributes of the build side
 * @param filter condition for rows of the build side
 * @param keys positions of the key attributes in the build side, from 1
 */
public record BoundJoin(JoinSpec spec, Schema schema, Predicate filter, List<Integer> keys) {
  /** Copies the keys. */
  public BoundJoin {
    keys = List.copyOf(keys);
  }

  /**
   * Checks a join against its build side.
   *
   * @param files the files of the build side, for messages
   * @throws JoinRefusedException if an attribute is missing, the filter does not fit, or the kind
   *     takes fewer keys
   */
  public static BoundJoin of(JoinSpec spec, Schema schema, String files)
      throws JoinRefusedException {
    if (spec.kind() == MatchKind.NOT_IN && spec.keys().size() > 1) {
      throw spec.refused("`not in' compares one attribute, `on' has " + spec.keys().size());
    }
    Predicate filter;
    try {
      filter = Predicate.parse(spec.filter(), schema);
    } catch (PredicateException e) {
      throw spec.refused(
          "its filter does not fit " + files + " with schema (" + schema + "): " + e.getMessage(),
          e);
    }
    List<Integer> keys = new ArrayList<>();
    for (KeyPair pair : spec.keys()) {
      try {
        keys.add(schema.attribute(pair.build()).position());
      } catch (SchemaException e) {
        throw spec.refused(
            "right of `=' in `"
                + pair
                + "' stands an attribute of the build side "
                + files
                + ". "
                + e.getMessage(),
            e);
      }
    }
    return new BoundJoin(spec, schema, filter, keys);
  }

  /** Returns the build side as names see it. */
  public JoinSide side() {
    return new JoinSide(spec.name(), spec.kind(), schema);
  }

  /**
   * Returns the positions, from 1, of the attributes of an input that the join compares.
   *
   * @param file the input file, for messages
   * @throws JoinRefusedException if an attribute is missing or has values that are never equal to
   *     those of the build side
   */
  public List<Integer> inputKeys(Schema input, String file) throws JoinRefusedException {
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      KeyPair pair = spec.keys().get(i);
      Attribute left;
      try {
        left = input.attribute(pair.input());
      } catch (SchemaException e) {
        throw spec.refused(
            "left of `=' in `"
                + pair
                + "' stands an attribute of the input "
                + file
                + ". "
                + e.getMessage(),
            e);
      }
      Attribute right = schema.attribute(keys.get(i));
      if (!KeyColumns.comparable(left.type(), right.type())) {
        throw spec.refused(
            "in `"
                + pair
                + "' the input's "
                + left
                + " is "
                + left.type()
                + " and the build side's "
                + right
                + " is "
                + right.type()
                + ", which are never equal. Integers of any width can be compared, DECIMALs of one"
                + " scale, else values of one type");
      }
      positions.add(left.position());
    }
    return positions;
  }
}
