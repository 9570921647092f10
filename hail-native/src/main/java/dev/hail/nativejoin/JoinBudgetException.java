// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

/** The memory budget does not allow the next step; the previous state is unchanged. */
public final class JoinBudgetException extends JoinException {
  private static final long serialVersionUID = 1;

  JoinBudgetException(String message) {
    super(message);
  }

  JoinBudgetException(String message, Throwable cause) {
    super(message, cause);
  }
}
