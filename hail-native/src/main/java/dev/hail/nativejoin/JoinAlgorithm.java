// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.Arrays;
import java.util.Optional;

/**
 * The table a native join looks keys up in. {@link JavaJoins} has one of its own and ignores it.
 */
public enum JoinAlgorithm {
  /** The one that is smaller and faster for the keys of the build side. */
  AUTO(0, "the one that fits"),
  /** Concise hash table: any keys. */
  CONCISE_HASH(1, "concise hash table"),
  /** Concise array table: refused if the keys are too far apart. */
  CONCISE_ARRAY(2, "concise array table"),
  /** Linear probing: any keys, in more memory than a concise hash table. */
  LINEAR_PROBING(3, "linear probing");

  private final int code;
  private final String words;

  JoinAlgorithm(int code, String words) {
    this.code = code;
    this.words = words;
  }

  /** The algorithm of a number, if there is one. */
  static Optional<JoinAlgorithm> of(long code) {
    return Arrays.stream(values()).filter(algorithm -> algorithm.code == code).findFirst();
  }

  /** The number of this algorithm in hail_join.h and in images. */
  int code() {
    return code;
  }

  /** What {@link JoinSummary#algorithm} calls it. */
  String words() {
    return words;
  }
}
