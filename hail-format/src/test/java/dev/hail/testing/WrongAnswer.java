// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.testing;

/**
 * Rows are lost, doubled or wrong, replicas differ, or a file is damaged for good. A test that has
 * thrown this has failed even if it passes the next time, which other failures of tests may be
 * excused for. What merely takes too long or cannot be asked throws something else.
 *
 * <p>Reports of tests are searched for the name of this class. So it has no methods whose names
 * would be in the stack of other failures: those are in {@link RightAnswer}.
 */
public final class WrongAnswer extends AssertionError {
  private static final long serialVersionUID = 1;

  /** An answer that was compared without an assertion. */
  public WrongAnswer(String message) {
    super(message);
  }

  /** An answer for which an assertion failed; has its message and stack. */
  WrongAnswer(AssertionError failed) {
    super(failed.getMessage(), failed);
    setStackTrace(failed.getStackTrace());
  }
}
