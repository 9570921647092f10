// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.join;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Probes batches from C++ with its own mapping of the image and its own probe. */
final class NativeLoop implements AutoCloseable {
  /** File name of its library, which lies beside that of the native joins. */
  static final String LIBRARY = "libhail_map_task.so";

  private final long loop;

  /**
   * Maps the image of a join.
   *
   * @param library path of {@link #LIBRARY}
   */
  NativeLoop(Path library, Path image) {
    System.load(library.toString());
    loop = openLoop(image.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Joins batches of {@link MapTaskRows} and returns the number of result rows. */
  long probe(List<VectorSchemaRoot> batches) {
    return probeBatches(loop, addresses(batches));
  }

  private static long[] addresses(List<VectorSchemaRoot> batches) {
    long[] addresses = new long[3 * batches.size()];
    int at = 0;
    for (VectorSchemaRoot batch : batches) {
      addresses[at++] = batch.getRowCount();
      addresses[at++] = batch.getVector(0).getDataBuffer().memoryAddress();
      addresses[at++] = batch.getVector(1).getDataBuffer().memoryAddress();
    }
    return addresses;
  }

  @Override
  public void close() {
    closeLoop(loop);
  }

  private static native long openLoop(byte[] image);

  /**
   * Joins batches and returns the number of result rows.
   *
   * @param batches for each batch the number of rows and the addresses of keys and payloads
   */
  private static native long probeBatches(long loop, long[] batches);

  private static native void closeLoop(long loop);
}
