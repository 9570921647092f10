// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.upload.UploadRequest;
import dev.hail.client.upload.UploadSummary;
import dev.hail.format.schema.AttributeNames;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A file that {@code hail put} made, for scripts.
 *
 * @param replicaBytes bytes of one replica of each block
 * @param textBytes bytes of the text, after decompression
 * @param indexes names of the index attributes
 * @param blocksWithoutIndex number of blocks without a replica sorted by an attribute, by the name
 *     of the attribute; null if that is unknown
 */
record UploadedFile(
    String file,
    long rows,
    long badRecords,
    int blocks,
    long replicaBytes,
    long textBytes,
    int replication,
    List<String> indexes,
    Map<String, Integer> blocksWithoutIndex,
    double seconds) {
  private static final double NANOS = 1e9;

  /** The names of the index attributes of an upload. */
  static List<String> indexes(UploadRequest request) {
    return AttributeNames.of(
        request.schema(), request.indexAttributes().stream().mapToInt(position -> position));
  }

  static UploadedFile of(UploadSummary summary, UploadRequest request) {
    Map<String, Integer> missing = null;
    if (summary.indexDoubt() == null) {
      missing = new TreeMap<>();
      for (Map.Entry<Integer, Integer> each : summary.unindexedBlocks().entrySet()) {
        missing.put(request.schema().attribute(each.getKey()).name(), each.getValue());
      }
    }
    return new UploadedFile(
        summary.file().toUri().getPath(),
        summary.rows(),
        summary.badRecords(),
        summary.blocks(),
        summary.blockBytes(),
        summary.textBytes(),
        summary.replication(),
        indexes(request),
        missing,
        summary.elapsed().toNanos() / NANOS);
  }
}
