// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.load;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.fs.Path;

/** The files that may be queried. A file that is being read is not deleted. Thread-safe. */
final class LoadFiles {
  private final List<LoadFile> files = new ArrayList<>();
  private final Map<LoadFile, Integer> readers = new HashMap<>();

  /** A HAIL file and the text that it was made of. */
  record LoadFile(Path path, LoadText text) {}

  /** Offers a file to readers. */
  synchronized void add(LoadFile file) {
    files.add(file);
  }

  /**
   * Chooses a file to read; {@link #release} must follow.
   *
   * @throws IllegalStateException if there is none
   */
  synchronized LoadFile acquire(Random random) {
    if (files.isEmpty()) {
      throw new IllegalStateException("There is no file to read");
    }
    LoadFile file = files.get(random.nextInt(files.size()));
    readers.merge(file, 1, Integer::sum);
    return file;
  }

  /** Ends the reading of a file. */
  synchronized void release(LoadFile file) {
    readers.computeIfPresent(file, (key, count) -> count == 1 ? null : count - 1);
    notifyAll();
  }

  /** Offers a file no more and waits until nobody reads it. */
  synchronized void retire(LoadFile file) throws InterruptedException {
    files.remove(file);
    while (readers.containsKey(file)) {
      wait();
    }
  }
}
