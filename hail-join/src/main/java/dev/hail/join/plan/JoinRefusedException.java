// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.plan;

import java.io.IOException;

/**
 * A job cannot have a join as it is written. The message names the join, where it was written, what
 * is wrong and what would help.
 */
public final class JoinRefusedException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Says why. */
  public JoinRefusedException(String message) {
    super(message);
  }

  /** Says why. */
  public JoinRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
