// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterEach;

/** What tests of all implementations have: these, and an allocator of which nothing may be left. */
abstract class ImplementationsFixture {
  protected final BufferAllocator allocator = new RootAllocator();

  static List<Joins> joins() {
    return Implementations.all();
  }

  @AfterEach
  void nothingIsLeft() {
    allocator.close();
  }
}
