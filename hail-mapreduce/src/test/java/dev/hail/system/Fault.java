// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.system;

/** What happens to the cluster, one at a time. */
enum Fault {
  KILL_NODE("a node is killed (SIGKILL), and started again later"),
  PAUSE_NODE("the daemons of a node are paused (SIGSTOP), and resumed later"),
  PARTITION_NODE("a node is cut off from all others and from clients"),
  RESTART_NODE("a node is restarted in order"),
  FILL_DISK("the disk of a datanode is full for a while"),
  ROLLING_RESTART("all nodes and both namenodes are restarted one after the other"),
  FAIL_OVER("the active namenode is killed and the other one takes over");

  private final String description;

  Fault(String description) {
    this.description = description;
  }

  /** For people. */
  String description() {
    return description;
  }
}
