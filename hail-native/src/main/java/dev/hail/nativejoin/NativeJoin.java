// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.file.Path;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;

/** A finished join of {@link NativeJoins}. */
final class NativeJoin implements BuiltJoin {
  private static final int INFO_VALUES = 8;

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

  /** Takes a finished join, which is closed if this fails. */
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
    long[] info = new long[INFO_VALUES];
    byte[] explanation = new byte[NativeCalls.EXPLANATION_BYTES];
    handle.call((join, message) -> NativeCalls.describe(join, info, explanation, message));
    return new JoinSummary(
        JoinAlgorithm.of(info[0]).orElseThrow().words(),
        info[1] != 0,
        info[2] != 0,
        info[3],
        info[4],
        info[5],
        info[6],
        info[7],
        NativeStatus.text(explanation));
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
    byte[] path = NativeJoins.path(image);
    handle.call((join, message) -> NativeCalls.save(join, path, message));
  }

  @Override
  public JoinProbe probe() {
    return probe(allocator);
  }

  /**
   * As {@link #probe()}.
   *
   * @param results takes the place of the join's allocator
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
