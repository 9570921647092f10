// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import org.apache.arrow.c.ArrowArray;
import org.apache.arrow.c.ArrowSchema;
import org.apache.arrow.c.Data;
import org.apache.arrow.c.jni.JniLoader;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/** Passes batches and schemas through the C data interface. */
final class ArrowStructs {
  /** A native call that takes the address of a struct. */
  interface Call {
    void run(long address);
  }

  private ArrowStructs() {}

  /**
   * Makes sure that Arrow's own library is loaded.
   *
   * @throws NativeLibraryMissingException if it cannot be loaded
   */
  static void requireLibrary() {
    try {
      JniLoader.get().ensureLoaded();
    } catch (IllegalStateException | LinkageError e) {
      throw NativeLibrary.missing(
          "Arrow's own library for its C data interface cannot be loaded: " + e, e);
    }
  }

  /** Runs a call that consumes a batch; releases whatever the call leaves. */
  static void withBatch(VectorSchemaRoot batch, BufferAllocator allocator, Call call) {
    // Only allocators below the same root can share buffers.
    BufferAllocator owner =
        batch.getFieldVectors().isEmpty() ? allocator : batch.getVector(0).getAllocator();
    try (ArrowArray array = ArrowArray.allocateNew(owner)) {
      try {
        Data.exportVectorSchemaRoot(owner, batch, null, array);
        call.run(array.memoryAddress());
      } finally {
        release(array);
      }
    }
  }

  /** Runs a call that reads a schema. */
  static void withSchema(Schema schema, BufferAllocator allocator, Call call) {
    try (ArrowSchema struct = ArrowSchema.allocateNew(allocator)) {
      try {
        Data.exportSchema(allocator, schema, null, struct);
        call.run(struct.memoryAddress());
      } finally {
        if (struct.snapshot().release != 0) {
          struct.release();
        }
      }
    }
  }

  /** Runs a call that writes a schema and returns the schema. */
  static Schema schema(BufferAllocator allocator, Call call) {
    try (ArrowSchema struct = ArrowSchema.allocateNew(allocator)) {
      call.run(struct.memoryAddress());
      return Data.importSchema(allocator, struct, null);
    }
  }

  /** Releases the content of a struct, if any. */
  private static void release(ArrowArray array) {
    if (array.snapshot().release != 0) {
      array.release();
    }
  }
}
