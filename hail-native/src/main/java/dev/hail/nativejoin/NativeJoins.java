// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Joins in C++. The build side has its own memory, which the budget counts exactly. Probe batches
 * and results cross the border to C++ without a copy. Images are mapped, so all processes that open
 * one share its memory.
 */
public final class NativeJoins implements Joins {
  private NativeJoins() {}

  /**
   * Loads the library.
   *
   * @throws NativeLibraryMissingException if there is no library for this platform
   */
  public static NativeJoins load() {
    NativeLibrary.require();
    ArrowStructs.requireLibrary();
    return new NativeJoins();
  }

  @Override
  public String name() {
    return "native";
  }

  @Override
  public JoinBuild build(JoinSpecification specification, BufferAllocator allocator) {
    Objects.requireNonNull(allocator, "allocator is null");
    long[] options =
        NativeOptions.of(
            specification.kind(),
            specification.table(),
            specification.threads(),
            specification.memoryBudget(),
            specification.nullEqual());
    options[NativeSlots.OPTION_BATCH_ROWS] = specification.batchRows();
    options[NativeSlots.OPTION_PROBE_MODE] = specification.probeMode().code();
    options[NativeSlots.OPTION_PROBE_BUFFER] = specification.probeBuffer();
    long[] join = new long[1];
    ArrowStructs.withSchema(
        specification.buildSchema(),
        allocator,
        build ->
            ArrowStructs.withSchema(
                specification.probeSchema(),
                allocator,
                probe ->
                    NativeStatus.require(
                        message ->
                            NativeCalls.create(
                                options,
                                NativeOptions.positions(specification.buildKeys()),
                                NativeOptions.positions(specification.probeKeys()),
                                NativeOptions.positions(specification.buildOutputs()),
                                NativeOptions.positions(specification.probeOutputs()),
                                build,
                                probe,
                                join,
                                message))));
    return new NativeBuild(new NativeHandle("JoinBuild", join[0]), specification, allocator);
  }

  @Override
  public BuiltJoin map(Path image, boolean verify, BufferAllocator allocator) {
    Objects.requireNonNull(allocator, "allocator is null");
    byte[] path = NativePath.of(image);
    long[] join = new long[1];
    NativeStatus.require(message -> NativeCalls.map(path, verify, join, message));
    return NativeJoin.open(new NativeHandle("BuiltJoin", join[0]), allocator);
  }

  @Override
  public BuiltJoin read(Path image, BufferAllocator allocator) {
    Objects.requireNonNull(allocator, "allocator is null");
    byte[] path = NativePath.of(image);
    long[] join = new long[1];
    NativeStatus.require(message -> NativeCalls.read(path, join, message));
    return NativeJoin.open(new NativeHandle("BuiltJoin", join[0]), allocator);
  }

  @Override
  public JoinProbe starProbe(
      List<BuiltJoin> joins, StarOptions options, BufferAllocator allocator) {
    Objects.requireNonNull(options, "options is null");
    Objects.requireNonNull(allocator, "allocator is null");
    List<NativeJoin> star = StarJoins.require(joins, NativeJoin.class, "Joins");
    SideColumns columns = new SideColumns("probe", star.get(0).probeSchema());
    int[] outputs = NativeOptions.positions(options.probeOutputs(columns));
    long[] values = new long[NativeSlots.STAR_SLOTS];
    values[NativeSlots.STAR_BATCH_ROWS] = options.batchRows();
    values[NativeSlots.STAR_MEMORY_BUDGET] = options.memoryBudget();
    long[] probe = new long[1];
    NativeHandle.callAll(
        star.stream().map(NativeJoin::handle).toList(),
        (addresses, message) ->
            NativeCalls.starProbeCreate(addresses, values, outputs, probe, message));
    try {
      Schema result =
          ArrowStructs.schema(
              allocator,
              schema ->
                  NativeStatus.require(
                      message -> NativeCalls.probeResultSchema(probe[0], schema, message)));
      return new NativeProbe(probe[0], columns.schema(), result, allocator);
    } catch (RuntimeException | Error e) {
      NativeCalls.probeClose(probe[0]);
      throw e;
    }
  }
}
