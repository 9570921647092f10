// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

/** What can be done to one node of a cluster in the background. */
public enum NodeAction {
  /** Ends all its processes as the end of a machine does. */
  KILL("killed", true),
  /** Suspends all its processes. */
  PAUSE("paused", true),
  /** Lets suspended processes go on. */
  RESUME("resumed", false),
  /** Starts what does not run. */
  START("started", false),
  /** Cuts it off from all other nodes and from clients. */
  PARTITION("cut off", true),
  /** Connects it again. */
  HEAL("connected again", false),
  /** Makes this namenode the active one. */
  FAILOVER("active", false);

  private final String done;
  private final boolean silences;

  NodeAction(String done, boolean silences) {
    this.done = done;
    this.silences = silences;
  }

  /** Whether a node answers nobody after the action. */
  boolean silences() {
    return silences;
  }

  /** Returns what a node is after the action. */
  String done() {
    return done;
  }
}
