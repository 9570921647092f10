// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.plan;

import dev.hail.format.schema.Schema;

/**
 * A build side as names see it.
 *
 * @param name how the projection calls it
 * @param kind which rows its join gives
 * @param schema attributes of its rows
 */
public record JoinSide(String name, MatchKind kind, Schema schema) {}
