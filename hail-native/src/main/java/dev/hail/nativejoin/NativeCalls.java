// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.ByteBuffer;

/**
 * The functions of hail_join.h, one call each. Addresses of Arrow structs and handles are longs;
 * {@code out} takes what C gives through pointers. Each returns a status and, if that is not 0,
 * writes the message to {@code message}: UTF-8, ended by a zero if it is shorter. {@code
 * src/hail/java/jni.cc} is the other side. {@link NativeSlots} names the elements of arrays of
 * several values; other arrays have one element.
 */
final class NativeCalls {
  /** A number of NULLs that native code is to find out, which looks at used columns only. */
  static final long UNKNOWN = -1;

  private NativeCalls() {}

  /**
   * Creates a join without rows.
   *
   * @param options {@link NativeSlots#OPTION_SLOTS} values
   * @param out the join
   */
  static native int create(
      long[] options,
      int[] buildKeys,
      int[] probeKeys,
      int[] buildOutputs,
      int[] probeOutputs,
      long buildSchema,
      long probeSchema,
      long[] out,
      byte[] message);

  /**
   * Creates a join as {@link #create} does, of columns that need no Arrow schema.
   *
   * @param buildColumns for each column {@code ?} if it may be NULL and {@code !} if not, its name,
   *     a zero, its type as Arrow's C data interface writes it, and a zero; all in UTF-8
   * @param probeColumns likewise
   */
  static native int createOf(
      long[] options,
      int[] buildKeys,
      int[] probeKeys,
      int[] buildOutputs,
      byte[] buildColumns,
      byte[] probeColumns,
      long[] out,
      byte[] message);

  static native int build(long join, long array, byte[] message);

  /**
   * Takes a batch of the build side, and copies what it needs of it before it returns.
   *
   * @param batch as for {@link #probeBatch}
   */
  static native int buildBatch(long join, long[] batch, byte[] message);

  static native int finishBuild(long join, byte[] message);

  /**
   * Describes a finished join.
   *
   * @param out {@link NativeSlots#INFO_SLOTS} values
   */
  static native int describe(long join, long[] out, byte[] explanation, byte[] message);

  static native int resultSchema(long join, long schema, byte[] message);

  static native int probeSchema(long join, long schema, byte[] message);

  /**
   * Writes an image.
   *
   * @param path path in the encoding of file names, zero-terminated
   */
  static native int save(long join, byte[] path, byte[] message);

  /**
   * Opens an image.
   *
   * @param path path in the encoding of file names, zero-terminated
   * @param out receives the join
   */
  static native int map(byte[] path, boolean verify, long[] out, byte[] message);

  /**
   * Opens a copy of an image in memory.
   *
   * @param path path in the encoding of file names, zero-terminated
   * @param out receives the join
   */
  static native int read(byte[] path, long[] out, byte[] message);

  static native void close(long join);

  /**
   * Creates a probe.
   *
   * @param out receives the probe
   */
  static native int probeCreate(long join, long[] out, byte[] message);

  /**
   * Creates a probe of several joins at once; the functions of ordinary probes work on it.
   *
   * @param options {@link NativeSlots#STAR_SLOTS} values
   * @param out the probe
   */
  static native int starProbeCreate(
      long[] joins, long[] options, int[] probeOutputs, long[] out, byte[] message);

  static native int probeResultSchema(long probe, long schema, byte[] message);

  /**
   * Tells the columns of the probe side of a join.
   *
   * @param out its first element receives them as {@link #createOf} takes them
   */
  static native int probeColumns(long join, byte[][] out, byte[] message);

  /**
   * Tells the columns of the results of a probe.
   *
   * @param out its second element receives them as {@link #createOf} takes them
   */
  static native int resultColumns(long probe, byte[][] out, byte[] message);

  /**
   * Takes a batch, whose buffers must stay valid while the probe holds it. A probe does not hold
   * batches without rows. It releases the others in the order in which they came.
   *
   * @param batch {@link NativeSlots#BATCH_SLOTS} values, and {@link NativeSlots#BATCH_COLUMN_SLOTS}
   *     for each column; a buffer that is missing is at 0
   * @param held how many batches the probe holds now, also if it refuses this one
   */
  static native int probeBatch(long probe, long[] batch, long[] held, byte[] message);

  /**
   * Returns further rows.
   *
   * @param out {@link NativeSlots#RESULT_SLOTS} values, and {@link NativeSlots#RESULT_COLUMN_SLOTS}
   *     for each column of the result; a column without NULLs has no validity buffer, which is then
   *     at 0; nothing is to be released if there are no rows
   */
  static native int probeNext(long probe, long[] out, byte[] message);

  /**
   * Writes further rows of a star to memory of the caller.
   *
   * @param memory {@link NativeSlots#ROWS_SLOTS} values, and {@link NativeSlots#ROWS_COLUMN_SLOTS}
   *     for each column
   * @param rows how many were written
   */
  static native int probeNextInto(long probe, long[] memory, long[] rows, byte[] message);

  /**
   * Tells what a star did with one of its joins.
   *
   * @param join position in the list of joins, from 0
   * @param out {@link NativeSlots#COUNTS_SLOTS} values
   */
  static native int probeCounts(long probe, int join, long[] out, byte[] message);

  /** Returns where the memory of a direct buffer is. */
  static native long address(ByteBuffer buffer);

  /** Frees the buffers of a result. */
  static native void releaseResult(long result);

  /**
   * Ends the batches of a probe.
   *
   * @param out {@link NativeSlots#FINISH_SLOTS} values
   */
  static native int probeFinish(long probe, long[] out, byte[] message);

  static native void probeClose(long probe);
}
