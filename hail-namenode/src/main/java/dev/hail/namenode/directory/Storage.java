// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.directory;

/**
 * A volume of a datanode.
 *
 * @param number stands for the storage in the replica arrays
 */
record Storage(Datanode datanode, String id, int number) {}
