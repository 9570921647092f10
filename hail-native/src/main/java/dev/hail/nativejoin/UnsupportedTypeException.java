// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

/** A column has a type that joins do not take. */
public final class UnsupportedTypeException extends JoinException {
  private static final long serialVersionUID = 1;

  UnsupportedTypeException(String message) {
    super(message);
  }
}
