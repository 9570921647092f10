package dev.hail.client.pseudo;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What former jobs with a filter on one attribute of one file cost: the terms of equations 3.1 to
 * 3.3 of the thesis that a job cannot measure before it has to decide. All times in seconds.
 *
 * @param target runtime that jobs are to have, T_target: that of the first one
 * @param scanWave runtime of a map wave that reads blocks whole and indexes none, t_fsw
 * @param indexOverhead what a map wave takes longer if its blocks are indexed, t_idxOverhead
 */
public record Calibration(double target, double scanWave, double indexOverhead) {
  private static final Pattern FORM =
      Pattern.compile("target=([0-9.]+)s scan-wave=([0-9.]+)s index-overhead=([0-9.]+)s");

  public Calibration {
    if (!(target > 0) || !(scanWave > 0) || !(indexOverhead >= 0)) {
      throw new IllegalArgumentException(
          "times of " + target + ", " + scanWave + " and " + indexOverhead + " s");
    }
  }

  /**
   * Equation 3.3: the offer rate that makes a job take as long as the target.
   *
   * @param indexScan time the job needs for the blocks that have an index, T_is, in seconds
   * @param blocks blocks of the file
   * @param unindexed those of them without a fitting index
   * @param waveBlocks blocks that all map tasks that run at the same time read whole, at least 1
   * @return from 0 to 1
   */
  public double offerRate(double indexScan, int blocks, int unindexed, int waveBlocks) {
    // Waves need not be full, in the target as here: rounded up, a file of a wave and a bit would
    // never have time left.
    double scanWaves = (double) unindexed / waveBlocks;
    double budget = target - indexScan - scanWave * scanWaves;
    double allWaves = (double) blocks / waveBlocks;
    if (budget <= 0 || blocks == 0) {
      return 0;
    }
    double overheadOfAll = indexOverhead * allWaves;
    return overheadOfAll <= budget ? 1 : budget / overheadOfAll;
  }

  /** The text that {@link #parse} reads. */
  public String format() {
    return String.format(
        Locale.ROOT,
        "target=%.6fs scan-wave=%.6fs index-overhead=%.6fs",
        target,
        scanWave,
        indexOverhead);
  }

  /**
   * Reads what {@link #format} wrote.
   *
   * @return null if it is something else
   */
  public static Calibration parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return null;
    }
    try {
      return new Calibration(
          Double.parseDouble(matcher.group(1)),
          Double.parseDouble(matcher.group(2)),
          Double.parseDouble(matcher.group(3)));
    } catch (IllegalArgumentException nonsense) {
      return null;
    }
  }
}
