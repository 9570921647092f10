// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;

/** The build side of {@link NativeJoins}. */
final class NativeBuild implements JoinBuild {
  private final NativeHandle handle;
  private final BatchCheck check;
  private final BufferAllocator allocator;

  NativeBuild(NativeHandle handle, JoinSpecification specification, BufferAllocator allocator) {
    this.handle = handle;
    this.check = new BatchCheck("build", specification.buildSchema());
    this.allocator = allocator;
  }

  @Override
  public void add(VectorSchemaRoot batch, DictionaryProvider dictionaries) {
    try (DecodedBatch decoded = DecodedBatch.of(batch, dictionaries, check)) {
      check.require(decoded.batch());
      ArrowStructs.withBatch(
          decoded.batch(),
          allocator,
          array -> handle.call((join, message) -> NativeCalls.build(join, array, message)));
    }
  }

  @Override
  public BuiltJoin finish() {
    return NativeJoin.open(handle.pass("BuiltJoin", NativeCalls::finishBuild), allocator);
  }

  @Override
  public void close() {
    handle.close();
  }
}
