// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.plan;

import dev.hail.nativejoin.JoinKind;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Which rows a join in map tasks gives for the matches of an input row. */
public enum MatchKind {
  /** A row for each match. */
  INNER(JoinKind.INNER, "inner"),
  /** A row for each match; without any, one row in which the build side is NULL. */
  LEFT(JoinKind.PROBE_OUTER, "left"),
  /** The row once if there is a match: {@code EXISTS}. */
  SEMI(JoinKind.PROBE_SEMI, "semi"),
  /** The row once if there is no match: {@code NOT EXISTS}. */
  ANTI(JoinKind.PROBE_ANTI, "anti"),
  /** The row once if SQL's {@code NOT IN} is true for its key. */
  NOT_IN(JoinKind.NULL_AWARE_ANTI, "not in");

  /** What the kinds are, as part of a sentence, and why there are no others. */
  static final String POSSIBLE =
      "it can be inner, left, semi, anti or not in. Right and full joins are not possible: no task"
          + " knows which build rows no task has met";

  private final JoinKind joinKind;
  private final String words;

  MatchKind(JoinKind joinKind, String words) {
    this.joinKind = joinKind;
    this.words = words;
  }

  /** Returns the same kind as the join library names it. */
  public JoinKind joinKind() {
    return joinKind;
  }

  /** Returns the kind as the text of a join has it. */
  public String words() {
    return words;
  }

  /** Returns whether rows have attributes of the build side. */
  public boolean givesAttributes() {
    return this == INNER || this == LEFT;
  }

  /** Returns whether the join gives only rows that have no match. */
  public boolean isForRowsWithoutMatch() {
    return this == ANTI || this == NOT_IN;
  }

  /** Returns the kind with these words, in upper or lower case; empty if there is none. */
  public static Optional<MatchKind> of(String text) {
    String wanted = text.strip().toLowerCase(Locale.ROOT).replace('_', ' ');
    return Arrays.stream(values()).filter(kind -> kind.words.equals(wanted)).findFirst();
  }
}
