// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

/**
 * The library of the native joins cannot be loaded here. {@link JavaJoins} and {@link
 * JavaFlatJoins} give the same answers without it.
 */
public final class NativeLibraryMissingException extends JoinException {
  private static final long serialVersionUID = 1;

  NativeLibraryMissingException(String message, Throwable cause) {
    super(message, cause);
  }
}
