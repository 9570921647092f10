// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.fault;

/**
 * What a step throws because a file said {@code runtime}: nothing that any code could expect, and
 * no mistake of the code that met it.
 */
public final class InjectedFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InjectedFault(String message) {
    super(message);
  }
}
