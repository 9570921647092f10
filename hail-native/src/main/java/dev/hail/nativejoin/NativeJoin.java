// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.file.Path;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;

/** A finished join of {@link NativeJoins}. */
final class NativeJoin implements BuiltJoin {
  private final NativeHandle handle;
  private final Schema probeSchema;
  private final Schema resultSchema;
  private final BufferAllocator allocator;

  private NativeJoin(
      NativeHandle handle, Schema probeSchema, Schema resultSchema, BufferAllocator allocator) {
    this.handle = handle;
    this.probeSchema = probeSchema;
    this.resultSchema = resultSchema;
    this.allocator = allocator;
  }

  /** Takes over a finished join; closes it on failure. */
  static NativeJoin open(NativeHandle handle, BufferAllocator allocator) {
    try {
      Schema probe =
          ArrowStructs.schema(
              allocator,
              schema ->
                  handle.call((join, message) -> NativeCalls.probeSchema(join, schema, message)));
      Schema result =
          ArrowStructs.schema(
              allocator,
              schema ->
                  handle.call((join, message) -> NativeCalls.resultSchema(join, schema, message)));
      return new NativeJoin(handle, probe, result, allocator);
    } catch (RuntimeException | Error e) {
      handle.close();
      throw e;
    }
  }

  NativeHandle handle() {
    return handle;
  }

  @Override
  public JoinSummary summary() {
    return handle.summary();
  }

  @Override
  public Schema probeSchema() {
    return probeSchema;
  }

  @Override
  public Schema resultSchema() {
    return resultSchema;
  }

  @Override
  public void save(Path image) {
    byte[] path = NativePath.of(image);
    handle.call((join, message) -> NativeCalls.save(join, path, message));
  }

  @Override
  public JoinProbe probe() {
    return probe(allocator);
  }

  /**
   * Creates a probe like {@link #probe()}.
   *
   * @param results allocator of the results, instead of the join's
   */
  NativeProbe probe(BufferAllocator results) {
    long[] probe = new long[1];
    handle.call((join, message) -> NativeCalls.probeCreate(join, probe, message));
    return new NativeProbe(probe[0], probeSchema, resultSchema, results);
  }

  @Override
  public void close() {
    handle.close();
  }
}
