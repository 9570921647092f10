// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;

/** The build side of {@link JavaJoins}. */
final class JavaBuild implements JoinBuild {
  private enum State {
    OPEN,
    FINISHED,
    CLOSED
  }

  private final JoinSpecification specification;
  private final BufferAllocator allocator;
  private final BatchCheck check;
  private final BuildRows rows;
  private State state = State.OPEN;

  JavaBuild(JoinSpecification specification, BufferAllocator allocator) {
    this.specification = specification;
    this.allocator = allocator;
    this.check = new BatchCheck("build", specification.buildSchema());
    this.rows = new BuildRows(specification, allocator);
  }

  @Override
  public synchronized void add(VectorSchemaRoot batch, DictionaryProvider dictionaries) {
    requireOpen();
    try (DecodedBatch decoded = DecodedBatch.of(batch, dictionaries, check)) {
      check.requireWhole(decoded.batch());
      rows.add(decoded.batch());
    }
  }

  @Override
  public synchronized BuiltJoin finish() {
    requireOpen();
    BuiltJoin join = new JavaJoin(specification, rows, allocator);
    state = State.FINISHED;
    return join;
  }

  private void requireOpen() {
    if (state != State.OPEN) {
      throw new IllegalStateException(
          state == State.CLOSED
              ? "This JoinBuild is closed"
              : "This JoinBuild is finished; use the BuiltJoin that finish() gave");
    }
  }

  @Override
  public synchronized void close() {
    if (state == State.OPEN) {
      rows.close();
    }
    state = State.CLOSED;
  }
}
