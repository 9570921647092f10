// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Pseudo replicas that this datanode keeps beside its own replicas of the blocks, in directories of
 * HAIL's own: HDFS neither lists nor reports them.
 */
package dev.hail.datanode.pseudo;
