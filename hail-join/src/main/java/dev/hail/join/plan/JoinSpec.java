// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.plan;

import java.util.List;

/**
 * A join as its author wrote it, not yet checked against schemas.
 *
 * @param name how the projection calls the build side
 * @param kind which rows the join gives
 * @param path build side: HAIL files, directories or globs
 * @param keys attributes that are compared, at least one pair
 * @param filter predicate over the build side; empty for all its rows
 * @param nullEqual whether NULL keys match NULL keys
 * @param place where the join was written, for messages
 */
public record JoinSpec(
    String name,
    MatchKind kind,
    String path,
    List<KeyPair> keys,
    String filter,
    boolean nullEqual,
    String place) {

  /** Copies the keys. */
  public JoinSpec {
    keys = List.copyOf(keys);
  }

  /** Returns an exception that names the join and its place. */
  public JoinRefusedException refused(String reason) {
    return refused(reason, null);
  }

  /** Returns an exception that names the join and its place. */
  public JoinRefusedException refused(String reason, Throwable cause) {
    return new JoinRefusedException("Join `" + name + "' of " + place + ": " + reason, cause);
  }
}
