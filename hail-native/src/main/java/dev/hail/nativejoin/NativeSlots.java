// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.lang.annotation.Native;

/**
 * Names the elements of the arrays that {@link NativeCalls} passes, and their sizes. The build
 * makes a C++ header of this class ({@code javac -h}), which {@code src/hail/java/arguments.h}
 * includes. So both sides read the same numbers.
 */
final class NativeSlots {
  /** Bytes of a message at most. */
  @Native static final int MESSAGE_BYTES = 1024;

  /** Bytes of an explanation at most. */
  @Native static final int EXPLANATION_BYTES = 256;

  // Options of NativeCalls.create.

  @Native static final int OPTION_KIND = 0;
  @Native static final int OPTION_TABLE = 1;
  @Native static final int OPTION_THREADS = 2;
  @Native static final int OPTION_MEMORY_BUDGET = 3;

  /** 1 if NULL equals NULL, otherwise 0. */
  @Native static final int OPTION_NULL_EQUAL = 4;

  @Native static final int OPTION_BATCH_ROWS = 5;
  @Native static final int OPTION_PROBE_MODE = 6;
  @Native static final int OPTION_PROBE_BUFFER = 7;
  @Native static final int OPTION_SLOTS = 8;

  // What NativeCalls.describe gives; JoinSummary has the meanings.

  @Native static final int INFO_TABLE = 0;
  @Native static final int INFO_UNIQUE = 1;
  @Native static final int INFO_EXACT_KEYS = 2;
  @Native static final int INFO_ROWS = 3;
  @Native static final int INFO_NULL_KEY_ROWS = 4;
  @Native static final int INFO_DISTINCT_KEYS = 5;
  @Native static final int INFO_TABLE_BYTES = 6;
  @Native static final int INFO_PEAK_BYTES = 7;
  @Native static final int INFO_SLOTS = 8;

  // Options of NativeCalls.starProbeCreate.

  @Native static final int STAR_BATCH_ROWS = 0;
  @Native static final int STAR_MEMORY_BUDGET = 1;

  /** 1 if results begin with the numbers of probe rows, otherwise 0. */
  @Native static final int STAR_ROW_NUMBERS = 2;

  @Native static final int STAR_SLOTS = 3;

  /** Buffers of a column at most. */
  @Native static final int BUFFERS = 3;

  // The batch of NativeCalls.probeBatch: BATCH_SLOTS, then BATCH_COLUMN_SLOTS for each column.

  @Native static final int BATCH_ROWS = 0;
  @Native static final int BATCH_SLOTS = 1;

  /** Number of NULLs of the column, or {@link NativeCalls#UNKNOWN}. */
  @Native static final int BATCH_COLUMN_NULLS = 0;

  /** Number of buffers of the column. */
  @Native static final int BATCH_COLUMN_BUFFERS = 1;

  /** Where the first buffer is; the others follow. */
  @Native static final int BATCH_COLUMN_BUFFER = 2;

  @Native static final int BATCH_COLUMN_SLOTS = BATCH_COLUMN_BUFFER + BUFFERS;

  // What NativeCalls.probeNext gives: RESULT_SLOTS, then RESULT_COLUMN_SLOTS for each column.

  @Native static final int RESULT_ROWS = 0;

  /** What {@link NativeCalls#releaseResult} takes. */
  @Native static final int RESULT_ADDRESS = 1;

  /** How many batches the probe holds. */
  @Native static final int RESULT_HELD = 2;

  @Native static final int RESULT_SLOTS = 3;

  /** Number of NULLs of the column. */
  @Native static final int RESULT_COLUMN_NULLS = 0;

  /** Where the first buffer is; the others follow. */
  @Native static final int RESULT_COLUMN_BUFFER = 1;

  @Native static final int RESULT_COLUMN_SLOTS = RESULT_COLUMN_BUFFER + BUFFERS;

  // The memory of NativeCalls.probeNextInto: ROWS_SLOTS, then ROWS_COLUMN_SLOTS for each column.

  /** Rows that there is room for. */
  @Native static final int ROWS_CAPACITY = 0;

  /** Where the row numbers go; 0 if the star gives none. */
  @Native static final int ROWS_NUMBERS = 1;

  @Native static final int ROWS_SLOTS = 2;

  @Native static final int ROWS_COLUMN_VALUES = 0;

  /** Where the validity goes; 0 if there is none. */
  @Native static final int ROWS_COLUMN_VALIDITY = 1;

  @Native static final int ROWS_COLUMN_SLOTS = 2;

  // What NativeCalls.probeCounts gives; StarCounts has the meanings.
  @Native static final int COUNTS_SEEN = 0;
  @Native static final int COUNTS_PASSED = 1;
  @Native static final int COUNTS_PROBED = 2;
  @Native static final int COUNTS_NANOSECONDS = 3;
  @Native static final int COUNTS_SLOTS = 4;

  // What NativeCalls.probeFinish gives.

  /** Number of other probes that have not finished. */
  @Native static final int FINISH_OTHERS = 0;

  /** How many batches the probe holds. */
  @Native static final int FINISH_HELD = 1;

  @Native static final int FINISH_SLOTS = 2;

  private NativeSlots() {}
}
