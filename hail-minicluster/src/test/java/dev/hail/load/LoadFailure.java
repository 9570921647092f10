// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.load;

/** Something happened that must not happen, whatever is killed. */
public final class LoadFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  public LoadFailure(String message) {
    super(message);
  }
}
