// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.pseudo;

import java.io.IOException;

/** What is offered as a pseudo replica is not that of the block, or not in the order of its id. */
final class PseudoMismatchException extends IOException {
  private static final long serialVersionUID = 1;

  PseudoMismatchException(String message) {
    super(message);
  }
}
