// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.format.schema.Schema;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.fs.Path;

/**
 * Consecutive blocks of a file, as the planner of a read knew them.
 *
 * @param path the file, resolved: {@link HailFile#path()}
 * @param schema attributes of the file's rows
 * @param indexAttributes positions, from 1, of the index attributes that the upload asked for
 * @param firstBlock place of the first block in the file, from 0
 * @param blocks number of blocks, at least 1
 * @param offset byte of the file at which the first block starts
 * @param length bytes of the blocks together
 * @param glued whether some of them share HDFS blocks, see {@link GluedBlock}
 */
public record FilePart(
    Path path,
    Schema schema,
    List<Integer> indexAttributes,
    int firstBlock,
    int blocks,
    long offset,
    long length,
    boolean glued) {
  public FilePart {
    Objects.requireNonNull(path, "path is null");
    Objects.requireNonNull(schema, "schema is null");
    indexAttributes = List.copyOf(indexAttributes);
    if (firstBlock < 0 || blocks < 1 || offset < 0 || length < 0) {
      throw new IllegalArgumentException(
          blocks + " blocks from " + firstBlock + ", " + length + " bytes from " + offset);
    }
  }
}
