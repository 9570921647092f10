// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.pseudo;

import dev.hail.client.PathException;
import dev.hail.conf.HailConfigKeys;
import dev.hail.protocol.IndexGrant;
import java.util.Locale;

/** The budget of a file or of the cluster has no room for another pseudo replica. */
public final class NoRoomException extends PathException {
  private static final long serialVersionUID = 1;

  NoRoomException(String path, String attribute, IndexGrant.FullBudget full) {
    super(
        path,
        String.format(
            Locale.ROOT,
            "no room for an index by %s: %s of the namenode allows %,d bytes for the indexes that"
                + " jobs and `hail index add' make of %s, and those there are were in use lately or"
                + " saved jobs no less than this one would have",
            attribute,
            key(full.budget()),
            full.bytes(),
            full.budget() == IndexGrant.Budget.FILE ? "this file" : "all files"),
        "Drop one with `hail index drop', or raise the budget; `hail index show' tells the benefit of"
            + " each.");
  }

  private static String key(IndexGrant.Budget budget) {
    return switch (budget) {
      case FILE -> HailConfigKeys.ADAPTIVE_BUDGET_FILE;
      case CLUSTER -> HailConfigKeys.ADAPTIVE_BUDGET_CLUSTER;
    };
  }
}
