// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import dev.hail.conf.NumberKeys;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.TextFormat;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.fs.Path;

/**
 * What to upload, and where. Immutable.
 *
 * @param sources texts, written one after the other
 * @param destination the file to make; its parent exists
 * @param schema attributes of the rows
 * @param indexAttributes positions, from 1, of the attributes that replicas are sorted by; may be
 *     empty
 * @param format how the text is written
 * @param settings everything else
 */
public record UploadRequest(
    List<TextSource> sources,
    Path destination,
    Schema schema,
    List<Integer> indexAttributes,
    TextFormat format,
    Settings settings) {

  /** A limit of bad records that is never exceeded. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /** Stands for the default of the destination's file system. */
  public static final int FILE_SYSTEM_DEFAULT = 0;

  public UploadRequest {
    sources = List.copyOf(sources);
    indexAttributes = List.copyOf(indexAttributes);
    Objects.requireNonNull(destination, "destination is null");
    Objects.requireNonNull(schema, "schema is null");
    Objects.requireNonNull(format, "format is null");
    Objects.requireNonNull(settings, "settings is null");
  }

  /**
   * Settings of an upload.
   *
   * @param blockBytes text per block in bytes, or {@link #FILE_SYSTEM_DEFAULT}
   * @param replication replicas per block, at most 32,767, or {@link #FILE_SYSTEM_DEFAULT}
   * @param overwrite whether an existing file is replaced, at the very end
   * @param allowUnindexed whether to go on where HAIL does not run on all datanodes
   * @param maxBadRecords bad records after which the upload fails, or {@link #UNLIMITED}
   * @param threads threads that parse and encode, 1 to 1,000
   * @param streams blocks sent at the same time, 1 to 1,000
   * @param compareHeader whether a header must name the attributes of the schema, in their order
   */
  public record Settings(
      long blockBytes,
      int replication,
      boolean overwrite,
      boolean allowUnindexed,
      long maxBadRecords,
      int threads,
      int streams,
      boolean compareHeader) {
    public Settings {
      requireThreads("threads", threads);
      requireThreads("streams", streams);
      if (blockBytes < 0 || replication < 0 || maxBadRecords < 0) {
        throw new IllegalArgumentException(
            "Block size, replication and number of bad records must not be negative");
      }
      if (replication > NumberKeys.MOST_REPLICAS) {
        throw new IllegalArgumentException(
            "Replication must be at most " + NumberKeys.MOST_REPLICAS + ", it is " + replication);
      }
    }

    /** Settings of an upload that compares headers with the schema. */
    public Settings(
        long blockBytes,
        int replication,
        boolean overwrite,
        boolean allowUnindexed,
        long maxBadRecords,
        int threads,
        int streams) {
      this(
          blockBytes,
          replication,
          overwrite,
          allowUnindexed,
          maxBadRecords,
          threads,
          streams,
          true);
    }

    private static void requireThreads(String what, int value) {
      if (value < 1 || value > NumberKeys.MOST_THREADS) {
        throw new IllegalArgumentException(
            "Number of " + what + " must be 1 to " + NumberKeys.MOST_THREADS + ", it is " + value);
      }
    }
  }
}
