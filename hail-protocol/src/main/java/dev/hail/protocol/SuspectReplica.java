// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.util.Objects;

/**
 * A pseudo replica in which a reader found wrong checksums.
 *
 * @param path absolute path of the block's file, without scheme and authority
 * @param blockId HDFS id of the block
 * @param sortAttribute position, from 1, of the attribute that the pseudo replica is sorted by
 * @param datanodeUuid uuid of the datanode that holds it
 */
public record SuspectReplica(String path, long blockId, int sortAttribute, String datanodeUuid) {
  public SuspectReplica {
    Objects.requireNonNull(path, "path is null");
    Objects.requireNonNull(datanodeUuid, "datanodeUuid is null");
  }
}
