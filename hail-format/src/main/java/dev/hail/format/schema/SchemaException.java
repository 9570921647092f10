// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.schema;

/** The text of a schema is malformed, or a schema lacks an attribute. */
public final class SchemaException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes an exception.
   *
   * @param message what is wrong, where, and what to do
   */
  public SchemaException(String message) {
    super(message);
  }
}
