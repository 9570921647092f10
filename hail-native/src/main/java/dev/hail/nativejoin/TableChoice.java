// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.Arrays;
import java.util.Optional;

/**
 * The table in which a native join looks up keys. {@link JavaJoins} and {@link JavaFlatJoins} have
 * tables of their own and ignore this.
 */
public enum TableChoice {
  /** The smaller and faster table for the keys of the build side. */
  AUTO(0, "automatic choice"),
  /** Concise hash table: any keys. */
  CONCISE_HASH(1, "concise hash table"),
  /** Concise array table: fails if the keys are too far apart. */
  CONCISE_ARRAY(2, "concise array table"),
  /** Linear probing: any keys, in more memory than a concise hash table. */
  LINEAR_PROBING(3, "linear probing");

  private final int code;
  private final String words;

  TableChoice(int code, String words) {
    this.code = code;
    this.words = words;
  }

  /** Returns the table with this number, if there is one. */
  static Optional<TableChoice> of(long code) {
    return Arrays.stream(values()).filter(table -> table.code == code).findFirst();
  }

  /** Returns the number of this table in hail_join.h and in images. */
  int code() {
    return code;
  }

  /** Returns its name in {@link JoinSummary#table}. */
  String words() {
    return words;
  }
}
