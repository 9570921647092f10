// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.conf.HailConfigKeys;

/** Why the planner of a job that indexes leaves a block out. */
enum LeftOut {
  HAS_INDEX("with an index that fits the filter"),
  NO_ATTRIBUTE("where no index would serve the filter"),
  SNAPSHOT("of files in a snapshot, where nothing can be added"),
  NOT_WRITABLE("of files that this user may not write"),
  NO_ANSWER("of files that the namenode gave no answer about; the log of the job says why"),
  NO_ROOM("without room in the budgets of the namenode, which `hail index show' tells"),
  RATE("beyond " + HailConfigKeys.ADAPTIVE_OFFER_RATE);

  private final String text;

  LeftOut(String text) {
    this.text = text;
  }

  /** Returns what to say after the number of such blocks. */
  String text() {
    return text;
  }
}
