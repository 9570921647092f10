package dev.hail.nativejoin;

import dev.hail.testing.TestSeeds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Two random tables that can be joined. Key columns are called {@code k0}, {@code k1} and so on,
 * the others {@code x0}, ..; a column {@value #ID} numbers the rows.
 */
final class JoinCase implements AutoCloseable {
  static final String ID = "id";

  private static final int MAX_KEYS = 3;

  private final long seed;
  private final List<TestColumn> buildKeys = new ArrayList<>();
  private final List<TestColumn> probeKeys = new ArrayList<>();
  private final List<Object[]> buildKeyValues = new ArrayList<>();
  private final List<Object[]> probeKeyValues = new ArrayList<>();
  private final VectorSchemaRoot build;
  private final VectorSchemaRoot probe;

  JoinCase(long seed, BufferAllocator allocator) {
    this.seed = seed;
    Random random = new Random(seed * 0x9E3779B97F4A7C15L);
    TestColumns columns = new TestColumns(random);
    int keys = random.nextInt(2) == 0 ? 1 : 1 + random.nextInt(MAX_KEYS);
    for (int i = 0; i < keys; i++) {
      List<TestColumn> pair = columns.keyPair("k" + i);
      buildKeys.add(pair.get(0));
      probeKeys.add(pair.get(1));
    }
    this.build = table(buildKeys, buildKeyValues, columns, random, allocator);
    this.probe = table(probeKeys, probeKeyValues, columns, random, allocator);
  }

  private static VectorSchemaRoot table(
      List<TestColumn> keys,
      List<Object[]> keyValues,
      TestColumns columns,
      Random random,
      BufferAllocator allocator) {
    List<TestColumn> all = new ArrayList<>(keys);
    int payloads = random.nextInt(4);
    for (int i = 0; i < payloads; i++) {
      all.add(columns.payload("x" + i));
    }
    TestColumn id = new TestColumn(ID, new ArrowType.Int(32, true), List.of(BigInteger.ZERO), 0);
    all.add(id);
    Collections.shuffle(all, random);
    VectorSchemaRoot root =
        VectorSchemaRoot.create(
            new Schema(all.stream().map(TestColumn::field).toList()), allocator);
    int rows = rows(random);
    for (FieldVector vector : root.getFieldVectors()) {
      vector.setInitialCapacity(rows);
      vector.allocateNew();
    }
    for (int row = 0; row < rows; row++) {
      Object[] ofKeys = new Object[keys.size()];
      for (int i = 0; i < all.size(); i++) {
        TestColumn column = all.get(i);
        Object value = column == id ? BigInteger.valueOf(row) : column.draw(random);
        TestColumn.set(root.getVector(i), row, value);
        if (keys.contains(column)) {
          ofKeys[keys.indexOf(column)] = value;
        }
      }
      keyValues.add(ofKeys);
    }
    root.setRowCount(rows);
    return root;
  }

  private static int rows(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> random.nextInt(3);
      case 1 -> random.nextInt(300);
      default -> random.nextInt(40);
    };
  }

  long seed() {
    return seed;
  }

  VectorSchemaRoot build() {
    return build;
  }

  VectorSchemaRoot probe() {
    return probe;
  }

  List<TestColumn> buildKeys() {
    return buildKeys;
  }

  List<TestColumn> probeKeys() {
    return probeKeys;
  }

  /** Values of the build keys, row by row. */
  List<Object[]> buildKeyValues() {
    return buildKeyValues;
  }

  /** Values of the probe keys, row by row. */
  List<Object[]> probeKeyValues() {
    return probeKeyValues;
  }

  /** Whether a join of this kind takes so many key columns. */
  boolean allows(JoinKind kind) {
    return !kind.isNullAware() || buildKeys.size() == 1;
  }

  /** A join of the two with random columns in its result, {@value #ID} always among them. */
  JoinSpecification specification(JoinKind kind, boolean nullEqual, Random random) {
    int[] batchRows = {1, 2, 7, 64, JoinSpecification.DEFAULT_BATCH_ROWS};
    JoinSpecification.Builder builder =
        JoinSpecification.builder(kind, build.getSchema(), probe.getSchema())
            .nullEqual(nullEqual)
            .threads(1 + random.nextInt(3))
            .batchRows(batchRows[random.nextInt(batchRows.length)]);
    if (random.nextBoolean()) {
      builder.bufferedProbes(random.nextInt(1 << random.nextInt(16)));
    }
    for (int i = 0; i < buildKeys.size(); i++) {
      builder.on(buildKeys.get(i).name(), probeKeys.get(i).name());
    }
    if (kind.givesBuildColumns()) {
      builder.buildOutput(outputs(build, random));
    }
    if (kind.givesProbeColumns()) {
      builder.probeOutput(outputs(probe, random));
    }
    return builder.build();
  }

  private static String[] outputs(VectorSchemaRoot table, Random random) {
    List<String> names = new ArrayList<>();
    for (FieldVector vector : table.getFieldVectors()) {
      if (vector.getName().equals(ID) || random.nextBoolean()) {
        names.add(vector.getName());
      }
    }
    Collections.shuffle(names, random);
    return names.toArray(String[]::new);
  }

  @Override
  public void close() {
    build.close();
    probe.close();
  }

  @Override
  public String toString() {
    return TestSeeds.hint(seed)
        + "; build "
        + build.getSchema()
        + " of "
        + build.getRowCount()
        + " rows, probe "
        + probe.getSchema()
        + " of "
        + probe.getRowCount();
  }
}
