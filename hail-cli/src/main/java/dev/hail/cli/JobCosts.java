// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.AttributeDamage;
import dev.hail.client.read.HailFile;
import dev.hail.format.schema.Schema;
import dev.hail.xattr.Calibration;
import dev.hail.xattr.HailXAttributes;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Prints what jobs cost that filtered by an attribute without an index, as the namenode kept it.
 */
final class JobCosts {
  private JobCosts() {}

  /** Prints a line per such attribute; nothing if there were no such jobs. */
  static void print(HailFile file, PrintStream out) throws IOException {
    Schema schema = file.schema();
    Map<String, byte[]> kept = file.location().fileSystem().getXAttrs(file.location().path());
    for (int attribute = 1; attribute <= schema.size(); attribute++) {
      byte[] text = kept.get(HailXAttributes.calibration(attribute));
      Calibration costs =
          text == null ? null : Calibration.parse(new String(text, StandardCharsets.UTF_8));
      if (text != null && costs == null) {
        out.printf(
            Locale.ROOT,
            "  jobs by %s: %s%n",
            schema.attribute(attribute).name(),
            new AttributeDamage(HailXAttributes.calibration(attribute), "no costs of jobs")
                .describe(file.location().source()));
      }
      if (costs != null) {
        out.printf(
            Locale.ROOT,
            "  jobs by %s: the first took %.1f s for its map phase; a map task takes %.2f s to start, a"
                + " block read whole %.2f s%s%s%n",
            schema.attribute(attribute).name(),
            costs.target(),
            costs.taskStart(),
            costs.scan(),
            ifKnown(", ", costs.indexOverhead(), " more if it is indexed"),
            ifKnown(", one read by index ", costs.indexScan(), ""));
      }
    }
  }

  private static String ifKnown(String before, OptionalDouble seconds, String after) {
    return seconds.isPresent()
        ? before + String.format(Locale.ROOT, "%.2f s", seconds.getAsDouble()) + after
        : "";
  }
}
