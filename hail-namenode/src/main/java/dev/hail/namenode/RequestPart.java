// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import dev.hail.namenode.directory.RefusedException;
import java.util.List;

/** The message inside a request, which {@code hail.proto} declares as repeated. */
final class RequestPart {
  private RequestPart() {}

  /**
   * Returns the only one.
   *
   * @throws RefusedException if there are none or several
   */
  static <T> T only(List<T> parts) throws RefusedException {
    if (parts.size() != 1) {
      throw new RefusedException(
          "a request names "
              + parts.size()
              + " datanodes or jobs, and must name one; its sender is no HAIL of this protocol");
    }
    return parts.get(0);
  }
}
