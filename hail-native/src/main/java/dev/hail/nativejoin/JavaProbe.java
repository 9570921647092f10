package dev.hail.nativejoin;

import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Schema;

/** Probe of {@link JavaJoins}. */
final class JavaProbe implements JoinProbe {
  private final JavaJoin join;
  private final JoinSpecification specification;
  private final JoinKind kind;
  private final BuildRows build;
  private final BuildTable table;
  private final BufferAllocator allocator;
  private final BatchCheck check;
  private final Schema schema;
  private final RowPairs pairs;
  private final ProbeOrder order = new ProbeOrder();

  /** The batch whose rows are being joined, or null if all are. */
  private HeldBatch batch;

  private RowKeys keys;
  private int probeRow;

  /** The matches of {@code probeRow}, of which those before {@code place} are given; or null. */
  private BuildTable.Group group;

  private int place;

  private long count;
  private boolean countOwed;

  /**
   * Where giving unmatched or matched build rows has come to; beyond the last when none is owed.
   */
  private int owedBatch = Integer.MAX_VALUE;

  private int owedPlace;

  JavaProbe(
      JavaJoin join,
      JoinSpecification specification,
      BuildRows build,
      BuildTable table,
      BufferAllocator allocator) {
    this.join = join;
    this.specification = specification;
    this.kind = specification.kind();
    this.build = build;
    this.table = table;
    this.allocator = allocator;
    this.check = new BatchCheck("probe", specification.probeSchema());
    this.schema = specification.resultSchema();
    this.pairs = new RowPairs(specification.batchRows());
  }

  @Override
  public synchronized void add(VectorSchemaRoot added, DictionaryProvider dictionaries) {
    order.requireDrained("add");
    try (DecodedBatch decoded = DecodedBatch.of(added, dictionaries, check)) {
      check.requireWhole(decoded.batch());
      batch = new HeldBatch(decoded.batch());
    }
    order.take();
    List<FieldVector> columns =
        specification.probeKeys().stream().map(key -> batch.column(key)).toList();
    keys = new RowKeys(columns, specification.nullEqual());
    probeRow = 0;
    group = null;
  }

  @Override
  public synchronized int finish() {
    order.requireDrained("finish");
    order.finish();
    int others = join.probeFinished();
    countOwed = kind == JoinKind.COUNT;
    if (others == 0 && kind.owesBuildRows()) {
      owedBatch = 0;
    }
    return others;
  }

  @Override
  public synchronized VectorSchemaRoot next() {
    order.requireOpen();
    // Rows are left here when their values could not be gathered for want of memory.
    if (pairs.size() == 0) {
      if (batch != null) {
        joinRows();
      } else {
        collectOwedRows();
      }
    }
    if (pairs.size() == 0) {
      return countOwed ? countRow() : null;
    }
    VectorSchemaRoot result = gather();
    pairs.clear();
    return result;
  }

  private void joinRows() {
    while (probeRow < batch.rows() && !pairs.isFull()) {
      if (group == null) {
        group = table.find(keys.of(probeRow));
        place = 0;
        if (group != null) {
          group.match();
        }
      }
      if (joinRow()) {
        probeRow++;
        group = null;
      }
    }
    if (pairs.size() == 0) {
      batch.close();
      batch = null;
      order.drain();
    }
  }

  /** Gives what the current probe row owes, and returns whether that is all. */
  private boolean joinRow() {
    switch (kind) {
      case INNER, BUILD_OUTER -> {
        return joinMatches();
      }
      case PROBE_OUTER, FULL_OUTER -> {
        if (group != null) {
          return joinMatches();
        }
        pairs.add(probeRow, RowPairs.NONE);
      }
      case PROBE_SEMI -> addIf(group != null);
      case PROBE_ANTI -> addIf(group == null);
      case NULL_AWARE_ANTI -> addIf(mark() == 0);
      case MARK -> pairs.addMarked(probeRow, mark());
      case COUNT -> count += group == null ? 0 : group.size();
      case BUILD_SEMI, BUILD_ANTI -> {}
    }
    return true;
  }

  private boolean joinMatches() {
    while (group != null && place < group.size()) {
      if (pairs.isFull()) {
        return false;
      }
      pairs.add(probeRow, group.row(place++));
    }
    return true;
  }

  private void addIf(boolean given) {
    if (given) {
      pairs.add(probeRow, RowPairs.NONE);
    }
  }

  /** What SQL's IN gives for the current probe row: 1, 0 or {@link RowPairs#NONE} for NULL. */
  private int mark() {
    if (group != null) {
      return 1;
    }
    boolean unknown = table.nullKeyRows() > 0 || keys.hasNull(probeRow);
    return !specification.nullEqual() && unknown && table.rows() > 0 ? RowPairs.NONE : 0;
  }

  private void collectOwedRows() {
    boolean matched = kind == JoinKind.BUILD_SEMI;
    while (owedBatch < build.batches() && !pairs.isFull()) {
      if (owedPlace == build.batch(owedBatch).getRowCount()) {
        owedBatch++;
        owedPlace = 0;
      } else {
        if (table.isMatched(owedBatch, owedPlace) == matched) {
          pairs.add(RowPairs.NONE, BuildTable.row(owedBatch, owedPlace));
        }
        owedPlace++;
      }
    }
  }

  private VectorSchemaRoot countRow() {
    VectorSchemaRoot result = VectorSchemaRoot.create(schema, allocator);
    try {
      BigIntVector counts = (BigIntVector) result.getVector(0);
      counts.setSafe(0, count);
      result.setRowCount(1);
    } catch (RuntimeException | Error e) {
      result.close();
      throw e;
    }
    countOwed = false;
    return result;
  }

  private VectorSchemaRoot gather() {
    VectorSchemaRoot result = VectorSchemaRoot.create(schema, allocator);
    try {
      for (FieldVector vector : result.getFieldVectors()) {
        vector.setInitialCapacity(pairs.size());
        vector.allocateNew();
      }
      int column = 0;
      for (int position : specification.probeOutputs()) {
        gatherProbe(position, result.getVector(column++));
      }
      for (int position : specification.buildOutputs()) {
        gatherBuild(position, result.getVector(column++));
      }
      if (kind == JoinKind.MARK) {
        gatherMarks((BitVector) result.getVector(column));
      }
      result.setRowCount(pairs.size());
    } catch (RuntimeException | Error e) {
      result.close();
      throw e;
    }
    return result;
  }

  private void gatherProbe(int position, FieldVector to) {
    for (int i = 0; i < pairs.size(); i++) {
      int row = pairs.probeRow(i);
      if (row == RowPairs.NONE) {
        to.setNull(i);
      } else {
        to.copyFromSafe(row, i, batch.column(position));
      }
    }
  }

  private void gatherBuild(int position, FieldVector to) {
    for (int i = 0; i < pairs.size(); i++) {
      long row = pairs.buildRow(i);
      if (row == RowPairs.NONE) {
        to.setNull(i);
      } else {
        FieldVector from = build.column(BuildTable.batch(row), position);
        to.copyFromSafe(BuildTable.place(row), i, from);
      }
    }
  }

  private void gatherMarks(BitVector to) {
    for (int i = 0; i < pairs.size(); i++) {
      int mark = pairs.mark(i);
      if (mark == RowPairs.NONE) {
        to.setNull(i);
      } else {
        to.setSafe(i, mark);
      }
    }
  }

  @Override
  public synchronized void close() {
    boolean finished = order.isFinished();
    if (!order.close()) {
      return;
    }
    if (batch != null) {
      batch.close();
      batch = null;
    }
    join.probeClosed(finished);
  }
}
