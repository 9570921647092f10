// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.schema;

/** A schema text cannot be read, or an attribute is not in the schema. */
public final class SchemaException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Makes an exception whose message says what is wrong, where, and what to do. */
  public SchemaException(String message) {
    super(message);
  }
}
