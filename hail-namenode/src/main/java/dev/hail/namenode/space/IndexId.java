// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

/**
 * An index that jobs or users made: the pseudo replicas of one file in one order.
 *
 * @param fileId id of the file's inode; 0 if the file is gone
 * @param attribute position of the attribute, from 1
 */
public record IndexId(long fileId, int attribute) {}
