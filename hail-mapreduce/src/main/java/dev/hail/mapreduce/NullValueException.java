// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

/**
 * Thrown by a getter of a primitive value if the attribute is NULL. The message names the
 * attribute.
 */
public final class NullValueException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NullValueException(String message) {
    super(message);
  }
}
