// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.plan;

/**
 * A join as an annotation declares it. Configuration keys may replace its elements.
 *
 * @param name how the projection calls the build side
 * @param kind which rows the join gives
 * @param path build side; {@code ${key}} stands for the value of a configuration key
 * @param on text of the attributes that are compared
 * @param filter predicate over the build side; empty for all its rows
 * @param nullEqual whether NULL keys match NULL keys
 * @param place where the annotation stands, for messages
 */
public record JoinDeclaration(
    String name,
    MatchKind kind,
    String path,
    String on,
    String filter,
    boolean nullEqual,
    String place) {}
