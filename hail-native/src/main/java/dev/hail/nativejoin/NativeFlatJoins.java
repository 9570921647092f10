// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.file.Path;
import java.util.List;

/** {@link FlatJoins} in C++. Images are mapped, so all processes that open one share its memory. */
public final class NativeFlatJoins implements FlatJoins {
  private NativeFlatJoins() {}

  /**
   * Loads the library.
   *
   * @throws NativeLibraryMissingException if there is no library for this platform
   */
  public static NativeFlatJoins load() {
    NativeLibrary.require();
    return new NativeFlatJoins();
  }

  @Override
  public String name() {
    return "native";
  }

  @Override
  public FlatBuild build(FlatSpecification specification) {
    long[] options =
        NativeOptions.of(
            specification.kind(),
            specification.table(),
            specification.threads(),
            specification.memoryBudget(),
            specification.nullEqual());
    long[] join = new long[1];
    NativeStatus.require(
        message ->
            NativeCalls.createOf(
                options,
                NativeOptions.positions(specification.buildKeys()),
                NativeOptions.positions(specification.probeKeys()),
                NativeOptions.positions(specification.outputs()),
                FlatColumn.encode(specification.build()),
                FlatColumn.encode(specification.probe()),
                join,
                message));
    return new NativeFlatBuild(new NativeHandle("FlatBuild", join[0]), specification.build());
  }

  @Override
  public FlatJoin map(Path image, boolean verify) {
    byte[] path = NativePath.of(image);
    long[] join = new long[1];
    NativeStatus.require(message -> NativeCalls.map(path, verify, join, message));
    return new NativeFlatJoin(new NativeHandle("FlatJoin", join[0]));
  }

  @Override
  public FlatStar star(List<FlatJoin> joins, int capacity) {
    List<NativeHandle> handles =
        StarJoins.require(joins, NativeFlatJoin.class, "FlatJoins").stream()
            .map(NativeFlatJoin::handle)
            .toList();
    OptionRange.requireBatchRows(capacity);
    long[] options = new long[NativeSlots.STAR_SLOTS];
    options[NativeSlots.STAR_BATCH_ROWS] = capacity;
    options[NativeSlots.STAR_ROW_NUMBERS] = 1;
    long[] star = new long[1];
    NativeHandle.callAll(
        handles,
        (addresses, message) ->
            NativeCalls.starProbeCreate(addresses, options, new int[0], star, message));
    try {
      byte[][] columns = new byte[2][];
      handles.get(0).call((join, message) -> NativeCalls.probeColumns(join, columns, message));
      NativeStatus.require(message -> NativeCalls.resultColumns(star[0], columns, message));
      List<FlatColumn> probe = FlatColumn.decode(columns[0], 0);
      // The row numbers come first.
      StarRows rows = new StarRows(FlatColumn.decode(columns[1], 1), capacity);
      return new NativeFlatStar(star[0], probe, joins.size(), rows);
    } catch (RuntimeException | Error e) {
      NativeCalls.probeClose(star[0]);
      throw e;
    }
  }
}
