// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.build;

import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.NumberKeys;
import dev.hail.format.block.read.BadRecord;
import dev.hail.join.plan.JoinRefusedException;
import dev.hail.join.plan.JoinSpec;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Bad records of one build side: counted, and held against what the job allows. */
final class BadBuildRecords {
  private static final Logger LOG = LoggerFactory.getLogger(BadBuildRecords.class);

  private final JoinSpec join;

  /** Most bad records allowed; below 0 for any number. */
  private final long allowed;

  private final boolean byDefault;

  private long count;
  private String firstFile;
  private BadRecord first;

  /**
   * No bad records yet.
   *
   * @throws IllegalArgumentException if the number that the job allows is not a number
   */
  BadBuildRecords(Configuration conf, JoinSpec join) {
    this.join = join;
    this.byDefault = conf.get(HailConfigKeys.JOIN_BUILD_MAX_BAD) == null;
    this.allowed = NumberKeys.longCount(conf, HailConfigKeys.JOIN_BUILD_MAX_BAD, ofKind(join));
  }

  private static long ofKind(JoinSpec join) {
    return join.kind().isForRowsWithoutMatch() ? 0 : -1;
  }

  /** Adds the bad records of a block. */
  void add(String file, List<BadRecord> records) {
    count += records.size();
    for (BadRecord record : records) {
      int order = first == null ? -1 : file.compareTo(firstFile);
      if (order < 0 || (order == 0 && record.line() < first.line())) {
        firstFile = file;
        first = record;
      }
    }
  }

  long count() {
    return count;
  }

  /**
   * Logs that bad records are left out.
   *
   * @throws JoinRefusedException if they are more than the job allows
   */
  void check() throws JoinRefusedException {
    if (count == 0) {
      return;
    }
    String all = "`hail cat --bad " + join.path() + "' prints them";
    if (allowed >= 0 && count > allowed) {
      throw join.refused(
          String.format(
              Locale.ROOT,
              "its build side has %,d bad records, %s allows %,d%s; the first is line %d of %s: %s;"
                  + " %s. Upload the file without them, or set the key to %d, or to -1 for any number",
              count,
              HailConfigKeys.JOIN_BUILD_MAX_BAD,
              allowed,
              byDefault
                  ? " by default, as `" + join.kind().words() + "' would give rows that they match"
                  : "",
              first.line(),
              firstFile,
              first.reason(),
              all,
              count));
    }
    LOG.warn("Join {}: {} bad records of the build side are left out; {}", join.name(), count, all);
  }
}
