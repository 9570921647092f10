// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

/** Tells how many map tasks a host runs at a time. */
@FunctionalInterface
interface MapSlots {

  /** Returns the number of map tasks that run at a time on {@code host}, at least 1. */
  int on(String host);
}
