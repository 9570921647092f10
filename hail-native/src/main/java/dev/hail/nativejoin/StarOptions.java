// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.List;

/** What a probe of several joins at once gives; see {@link Joins#starProbe}. Immutable. */
public final class StarOptions {
  private final List<String> probeOutput;
  private final int batchRows;
  private final long memoryBudget;

  private StarOptions(Builder builder) {
    this.probeOutput = builder.probeOutput;
    this.batchRows = builder.batchRows;
    this.memoryBudget = builder.memoryBudget;
  }

  /** Begins options of which none needs to be set. */
  public static Builder builder() {
    return new Builder();
  }

  /** Most rows of a result batch. */
  public int batchRows() {
    return batchRows;
  }

  /** Most bytes for the probe and its results; 0 is without limit. */
  public long memoryBudget() {
    return memoryBudget;
  }

  /** Positions of the result's probe columns among the columns of the probe side, from 0. */
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

    /** Probe columns of the result, in this order; all of them unless this is called. */
    public Builder probeOutput(String... columns) {
      this.probeOutput = List.of(columns);
      return this;
    }

    /** As {@link JoinSpecification.Builder#batchRows}; those of the joins do not matter. */
    public Builder batchRows(int rows) {
      OptionRange.requireBatchRows(rows);
      this.batchRows = rows;
      return this;
    }

    /**
     * Most memory for the probe and its results until they are closed, beside the budgets of the
     * joins. {@link JavaJoins} ignores this.
     *
     * @param bytes 0 is without limit
     */
    public Builder memoryBudget(long bytes) {
      OptionRange.requireMemoryBudget(bytes);
      this.memoryBudget = bytes;
      return this;
    }

    /** The options. */
    public StarOptions build() {
      return new StarOptions(this);
    }
  }
}
