// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.assembly;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;

/**
 * Hadoop's own ways to handle the files of a replica. HAIL's classes of replicas inherit them and
 * hand them to the assembly, which takes them where it has no way of its own.
 */
interface PlainReplica {
  /** Opens the files for writing. */
  @FunctionalInterface
  interface Opening {
    ReplicaOutputStreams open() throws IOException;
  }

  /** Opens the data for reading. */
  @FunctionalInterface
  interface Reading {
    InputStream from(long offset) throws IOException;
  }

  /** Cuts the data and its checksums. */
  @FunctionalInterface
  interface Cut {
    void to(long length) throws IOException;
  }

  /** Renames the data or the checksums. */
  @FunctionalInterface
  interface Rename {
    boolean to(URI target) throws IOException;
  }
}
