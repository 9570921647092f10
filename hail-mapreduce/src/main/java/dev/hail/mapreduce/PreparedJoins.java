// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.join.build.BuiltSide;
import dev.hail.join.plan.PlannedJoin;
import dev.hail.join.plan.StarNames;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/**
 * The joins of a job, built.
 *
 * @param library name of the join library, as tasks find it in the plan; empty without joins
 * @param names what queries must know of them
 * @param sides the build sides
 * @param containerMega memory that a map container is asked for, in MB; 0 if it stays as it was
 */
record PreparedJoins(String library, StarNames names, List<BuiltSide> sides, long containerMega) {
  /** Of a job without joins. */
  static final PreparedJoins NONE = new PreparedJoins("", StarNames.NONE, List.of(), 0);

  PreparedJoins {
    sides = List.copyOf(sides);
  }

  /** Returns one line about a build side: rows, bytes, table. */
  static String describe(BuiltSide side) {
    PlannedJoin join = side.join();
    StringBuilder line = new StringBuilder();
    line.append(
        String.format(
            Locale.ROOT,
            "Join %s (%s): %,d of %,d rows of %s; table %s, %s, of %s",
            join.name(),
            join.kind().words(),
            side.table().rows(),
            side.rowsRead(),
            side.path(),
            side.table().table(),
            side.table().unique() ? "unique keys" : "keys that repeat",
            size(join.image().length())));
    if (join.strings() != null) {
      line.append(", strings of ").append(size(join.strings().length()));
    }
    if (join.badRecords() > 0) {
      line.append(String.format(Locale.ROOT, "; %,d bad records left out", join.badRecords()));
    }
    if (!side.table().explanation().isEmpty()) {
      line.append("; ").append(side.table().explanation());
    }
    return line.toString();
  }

  private static String size(long bytes) {
    return TraditionalBinaryPrefix.long2String(bytes, "B", 1);
  }
}
