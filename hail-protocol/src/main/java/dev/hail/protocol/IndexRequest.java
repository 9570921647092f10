// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.util.List;
import java.util.Objects;

/**
 * Asks for a place for a pseudo block replica that is sorted and wants to be stored (thesis,
 * section 3.5.3).
 *
 * @param path absolute path of the file whose block it is of, without scheme and authority
 * @param blockId HDFS block id of that block
 * @param generationStamp generation stamp of that block when it was read
 * @param sortAttribute position, from 1, of the attribute it is sorted by
 * @param host name of the host of who asks; empty if it is not known
 * @param refusedBy uuids of the datanodes that were granted before and did not take it
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
