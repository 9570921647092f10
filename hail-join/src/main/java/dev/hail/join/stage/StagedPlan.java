// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.stage;

import dev.hail.conf.HailConfigKeys;
import dev.hail.join.plan.ImageFile;
import dev.hail.join.plan.JoinPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.apache.hadoop.conf.Configuration;

/** How tasks find the plan of their job's joins: its file's name, length and checksum are a key. */
public final class StagedPlan {
  private StagedPlan() {}

  static void set(Configuration conf, ImageFile plan) {
    conf.set(
        HailConfigKeys.JOIN_PLAN,
        plan.name() + ":" + plan.length() + ":" + HexFormat.of().toHexDigits(plan.head()));
  }

  /** Forgets the plan of a job that was submitted with this configuration before. */
  public static void clear(Configuration conf) {
    conf.unset(HailConfigKeys.JOIN_PLAN);
  }

  /**
   * Returns the plan of the job that this task belongs to; null if the job has no joins.
   *
   * @throws IOException if the plan is missing or not that of the job
   */
  public static JoinPlan ofTask(Configuration conf) throws IOException {
    String value = conf.get(HailConfigKeys.JOIN_PLAN);
    if (value == null) {
      return null;
    }
    String[] parts = value.split(":", -1);
    ImageFile plan =
        new ImageFile(parts[0], Long.parseLong(parts[1]), HexFormat.fromHexDigits(parts[2]));
    Path file = Path.of("").toAbsolutePath().resolve(plan.name());
    plan.check(file);
    return JoinPlan.of(Files.readAllBytes(file));
  }
}
