// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.List;

/** Options of a probe of several joins at once; see {@link Joins#starProbe}. Immutable. */
public final class StarOptions {
  private final List<String> probeOutput;
  private final int batchRows;
  private final long memoryBudget;

  private StarOptions(Builder builder) {
    this.probeOutput = builder.probeOutput;
    this.batchRows = builder.batchRows;
    this.memoryBudget = builder.memoryBudget;
  }

  /** Returns a builder whose options all have defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns the most rows of a result batch. */
  public int batchRows() {
    return batchRows;
  }

  /** Returns the most bytes for the probe and its results; 0 for no limit. */
  public long memoryBudget() {
    return memoryBudget;
  }

  /** Returns the positions, from 0, of the result's probe columns in the probe schema. */
  List<Integer> probeOutputs(SideColumns probe) {
    if (probeOutput != null) {
      probe.setOutputs(probe.positions(probeOutput));
    }
    return probe.outputs(true);
  }

  /** Collects options. */
  public static final class Builder {
    private List<String> probeOutput;
    private int batchRows = JoinSpecification.DEFAULT_BATCH_ROWS;
    private long memoryBudget;

    private Builder() {}

    /** Sets the probe columns of the result, in this order. Default: all. */
    public Builder probeOutput(String... columns) {
      this.probeOutput = List.of(columns);
      return this;
    }

    /**
     * Sets the most rows of a result batch; see {@link JoinSpecification.Builder#batchRows}. The
     * joins' own values are ignored.
     */
    public Builder batchRows(int rows) {
      OptionRange.requireBatchRows(rows);
      this.batchRows = rows;
      return this;
    }

    /**
     * Sets the most memory for the probe and its unclosed results, in addition to the joins'
     * budgets. {@link JavaJoins} ignores this.
     *
     * @param bytes most bytes; 0 for no limit
     */
    public Builder memoryBudget(long bytes) {
      OptionRange.requireMemoryBudget(bytes);
      this.memoryBudget = bytes;
      return this;
    }

    /** Returns the options. */
    public StarOptions build() {
      return new StarOptions(this);
    }
  }
}
