// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

/** How many namenodes a cluster has, and who makes another one active. */
enum Availability {
  /** One namenode. */
  ONE_NAMENODE(0),
  /** A pair with a journal node; an operator makes one of the pair active. */
  BY_HAND(1),
  /** A pair with three journal nodes; ZooKeeper and failover controllers make one active. */
  AUTOMATIC(3);

  private final int journalNodes;

  Availability(int journalNodes) {
    this.journalNodes = journalNodes;
  }

  /** Returns the number of journal nodes that hold the shared edits of a pair. */
  int journalNodes() {
    return journalNodes;
  }

  boolean isPair() {
    return this != ONE_NAMENODE;
  }
}
