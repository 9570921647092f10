// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import java.io.IOException;

/**
 * The caller names a datanode that is not registered at this namenode. A datanode that restarts
 * reports to HAIL before HDFS has registered it, and tries again.
 */
final class UnknownDatanodeException extends IOException {
  private static final long serialVersionUID = 1;

  UnknownDatanodeException(String message) {
    super(message);
  }
}
