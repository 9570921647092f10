// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.util.Objects;

/**
 * A pseudo block replica in which a reader met wrong checksums.
 *
 * @param path absolute path of the file whose block it is of, without scheme and authority
 * @param blockId HDFS block id of that block
 * @param sortAttribute position, from 1, of the attribute it is sorted by
 * @param datanodeUuid who has it
 */
public record SuspectReplica(String path, long blockId, int sortAttribute, String datanodeUuid) {
  public SuspectReplica {
    Objects.requireNonNull(path, "path is null");
    Objects.requireNonNull(datanodeUuid, "datanodeUuid is null");
  }
}
