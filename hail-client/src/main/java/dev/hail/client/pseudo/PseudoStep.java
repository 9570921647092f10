// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.pseudo;

/**
 * The steps by which a block that was read whole gets a pseudo replica, in their order, and the one
 * by which it loses it.
 */
public enum PseudoStep {
  /** The task that read it sorts and indexes it, in memory. */
  SORT,
  /** A file is made in the staging directory. */
  CREATE,
  /** The sorted block is written there; a datanode verifies and stores it. */
  WRITE,
  /** The namenode is asked to publish the file; the steps below are its part. */
  PUBLISH,
  /** The file is moved to where nobody else can touch it. */
  CLAIM,
  /** What was written is compared with the block. */
  CHECK,
  /** The file gets owner, group, mode and ACL of the source. */
  GRANT,
  /** The file gets its name below the directory of replicas. */
  RENAME,
  /** Readers are told of the replica from now on. */
  REGISTER,
  /** The namenode removes a replica that is of no use any more. */
  COLLECT
}
