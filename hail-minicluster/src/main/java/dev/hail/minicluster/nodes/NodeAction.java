// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

/** What can be done to one node of a cluster in the background. */
public enum NodeAction {
  /** Ends all its processes as the end of a machine does. */
  KILL("killed"),
  /** Suspends all its processes. */
  PAUSE("paused"),
  /** Lets suspended processes go on. */
  RESUME("resumed"),
  /** Starts what does not run. */
  START("started"),
  /** Cuts it off from all other nodes and from clients. */
  PARTITION("cut off"),
  /** Connects it again. */
  HEAL("connected again"),
  /** Makes this namenode the active one. */
  FAILOVER("active");

  private final String done;

  NodeAction(String done) {
    this.done = done;
  }

  /** Returns what a node is after the action. */
  String done() {
    return done;
  }
}
