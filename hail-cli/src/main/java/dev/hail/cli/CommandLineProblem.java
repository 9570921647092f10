// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

/** A combination of options or arguments that makes no sense; leads to exit code 2. */
public final class CommandLineProblem extends Exception {
  private static final long serialVersionUID = 1L;

  public CommandLineProblem(String message) {
    super(message);
  }
}
