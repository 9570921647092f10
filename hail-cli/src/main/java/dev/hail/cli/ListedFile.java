// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import java.util.List;

/**
 * A file or directory, as {@code hail ls} shows it.
 *
 * @param permission such as {@code rw-r--r--}
 * @param modified in UTC, such as {@code 2026-11-25T09:30:00Z}
 * @param hail whether it is a HAIL file, by its extended attributes or else by its first bytes
 * @param indexes names of its index attributes, as its extended attributes say; else empty
 */
record ListedFile(
    String path,
    boolean directory,
    String permission,
    int replication,
    String owner,
    String group,
    long bytes,
    String modified,
    boolean hail,
    List<String> indexes) {}
