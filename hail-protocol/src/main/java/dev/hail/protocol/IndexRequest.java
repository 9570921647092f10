// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.util.List;
import java.util.Objects;

/**
 * A request to store a pseudo replica that is already sorted (thesis, section 3.5.3).
 *
 * @param path absolute path of the block's file, without scheme and authority
 * @param blockId HDFS id of the block
 * @param generationStamp generation stamp of the block when it was read
 * @param sortAttribute position, from 1, of the attribute that the pseudo replica is sorted by
 * @param host host name of the caller; empty if unknown
 * @param refusedBy uuids of datanodes that were granted earlier and refused the pseudo replica
 */
public record IndexRequest(
    String path,
    long blockId,
    long generationStamp,
    int sortAttribute,
    String host,
    List<String> refusedBy) {
  public IndexRequest {
    Objects.requireNonNull(path, "path is null");
    Objects.requireNonNull(host, "host is null");
    refusedBy = List.copyOf(refusedBy);
  }
}
