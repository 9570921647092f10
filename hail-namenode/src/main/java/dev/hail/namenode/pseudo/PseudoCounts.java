// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

/**
 * Figures of pseudo replicas.
 *
 * @param replicas known now
 * @param bytes of these
 * @param stored since the namenode started
 * @param refusedForRoom replicas that were worth less than what is there, since the start
 * @param evicted replicas that made room for others, since the start
 * @param collected replicas that nobody needed any more, since the start
 */
public record PseudoCounts(
    long replicas, long bytes, long stored, long refusedForRoom, long evicted, long collected) {}
