// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.adaptive;

import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.NumberKeys;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;

/**
 * How a job chooses the blocks it indexes (thesis, section 3.6).
 *
 * @param eager true if the costs of earlier jobs set the offer rate; false if it is constant
 * @param selective true if blocks with few qualifying rows are preferred
 * @param rate offer rate, 0 to 1; eager jobs use it only for the first job
 * @param target target runtime of eager jobs in seconds; 0 for the runtime of the first job
 * @param selectivityMax largest share of qualifying rows at which a block is indexed, 0 to 1; 1
 *     unless selective
 */
public record AdaptiveStrategy(
    boolean eager, boolean selective, double rate, double target, double selectivityMax) {
  private static final String OFF = "off";
  private static final String LAZY = "lazy";
  private static final String EAGER = "eager";
  private static final String SELECTIVITY = "selectivity";

  /**
   * Returns the strategy that a configuration asks for ({@code hail.adaptive.*}).
   *
   * @return null if the job indexes nothing
   * @throws IllegalArgumentException if the strategy is unknown or a number is out of range
   */
  public static AdaptiveStrategy of(Configuration conf) {
    String text =
        conf.getTrimmed(HailConfigKeys.ADAPTIVE_STRATEGY, HailConfigKeys.ADAPTIVE_STRATEGY_DEFAULT);
    Set<String> words = new LinkedHashSet<>();
    for (String word : text.split(",", -1)) {
      words.add(word.trim());
    }
    if (words.equals(Set.of(OFF))) {
      return null;
    }
    boolean known = Set.of(LAZY, EAGER, SELECTIVITY).containsAll(words);
    if (!known || (words.contains(LAZY) && words.contains(EAGER))) {
      throw new IllegalArgumentException(
          HailConfigKeys.ADAPTIVE_STRATEGY
              + " must be off, lazy, eager, selectivity, `lazy,selectivity' or"
              + " `eager,selectivity', it is `"
              + text
              + "'");
    }
    boolean selective = words.contains(SELECTIVITY);
    double threshold =
        NumberKeys.real(
            conf,
            HailConfigKeys.ADAPTIVE_SELECTIVITY_MAX,
            HailConfigKeys.ADAPTIVE_SELECTIVITY_MAX_DEFAULT);
    return new AdaptiveStrategy(
        words.contains(EAGER),
        selective,
        NumberKeys.real(
            conf, HailConfigKeys.ADAPTIVE_OFFER_RATE, HailConfigKeys.ADAPTIVE_OFFER_RATE_DEFAULT),
        NumberKeys.time(
                conf,
                HailConfigKeys.ADAPTIVE_TARGET,
                HailConfigKeys.ADAPTIVE_TARGET_DEFAULT,
                TimeUnit.MILLISECONDS)
            / 1e3,
        selective ? threshold : 1);
  }

  /** Returns true if the planner chooses the blocks; false if the tasks ask the namenode. */
  public boolean isChosenByPlanner() {
    return !eager && !selective;
  }
}
