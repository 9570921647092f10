// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.directory;

/**
 * Sizes of the directory.
 *
 * @param blocks blocks with at least one replica
 * @param replicas replicas known
 * @param openAssignments orders assigned and not yet reported
 * @param bytes memory of the arrays that hold blocks and replicas
 */
public record DirectorySize(long blocks, long replicas, long openAssignments, long bytes) {}
