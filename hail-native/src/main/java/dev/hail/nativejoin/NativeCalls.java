// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

/**
 * The functions of hail_join.h, one call each. Addresses of Arrow structs and handles are longs;
 * {@code out} takes what C gives through pointers. Each returns a status and, if that is not 0,
 * writes the message to {@code message}: UTF-8, ended by a zero if it is shorter. {@code
 * src/hail/java/jni.cc} is the other side.
 */
final class NativeCalls {
  /** Bytes of a message at most. */
  static final int MESSAGE_BYTES = 1024;

  /** Bytes of an explanation at most. */
  static final int EXPLANATION_BYTES = 256;

  private NativeCalls() {}

  /**
   * Makes a join with nothing in it.
   *
   * @param options kind, algorithm, threads, memory budget, whether NULLs are equal, batch rows,
   *     probe mode, bytes of the buffer of a probe
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

  static native int build(long join, long array, byte[] message);

  static native int finishBuild(long join, byte[] message);

  /**
   * Tells about a finished join.
   *
   * @param out algorithm, unique, exact keys, rows, rows with NULL keys, distinct keys, bytes of
   *     the table, most bytes
   */
  static native int describe(long join, long[] out, byte[] explanation, byte[] message);

  static native int resultSchema(long join, long schema, byte[] message);

  static native int probeSchema(long join, long schema, byte[] message);

  /**
   * Writes an image.
   *
   * @param path in the encoding of file names, ended by a zero
   */
  static native int save(long join, byte[] path, byte[] message);

  /**
   * Opens an image.
   *
   * @param path in the encoding of file names, ended by a zero
   * @param out the join
   */
  static native int map(byte[] path, boolean verify, long[] out, byte[] message);

  /**
   * Opens a copy of an image.
   *
   * @param path in the encoding of file names, ended by a zero
   * @param out the join
   */
  static native int read(byte[] path, long[] out, byte[] message);

  static native void close(long join);

  /**
   * Makes a probe.
   *
   * @param out the probe
   */
  static native int probeCreate(long join, long[] out, byte[] message);

  /**
   * Makes a probe of several joins at once, for which the calls of other probes are.
   *
   * @param options batch rows, memory budget
   * @param out the probe
   */
  static native int starProbeCreate(
      long[] joins, long[] options, int[] probeOutputs, long[] out, byte[] message);

  static native int probeResultSchema(long probe, long schema, byte[] message);

  /** Buffers of a column at most. */
  static final int BUFFERS = 3;

  /** Longs of a batch before those of its columns: rows. */
  static final int BATCH_LONGS = 1;

  /** A number of NULLs that native code is to find out, which looks at used columns only. */
  static final long UNKNOWN = -1;

  /** Longs of a column of a batch: NULLs or {@link #UNKNOWN}, buffers, and where each is. */
  static final int BATCH_COLUMN_LONGS = 2 + BUFFERS;

  /**
   * Longs of a result before those of its columns: rows, what {@link #releaseResult} takes, and how
   * many batches the probe holds.
   */
  static final int RESULT_LONGS = 3;

  /** Longs of a column of a result: NULLs, and where its buffers are. */
  static final int RESULT_COLUMN_LONGS = 1 + BUFFERS;

  /**
   * Takes a batch, whose buffers must stay as long as the probe holds it: not at all if it has no
   * rows. Others are let go in the order in which they came.
   *
   * @param batch {@link #BATCH_LONGS}, and {@link #BATCH_COLUMN_LONGS} for each column; a buffer
   *     that is missing is at 0
   * @param held how many batches the probe holds now, also if it refuses this one
   */
  static native int probeBatch(long probe, long[] batch, long[] held, byte[] message);

  /**
   * Gives further rows.
   *
   * @param out {@link #RESULT_LONGS}, and {@link #RESULT_COLUMN_LONGS} for each column of the
   *     result; a column without NULLs has no validity buffer, which is then at 0; nothing is to be
   *     released if there are no rows
   */
  static native int probeNext(long probe, long[] out, byte[] message);

  /** Frees the buffers of a result. */
  static native void releaseResult(long result);

  /**
   * Ends the batches of a probe.
   *
   * @param out other probes that have not finished, and how many batches the probe holds
   */
  static native int probeFinish(long probe, long[] out, byte[] message);

  static native void probeClose(long probe);
}
