// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/** Describes a join: the two sides, key columns, result columns and options. Immutable. */
public final class JoinSpecification {
  /** Name of the column that {@link JoinKind#MARK} adds. */
  public static final String MARK = "mark";

  /** Name of the only column of {@link JoinKind#COUNT}. */
  public static final String COUNT = "count";

  /** Default for the most rows of a result batch. */
  public static final int DEFAULT_BATCH_ROWS = 8192;

  private static final int MAX_THREADS = 1024;

  private final JoinKind kind;
  private final TableChoice table;
  private final Schema buildSchema;
  private final Schema probeSchema;
  private final List<Integer> buildKeys;
  private final List<Integer> probeKeys;
  private final List<Integer> buildOutputs;
  private final List<Integer> probeOutputs;
  private final boolean nullEqual;
  private final long memoryBudget;
  private final int threads;
  private final int batchRows;
  private final ProbeMode probeMode;
  private final long probeBuffer;

  private JoinSpecification(Builder builder) {
    this.kind = builder.kind;
    this.table = builder.table;
    this.buildSchema = builder.build.schema();
    this.probeSchema = builder.probe.schema();
    this.buildKeys = builder.build.keys();
    this.probeKeys = builder.probe.keys();
    this.buildOutputs = builder.build.outputs(kind.givesBuildColumns());
    this.probeOutputs = builder.probe.outputs(kind.givesProbeColumns());
    this.nullEqual = builder.nullEqual;
    this.memoryBudget = builder.memoryBudget;
    this.threads = builder.threads;
    this.batchRows = builder.batchRows;
    this.probeMode = builder.probeMode;
    this.probeBuffer = builder.probeBuffer;
  }

  /**
   * Returns a builder for a join.
   *
   * @param build schema of the side that is kept in memory, preferably the smaller one
   * @param probe schema of the side that is streamed
   * @throws UnsupportedTypeException if a column is announced as dictionary-encoded; announce the
   *     type of its values
   */
  public static Builder builder(JoinKind kind, Schema build, Schema probe) {
    return new Builder(kind, build, probe);
  }

  /** Returns which rows the join gives. */
  public JoinKind kind() {
    return kind;
  }

  /** Returns the requested table. */
  public TableChoice table() {
    return table;
  }

  /** Returns the schema of build batches. */
  public Schema buildSchema() {
    return buildSchema;
  }

  /** Returns the schema of probe batches. */
  public Schema probeSchema() {
    return probeSchema;
  }

  /** Returns whether NULL keys match NULL keys. */
  public boolean nullEqual() {
    return nullEqual;
  }

  /** Returns the most bytes for the build side; 0 for no limit. */
  public long memoryBudget() {
    return memoryBudget;
  }

  /** Returns the number of threads that finish the build side. */
  public int threads() {
    return threads;
  }

  /** Returns the most rows of a result batch. */
  public int batchRows() {
    return batchRows;
  }

  /** Returns when rows of the probe side are looked up. */
  public ProbeMode probeMode() {
    return probeMode;
  }

  /**
   * Returns the requested bytes of the probe buffer, 0 if none; see {@link Builder#bufferedProbes}.
   */
  public long probeBuffer() {
    return probeBuffer;
  }

  /** Returns the positions of the key columns in the build schema, from 0. */
  List<Integer> buildKeys() {
    return buildKeys;
  }

  /**
   * Returns the positions of the key columns in the probe schema, from 0, in the order of the build
   * keys.
   */
  List<Integer> probeKeys() {
    return probeKeys;
  }

  /** Returns the keys of the rows of a probe batch. */
  RowKeys probeRowKeys(HeldBatch batch) {
    return new RowKeys(probeKeys.stream().map(batch::column).toList(), nullEqual);
  }

  /** Returns the positions of the result's build columns in the build schema, from 0. */
  List<Integer> buildOutputs() {
    return buildOutputs;
  }

  /** Returns the positions of the result's probe columns in the probe schema, from 0. */
  List<Integer> probeOutputs() {
    return probeOutputs;
  }

  /**
   * Returns the schema of result batches: the probe columns, then the build columns, then {@value
   * #MARK} or {@value #COUNT}. Columns of a side that may be missing are nullable.
   */
  public Schema resultSchema() {
    List<Field> fields = new ArrayList<>();
    for (int column : probeOutputs) {
      fields.add(resultField(probeSchema.getFields().get(column), kind.probeMayBeMissing()));
    }
    fields.addAll(buildFields());
    if (kind == JoinKind.MARK) {
      fields.add(Field.nullable(MARK, ArrowType.Bool.INSTANCE));
    }
    if (kind == JoinKind.COUNT) {
      fields.add(Field.notNullable(COUNT, new ArrowType.Int(Long.SIZE, true)));
    }
    return new Schema(fields);
  }

  /** Returns the result columns of the build side. */
  List<Field> buildFields() {
    return buildOutputs.stream()
        .map(column -> resultField(buildSchema.getFields().get(column), kind.buildMayBeMissing()))
        .toList();
  }

  /**
   * Returns the column of a result for a column of a side.
   *
   * @param mayBeMissing whether a result row may have no row of the field's side
   */
  static Field resultField(Field field, boolean mayBeMissing) {
    boolean nullable = field.isNullable() || mayBeMissing;
    return new Field(field.getName(), new FieldType(nullable, field.getType(), null), null);
  }

  /** Collects the parts of a specification; {@link #build} checks that they fit. */
  public static final class Builder {
    private final JoinKind kind;
    private final SideColumns build;
    private final SideColumns probe;
    private TableChoice table = TableChoice.AUTO;
    private boolean nullEqual;
    private long memoryBudget;
    private int threads = 1;
    private int batchRows = DEFAULT_BATCH_ROWS;
    private ProbeMode probeMode = ProbeMode.DIRECT;
    private long probeBuffer;

    private Builder(JoinKind kind, Schema build, Schema probe) {
      this.kind = Objects.requireNonNull(kind, "kind is null");
      this.build = new SideColumns("build", build);
      this.probe = new SideColumns("probe", probe);
    }

    /**
     * Joins on a column that has the same name on both sides.
     *
     * @throws IllegalArgumentException as for {@link #on(String, String)}
     */
    public Builder on(String column) {
      return on(column, column);
    }

    /**
     * Joins on a pair of columns; call it several times for a key of several columns.
     *
     * @throws IllegalArgumentException if a side has no such column or several, or if values of the
     *     two types cannot be equal. Integers of all widths are compared by value, and so are
     *     floating-point numbers; other types are compared only with the same type
     * @throws UnsupportedTypeException if joins do not take the type
     */
    public Builder on(String buildColumn, String probeColumn) {
      return on(build.position(buildColumn), probe.position(probeColumn));
    }

    /** Joins on a pair of columns, by positions from 0; see {@link #on(String, String)}. */
    Builder on(int buildColumn, int probeColumn) {
      Field buildKey = build.usable(buildColumn);
      Field probeKey = probe.usable(probeColumn);
      if (!ColumnTypes.areComparable(buildKey.getType(), probeKey.getType())) {
        throw new IllegalArgumentException(
            "Key column `"
                + buildKey.getName()
                + "' of the build side has type "
                + buildKey.getType()
                + " and `"
                + probeKey.getName()
                + "' of the probe side "
                + probeKey.getType()
                + ", which are never equal; cast one of them");
      }
      build.addKey(buildColumn);
      probe.addKey(probeColumn);
      return this;
    }

    /**
     * Sets the build columns of the result, in this order. Default: all.
     *
     * @throws IllegalArgumentException if there is no such column or several, or the kind gives no
     *     build columns
     * @throws UnsupportedTypeException if joins do not take the type of a column
     */
    public Builder buildOutput(String... columns) {
      return buildOutput(build.positions(List.of(columns)));
    }

    /**
     * Sets the build columns of the result by positions from 0; see {@link
     * #buildOutput(String...)}.
     */
    Builder buildOutput(List<Integer> columns) {
      if (!kind.givesBuildColumns()) {
        build.requireNone(columns, kind);
      }
      build.setOutputs(columns);
      return this;
    }

    /**
     * Sets the probe columns of the result, in this order. Default: all.
     *
     * @throws IllegalArgumentException if there is no such column or several, or the kind gives no
     *     probe columns
     * @throws UnsupportedTypeException if joins do not take the type of a column
     */
    public Builder probeOutput(String... columns) {
      return probeOutput(probe.positions(List.of(columns)));
    }

    /**
     * Sets the probe columns of the result by positions from 0; see {@link
     * #probeOutput(String...)}.
     */
    Builder probeOutput(List<Integer> columns) {
      if (!kind.givesProbeColumns()) {
        probe.requireNone(columns, kind);
      }
      probe.setOutputs(columns);
      return this;
    }

    /** Sets the table for looking up keys. Default: {@link TableChoice#AUTO}. */
    public Builder table(TableChoice table) {
      this.table = Objects.requireNonNull(table, "table is null");
      return this;
    }

    /**
     * Lets NULL keys match NULL keys, like SQL's {@code IS NOT DISTINCT FROM}. {@link
     * JoinKind#MARK} then never gives NULL, and {@link JoinKind#NULL_AWARE_ANTI} treats NULL as an
     * ordinary value.
     */
    public Builder nullEqual(boolean nullEqual) {
      this.nullEqual = nullEqual;
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

    /** Sets the number of threads that {@link JoinBuild#finish} uses, 1 to 1024. Default: 1. */
    public Builder threads(int threads) {
      OptionRange.require("The number of threads", threads, 1, MAX_THREADS);
      this.threads = threads;
      return this;
    }

    /**
     * Sets the most rows of a result batch, 1 to 16777216. Default: {@value #DEFAULT_BATCH_ROWS}.
     */
    public Builder batchRows(int rows) {
      OptionRange.requireBatchRows(rows);
      this.batchRows = rows;
      return this;
    }

    /**
     * Lets rows of the probe side wait as in {@link ProbeMode#BUFFERED}. {@link JoinProbe#next}
     * then often returns null although result rows of earlier batches are still to come. Default:
     * rows are looked up as they arrive. {@link JavaJoins} ignores this.
     *
     * @param bytes bytes of the budget for waiting rows, 29 for each, without their batches; 0 for
     *     an eighth of the memory budget or 64 MiB, whichever is less
     */
    public Builder bufferedProbes(long bytes) {
      OptionRange.require("The buffer of a probe", bytes, 0, Long.MAX_VALUE);
      this.probeMode = ProbeMode.BUFFERED;
      this.probeBuffer = bytes;
      return this;
    }

    /**
     * Returns the specification.
     *
     * @throws IllegalArgumentException if there is no key column, or several although the kind
     *     takes only one
     * @throws UnsupportedTypeException if the result has all columns and joins do not take the type
     *     of one
     */
    public JoinSpecification build() {
      if (build.keys().isEmpty()) {
        throw new IllegalArgumentException("A join takes at least one key column; call on(..)");
      }
      if (kind.isNullAware() && build.keys().size() > 1) {
        throw new IllegalArgumentException(
            kind + " takes one key column, not " + build.keys().size());
      }
      return new JoinSpecification(this);
    }
  }
}
