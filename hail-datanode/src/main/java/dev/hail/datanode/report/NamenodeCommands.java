// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.report;

/** What one namenode wants done with replicas of one block pool. */
interface NamenodeCommands {

  /** A replica is to be sorted by another attribute. */
  void resort(long blockId);

  /** A pseudo replica is to go. */
  void dropPseudo(long id);

  /** A reader met damage in a pseudo replica. */
  void suspectPseudo(long id);
}
