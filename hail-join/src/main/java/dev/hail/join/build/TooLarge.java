// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.build;

import dev.hail.conf.HailConfigKeys;
import dev.hail.join.plan.JoinRefusedException;
import dev.hail.join.plan.JoinSpec;
import java.util.Locale;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/** Says that a build side needs more than the budget, how far it came, and what would help. */
final class TooLarge {
  private TooLarge() {}

  /**
   * Returns the refusal.
   *
   * @param reached how far reading came, a sentence
   * @param cause what the join library said; null if strings took the memory
   */
  static JoinRefusedException of(
      JoinSpec spec, ImageBudget budget, String reached, Exception cause) {
    StringBuilder why = new StringBuilder();
    why.append(
        String.format(
            Locale.ROOT,
            "its build side needs more memory than %s = %s allows for all joins of the job,"
                + " of which %s was left for it. %s",
            HailConfigKeys.JOIN_MEMORY_MAX,
            size(budget.most()),
            size(budget.left()),
            reached));
    if (cause != null) {
      why.append(" (").append(cause.getMessage()).append(')');
    }
    why.append(
        ". What helps: a filter on the build side, fewer attributes of it in the projection,");
    if (spec.kind().givesAttributes()) {
      why.append(" a semi join if no attribute is needed,");
    }
    why.append(" or a larger ").append(HailConfigKeys.JOIN_MEMORY_MAX);
    return spec.refused(why.toString(), cause);
  }

  static String size(long bytes) {
    return TraditionalBinaryPrefix.long2String(bytes, "B", 1);
  }
}
