// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

/** A file is not an image of a join, is damaged, or has another version. */
public final class JoinImageException extends JoinException {
  private static final long serialVersionUID = 1;

  JoinImageException(String message) {
    super(message);
  }

  JoinImageException(String message, Throwable cause) {
    super(message, cause);
  }
}
