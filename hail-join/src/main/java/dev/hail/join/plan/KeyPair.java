// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.plan;

/**
 * Two attributes that a join compares, each a name or {@code @n}.
 *
 * @param input attribute of the input
 * @param build attribute of the build side
 */
public record KeyPair(String input, String build) {
  @Override
  public String toString() {
    return input + " = " + build;
  }
}
