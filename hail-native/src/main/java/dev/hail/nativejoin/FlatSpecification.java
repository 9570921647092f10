// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;

/**
 * Describes a join of {@link FlatJoins}: the columns of both sides, the keys, and what rows of a
 * star get of the build side. Immutable.
 */
public final class FlatSpecification {
  private static final int MOST_THREADS = 1024;

  private final JoinKind kind;
  private final List<FlatColumn> build;
  private final List<FlatColumn> probe;
  private final List<Integer> buildKeys;
  private final List<Integer> probeKeys;
  private final List<Integer> outputs;
  private final TableChoice table;
  private final boolean nullEqual;
  private final long memoryBudget;
  private final int threads;

  private FlatSpecification(Builder builder) {
    this.kind = builder.kind;
    this.build = builder.build;
    this.probe = builder.probe;
    this.buildKeys = List.copyOf(builder.buildKeys);
    this.probeKeys = List.copyOf(builder.probeKeys);
    this.outputs = List.copyOf(builder.outputs);
    this.table = builder.table;
    this.nullEqual = builder.nullEqual;
    this.memoryBudget = builder.memoryBudget;
    this.threads = builder.threads;
  }

  /**
   * Returns a builder for a join.
   *
   * @param kind one that a star takes: INNER, PROBE_OUTER, PROBE_SEMI, PROBE_ANTI, NULL_AWARE_ANTI
   * @param build columns of the side that is kept in memory
   * @param probe columns of the side that is streamed; all joins of a star have the same
   * @throws IllegalArgumentException if it is another kind
   */
  public static Builder builder(JoinKind kind, List<FlatColumn> build, List<FlatColumn> probe) {
    return new Builder(kind, build, probe);
  }

  /** Returns which rows the join gives. */
  public JoinKind kind() {
    return kind;
  }

  /** Returns the columns of build batches. */
  public List<FlatColumn> build() {
    return build;
  }

  /** Returns the columns of probe batches. */
  public List<FlatColumn> probe() {
    return probe;
  }

  List<Integer> buildKeys() {
    return buildKeys;
  }

  List<Integer> probeKeys() {
    return probeKeys;
  }

  List<Integer> outputs() {
    return outputs;
  }

  TableChoice table() {
    return table;
  }

  boolean nullEqual() {
    return nullEqual;
  }

  long memoryBudget() {
    return memoryBudget;
  }

  int threads() {
    return threads;
  }

  /** Returns the columns that rows of a star get of this join, by the names of the build side. */
  public List<FlatColumn> outputColumns() {
    List<FlatColumn> columns = new ArrayList<>();
    for (int output : outputs) {
      FlatColumn column = build.get(output);
      boolean nullable = column.nullable() || kind.buildMayBeMissing();
      columns.add(new FlatColumn(column.name(), column.type(), column.scale(), nullable));
    }
    return List.copyOf(columns);
  }

  /** Collects the parts of a specification; {@link #build} checks that they fit. */
  public static final class Builder {
    private final JoinKind kind;
    private final List<FlatColumn> build;
    private final List<FlatColumn> probe;
    private final List<Integer> buildKeys = new ArrayList<>();
    private final List<Integer> probeKeys = new ArrayList<>();
    private List<Integer> outputs = List.of();
    private TableChoice table = TableChoice.AUTO;
    private boolean nullEqual;
    private long memoryBudget;
    private int threads = 1;

    private Builder(JoinKind kind, List<FlatColumn> build, List<FlatColumn> probe) {
      if (!kind.canBeInStar()) {
        throw new IllegalArgumentException(
            "A star has no join of kind "
                + kind
                + "; there can be INNER, PROBE_OUTER, PROBE_SEMI, PROBE_ANTI and NULL_AWARE_ANTI");
      }
      this.kind = kind;
      this.build = List.copyOf(build);
      this.probe = List.copyOf(probe);
    }

    /**
     * Joins on a pair of columns, by positions from 0; call it several times for a key of several
     * columns.
     *
     * @throws IllegalArgumentException if values of the two columns can never be equal
     */
    public Builder on(int buildColumn, int probeColumn) {
      FlatColumn buildKey = build.get(Objects.checkIndex(buildColumn, build.size()));
      FlatColumn probeKey = probe.get(Objects.checkIndex(probeColumn, probe.size()));
      if (!comparable(buildKey, probeKey)) {
        throw new IllegalArgumentException(
            "Key column `"
                + buildKey.name()
                + "' of the build side has type "
                + text(buildKey)
                + " and `"
                + probeKey.name()
                + "' of the probe side "
                + text(probeKey)
                + ", which are never equal");
      }
      buildKeys.add(buildColumn);
      probeKeys.add(probeColumn);
      return this;
    }

    private static boolean comparable(FlatColumn a, FlatColumn b) {
      return family(a.type()) == family(b.type()) && a.scale() == b.scale();
    }

    /** Integers of both widths are compared by value, and so are floating-point numbers. */
    private static FlatType family(FlatType type) {
      return switch (type) {
        case INT -> FlatType.BIGINT;
        case FLOAT -> FlatType.DOUBLE;
        default -> type;
      };
    }

    private static String text(FlatColumn column) {
      return column.type() == FlatType.DECIMAL
          ? "DECIMAL of scale " + column.scale()
          : column.type().name();
    }

    /**
     * Sets what rows of a star get of the build side, by positions from 0. Default: nothing.
     *
     * @throws IllegalArgumentException if the kind gives no build columns, if a column is a STRING,
     *     or if one comes twice
     */
    public Builder outputs(List<Integer> columns) {
      if (!columns.isEmpty() && !kind.givesBuildColumns()) {
        throw new IllegalArgumentException("Joins of kind " + kind + " give no build columns");
      }
      if (new HashSet<>(columns).size() < columns.size()) {
        throw new IllegalArgumentException("An output column comes twice: " + columns);
      }
      for (int column : columns) {
        FlatColumn output = build.get(Objects.checkIndex(column, build.size()));
        if (output.type() == FlatType.STRING) {
          throw new IllegalArgumentException(
              "Output column `" + output.name() + "' is a STRING; give a code for it instead");
        }
      }
      this.outputs = List.copyOf(columns);
      return this;
    }

    /** Sets the table for looking up keys. Default: {@link TableChoice#AUTO}. */
    public Builder table(TableChoice choice) {
      this.table = Objects.requireNonNull(choice, "table is null");
      return this;
    }

    /** Lets NULL keys match NULL keys. Default: they match nothing. */
    public Builder nullEqual(boolean equal) {
      this.nullEqual = equal;
      return this;
    }

    /**
     * Sets the most memory for the build side and its table.
     *
     * @param bytes most bytes; 0 for no limit
     */
    public Builder memoryBudget(long bytes) {
      OptionRange.requireMemoryBudget(bytes);
      this.memoryBudget = bytes;
      return this;
    }

    /** Sets how many threads finish the build side, 1 to 1024. Default: 1. */
    public Builder threads(int count) {
      OptionRange.require("The number of threads", count, 1, MOST_THREADS);
      this.threads = count;
      return this;
    }

    /**
     * Returns the specification.
     *
     * @throws IllegalArgumentException if there is no key, or several for NULL_AWARE_ANTI
     */
    public FlatSpecification build() {
      if (buildKeys.isEmpty()) {
        throw new IllegalArgumentException("A join needs a pair of key columns");
      }
      if (kind.isNullAware() && buildKeys.size() > 1) {
        throw new IllegalArgumentException("A join of kind " + kind + " has one key column");
      }
      return new FlatSpecification(this);
    }
  }
}
