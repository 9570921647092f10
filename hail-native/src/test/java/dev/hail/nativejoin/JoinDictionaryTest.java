// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Batches whose dictionaries are not what they should be, and keys in unsigned indexes. */
class JoinDictionaryTest {
  private static final long ID = 7;
  private static final ArrowType.Int SIGNED_BYTE = new ArrowType.Int(8, true);
  private static final Schema WORDS =
      new Schema(List.of(Field.notNullable("word", ArrowType.Utf8.INSTANCE)));
  private static final JoinSpecification SPECIFICATION =
      JoinSpecification.builder(JoinKind.INNER, WORDS, WORDS)
          .on("word")
          .probeOutput("word")
          .buildOutput()
          .build();

  private final BufferAllocator allocator = new RootAllocator();
  private final VarCharVector values = new VarCharVector("values", allocator);
  private final TinyIntVector indexes = new TinyIntVector("word", encoded(SIGNED_BYTE), allocator);
  private final VectorSchemaRoot batch = VectorSchemaRoot.of(indexes);

  static List<Joins> joins() {
    return Implementations.all();
  }

  private static FieldType encoded(ArrowType.Int indexType) {
    return new FieldType(true, indexType, new DictionaryEncoding(ID, false, indexType));
  }

  /** What knows a dictionary of {@link #ID}. */
  private static DictionaryProvider dictionaries(FieldVector values) {
    return new DictionaryProvider.MapDictionaryProvider(
        new Dictionary(values, new DictionaryEncoding(ID, false, SIGNED_BYTE)));
  }

  @AfterEach
  void nothingIsLeft() {
    batch.close();
    values.close();
    allocator.close();
  }

  private void fill(int words, int... rows) {
    for (int word = 0; word < words; word++) {
      values.setSafe(word, ("word " + word).getBytes(StandardCharsets.UTF_8));
    }
    values.setValueCount(words);
    for (int row = 0; row < rows.length; row++) {
      indexes.setSafe(row, rows[row]);
    }
    batch.setRowCount(rows.length);
  }

  /** Both sides refuse the batch, naming the column, and take a good one after it. */
  private void expectRefusal(Joins joins, DictionaryProvider dictionaries, String what) {
    try (JoinBuild build = joins.build(SPECIFICATION, allocator)) {
      assertThatThrownBy(() -> build.add(batch, dictionaries))
          .isInstanceOf(InvalidBatchException.class)
          .hasMessage("Column 1 of the build side, announced as word: Utf8, " + what);
      try (VectorSchemaRoot good = words()) {
        build.add(good);
        try (BuiltJoin join = build.finish();
            JoinProbe probe = join.probe()) {
          assertThat(join.summary().rows()).isEqualTo(1);
          assertThatThrownBy(() -> probe.add(batch, dictionaries))
              .isInstanceOf(InvalidBatchException.class)
              .hasMessage("Column 1 of the probe side, announced as word: Utf8, " + what);
          probe.add(good);
          assertThat(Tables.drain(probe)).isEqualTo(1);
        }
      }
    }
  }

  private VectorSchemaRoot words() {
    VectorSchemaRoot root = VectorSchemaRoot.create(WORDS, allocator);
    ((VarCharVector) root.getVector(0)).setSafe(0, "word 0".getBytes(StandardCharsets.UTF_8));
    root.setRowCount(1);
    return root;
  }

  @ParameterizedTest
  @MethodSource("joins")
  void dictionary_missing_isNamed(Joins joins) {
    fill(1, 0);
    String what = "is encoded with dictionary 7 in this batch; pass this dictionary with the batch";
    expectRefusal(joins, new DictionaryProvider.MapDictionaryProvider(), what);
    try (JoinBuild build = joins.build(SPECIFICATION, allocator)) {
      assertThatThrownBy(() -> build.add(batch)).hasMessageEndingWith(what);
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void index_beyondDictionary_isNamed(Joins joins) {
    fill(3, 0, 2, 3);
    expectRefusal(
        joins, dictionaries(values), "has index 3 at row 2, but its dictionary has 3 values");
  }

  @ParameterizedTest
  @MethodSource("joins")
  void negativeIndex_inBatch_isNamed(Joins joins) {
    fill(3, -1);
    expectRefusal(
        joins, dictionaries(values), "has index -1 at row 0, but its dictionary has 3 values");
  }

  @ParameterizedTest
  @MethodSource("joins")
  void dictionary_ofOtherType_isNamed(Joins joins) {
    fill(0, 0);
    try (BigIntVector numbers = new BigIntVector("numbers", allocator)) {
      numbers.setSafe(0, 1);
      numbers.setValueCount(1);
      expectRefusal(joins, dictionaries(numbers), "has a dictionary of numbers: Int(64, true)");
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void dictionaryTexts_withDescendingOffsets_areNamed(Joins joins) {
    fill(3, 0);
    values.getOffsetBuffer().setInt(Integer.BYTES, 1 << 30);
    try (JoinBuild build = joins.build(SPECIFICATION, allocator)) {
      assertThatThrownBy(() -> build.add(batch, dictionaries(values)))
          .isInstanceOf(InvalidBatchException.class)
          .hasMessageContaining("has offsets that descend at row 1");
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void nullOfDictionary_joined_isNullOfColumn(Joins joins) {
    fill(2, 0, 1);
    values.setNull(1);
    expectRefusal(joins, dictionaries(values), "must not be NULL; number of NULLs: 1");
  }

  @ParameterizedTest
  @MethodSource("joins")
  void unsignedIndexes_joined_reachUpperHalf(Joins joins) {
    fill(256, 0);
    try (UInt1Vector unsigned =
            new UInt1Vector("word", encoded(new ArrowType.Int(8, false)), allocator);
        VectorSchemaRoot last = VectorSchemaRoot.of(unsigned);
        JoinBuild build = joins.build(SPECIFICATION, allocator)) {
      unsigned.setSafe(0, 255);
      last.setRowCount(1);
      build.add(last, dictionaries(values));
      try (BuiltJoin join = build.finish();
          JoinProbe probe = join.probe()) {
        probe.add(last, dictionaries(values));
        try (VectorSchemaRoot result = probe.next()) {
          assertThat(result.getVector(0).getObject(0)).hasToString("word 255");
        }
        assertThat(probe.next()).isNull();
      }
    }
  }
}
