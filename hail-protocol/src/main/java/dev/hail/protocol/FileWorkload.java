// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.util.Objects;

/**
 * The recorded filters of a file.
 *
 * @param schema the file's schema as an SQL column list; empty if it is not a HAIL file
 * @param workload the record in the form of {@code user.hail.workload}; empty if there is none
 */
public record FileWorkload(String schema, String workload) {
  public FileWorkload {
    Objects.requireNonNull(schema, "schema is null");
    Objects.requireNonNull(workload, "workload is null");
  }
}
