// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.load;

/** What a daemon may leak. */
enum Resource {
  /** Live objects on the heap, counted after a collection. */
  HEAP("heap_bytes", 8L << 20),
  /** Memory of direct buffers. */
  DIRECT("direct_bytes", 4L << 20),
  /** Open file descriptors. */
  DESCRIPTORS("descriptors", 20),
  /** Live threads. */
  THREADS("threads", 20);

  private final String metric;
  private final long slack;

  Resource(String metric, long slack) {
    this.metric = metric;
    this.slack = slack;
  }

  /** Returns the name in figures. */
  String metric() {
    return metric;
  }

  /** Returns the growth that no daemon is blamed for. */
  long slack() {
    return slack;
  }
}
