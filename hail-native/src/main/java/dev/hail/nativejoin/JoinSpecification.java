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

/** What to join, on which columns, and what to give. Immutable. */
public final class JoinSpecification {
  /** Name of the column that {@link JoinKind#MARK} adds. */
  public static final String MARK = "mark";

  /** Name of the only column of {@link JoinKind#COUNT}. */
  public static final String COUNT = "count";

  /** Most rows of a result batch unless another number is asked for. */
  public static final int DEFAULT_BATCH_ROWS = 8192;

  private static final int MAX_THREADS = 1024;

  private final JoinKind kind;
  private final JoinAlgorithm algorithm;
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
    this.algorithm = builder.algorithm;
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
   * Begins the description of a join.
   *
   * @param build schema of the side that is kept in memory, best the smaller one
   * @param probe schema of the side that streams by
   * @throws UnsupportedTypeException if a column is announced as dictionary-encoded; what batches
   *     have in a dictionary is announced by the type of its values
   */
  public static Builder builder(JoinKind kind, Schema build, Schema probe) {
    return new Builder(kind, build, probe);
  }

  /** Which rows the join gives. */
  public JoinKind kind() {
    return kind;
  }

  /** The table that was asked for. */
  public JoinAlgorithm algorithm() {
    return algorithm;
  }

  /** Schema of build batches. */
  public Schema buildSchema() {
    return buildSchema;
  }

  /** Schema of probe batches. */
  public Schema probeSchema() {
    return probeSchema;
  }

  /** Whether NULL keys match NULL keys. */
  public boolean nullEqual() {
    return nullEqual;
  }

  /** Most bytes for the build side; 0 is without limit. */
  public long memoryBudget() {
    return memoryBudget;
  }

  /** Threads that finish the build side. */
  public int threads() {
    return threads;
  }

  /** Most rows of a result batch. */
  public int batchRows() {
    return batchRows;
  }

  /** When rows of the probe side are looked up. */
  public ProbeMode probeMode() {
    return probeMode;
  }

  /** Bytes of the buffer that was asked for, 0 if none was; see {@link Builder#bufferedProbes}. */
  public long probeBuffer() {
    return probeBuffer;
  }

  /** Positions of the key columns in the build schema, from 0. */
  List<Integer> buildKeys() {
    return buildKeys;
  }

  /** Positions of the key columns in the probe schema, in the order of the build keys. */
  List<Integer> probeKeys() {
    return probeKeys;
  }

  /** Keys of the rows of a probe batch. */
  RowKeys probeRowKeys(HeldBatch batch) {
    return new RowKeys(probeKeys.stream().map(batch::column).toList(), nullEqual);
  }

  /** Positions of the result's build columns in the build schema. */
  List<Integer> buildOutputs() {
    return buildOutputs;
  }

  /** Positions of the result's probe columns in the probe schema. */
  List<Integer> probeOutputs() {
    return probeOutputs;
  }

  /**
   * Schema of result batches: the probe columns, then the build columns, then {@value #MARK} or
   * {@value #COUNT}. Columns of a side that may be missing are nullable.
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

  /** Those columns of the result that are of the build side. */
  List<Field> buildFields() {
    return buildOutputs.stream()
        .map(column -> resultField(buildSchema.getFields().get(column), kind.buildMayBeMissing()))
        .toList();
  }

  /**
   * A column of a result.
   *
   * @param mayBeMissing whether a row of the result may have no row of the field's side
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
    private JoinAlgorithm algorithm = JoinAlgorithm.AUTO;
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
     * Joins on a column that both sides call the same.
     *
     * @throws IllegalArgumentException as {@link #on(String, String)}
     */
    public Builder on(String column) {
      return on(column, column);
    }

    /**
     * Joins on a pair of columns; more pairs make a key of several columns.
     *
     * @throws IllegalArgumentException if a side has no such column or several, or if values of the
     *     two types cannot be equal: integers are compared by value whatever their widths, and so
     *     are floating-point numbers; all others only with the same type
     * @throws UnsupportedTypeException if joins do not take the type
     */
    public Builder on(String buildColumn, String probeColumn) {
      return on(build.position(buildColumn), probe.position(probeColumn));
    }

    /** As {@link #on(String, String)}, by positions from 0. */
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
     * Build columns of the result, in this order; all of them unless this is called.
     *
     * @throws IllegalArgumentException if there is no such column or several, or the kind gives no
     *     build columns
     * @throws UnsupportedTypeException if joins do not take the type of a column
     */
    public Builder buildOutput(String... columns) {
      return buildOutput(build.positions(List.of(columns)));
    }

    /** As {@link #buildOutput(String...)}, by positions from 0. */
    Builder buildOutput(List<Integer> columns) {
      if (!kind.givesBuildColumns()) {
        build.requireNone(columns, kind);
      }
      build.setOutputs(columns);
      return this;
    }

    /**
     * Probe columns of the result, in this order; all of them unless this is called.
     *
     * @throws IllegalArgumentException if there is no such column or several, or the kind gives no
     *     probe columns
     * @throws UnsupportedTypeException if joins do not take the type of a column
     */
    public Builder probeOutput(String... columns) {
      return probeOutput(probe.positions(List.of(columns)));
    }

    /** As {@link #probeOutput(String...)}, by positions from 0. */
    Builder probeOutput(List<Integer> columns) {
      if (!kind.givesProbeColumns()) {
        probe.requireNone(columns, kind);
      }
      probe.setOutputs(columns);
      return this;
    }

    /** The table to look keys up in; {@link JoinAlgorithm#AUTO} unless this is called. */
    public Builder algorithm(JoinAlgorithm algorithm) {
      this.algorithm = Objects.requireNonNull(algorithm, "algorithm is null");
      return this;
    }

    /**
     * Lets NULL keys match NULL keys, as SQL's {@code IS NOT DISTINCT FROM}. Nothing is unknown
     * then to {@link JoinKind#MARK} and {@link JoinKind#NULL_AWARE_ANTI}.
     */
    public Builder nullEqual(boolean nullEqual) {
      this.nullEqual = nullEqual;
      return this;
    }

    /**
     * Most memory for the build side and its table.
     *
     * @param bytes 0 is without limit
     */
    public Builder memoryBudget(long bytes) {
      OptionRange.requireMemoryBudget(bytes);
      this.memoryBudget = bytes;
      return this;
    }

    /** Threads that {@link JoinBuild#finish} uses, 1 to 1024; 1 unless this is called. */
    public Builder threads(int threads) {
      OptionRange.require("The number of threads", threads, 1, MAX_THREADS);
      this.threads = threads;
      return this;
    }

    /**
     * Most rows of a result batch, 1 to 16777216; {@value #DEFAULT_BATCH_ROWS} unless this is
     * called.
     */
    public Builder batchRows(int rows) {
      OptionRange.requireBatchRows(rows);
      this.batchRows = rows;
      return this;
    }

    /**
     * Lets rows of the probe side wait, as {@link ProbeMode#BUFFERED} says; they are looked up as
     * they come unless this is called. {@link JoinProbe#next} then often gives null although rows
     * of the batches so far are still to come. {@link JavaJoins} ignores this.
     *
     * @param bytes of the budget for the rows that wait, 29 for each, beside their batches; 0 is an
     *     eighth of the memory budget or 64 MiB, whichever is less
     */
    public Builder bufferedProbes(long bytes) {
      OptionRange.require("The buffer of a probe", bytes, 0, Long.MAX_VALUE);
      this.probeMode = ProbeMode.BUFFERED;
      this.probeBuffer = bytes;
      return this;
    }

    /**
     * The specification.
     *
     * @throws IllegalArgumentException if there is no key column, or several where the kind takes
     *     one
     * @throws UnsupportedTypeException if the result is to have all columns and joins do not take
     *     the type of one
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
