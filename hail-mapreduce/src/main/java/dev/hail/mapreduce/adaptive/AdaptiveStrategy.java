// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.adaptive;

import dev.hail.conf.HailConfigKeys;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;

/**
 * How a job chooses the blocks it indexes (thesis, section 3.6).
 *
 * @param eager whether the offer rate follows from what former jobs cost, else it is constant
 * @param selective whether blocks of which few rows qualify are preferred
 * @param rate offer rate, 0 to 1; of eager jobs only the first one's
 * @param target runtime of eager jobs in seconds; 0 for that of the first one
 * @param selectivityMax greatest share of qualifying rows at which a block is indexed, 0 to 1; 1
 *     unless selective
 */
public record AdaptiveStrategy(
    boolean eager, boolean selective, double rate, double target, double selectivityMax) {
  private static final String OFF = "off";
  private static final String LAZY = "lazy";
  private static final String EAGER = "eager";
  private static final String SELECTIVITY = "selectivity";

  /**
   * What a configuration asks for ({@code hail.adaptive.*}).
   *
   * @return null if nothing is to be indexed
   * @throws IllegalArgumentException if there is no such strategy, or a number is out of its range
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
              + " must be off, lazy, eager, selectivity, or one of lazy and eager with selectivity"
              + " after a comma; it is `"
              + text
              + "'");
    }
    boolean selective = words.contains(SELECTIVITY);
    double threshold =
        share(
            conf,
            HailConfigKeys.ADAPTIVE_SELECTIVITY_MAX,
            HailConfigKeys.ADAPTIVE_SELECTIVITY_MAX_DEFAULT);
    return new AdaptiveStrategy(
        words.contains(EAGER),
        selective,
        share(conf, HailConfigKeys.ADAPTIVE_OFFER_RATE, HailConfigKeys.ADAPTIVE_OFFER_RATE_DEFAULT),
        target(conf),
        selective ? threshold : 1);
  }

  private static double target(Configuration conf) {
    String key = HailConfigKeys.ADAPTIVE_TARGET;
    try {
      long millis =
          conf.getTimeDuration(key, HailConfigKeys.ADAPTIVE_TARGET_DEFAULT, TimeUnit.MILLISECONDS);
      return Math.max(0, millis) / 1e3;
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          key + " must be a time such as 90s or 2m, it is `" + conf.getTrimmed(key) + "'", e);
    }
  }

  private static double share(Configuration conf, String key, float byDefault) {
    String text = conf.getTrimmed(key, Float.toString(byDefault));
    double value;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          key + " must be a number from 0 to 1, it is `" + text + "'", e);
    }
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(key + " must be from 0 to 1, it is " + text);
    }
    return value;
  }

  /** Whether the blocks can be chosen when the job is planned; else its tasks have to ask. */
  public boolean isChosenByPlanner() {
    return !eager && !selective;
  }
}
