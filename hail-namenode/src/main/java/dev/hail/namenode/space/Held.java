// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

/**
 * A pseudo replica that a datanode has.
 *
 * @param id the index it is part of
 * @param blockId the block whose rows it has
 * @param datanodeUuid who has it
 * @param bytes its length
 */
public record Held(IndexId id, long blockId, String datanodeUuid, long bytes) {}
