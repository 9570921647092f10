// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;

class JoinSpecificationTest {
  private static final ArrowType INT = new ArrowType.Int(32, true);
  private static final ArrowType HALF = new ArrowType.FloatingPoint(FloatingPointPrecision.HALF);

  private static final Schema BUILD =
      new Schema(
          List.of(
              Field.notNullable("id", INT),
              Field.nullable("name", ArrowType.Utf8.INSTANCE),
              Field.nullable("half", HALF)));
  private static final Schema PROBE =
      new Schema(
          List.of(
              Field.nullable("other", new ArrowType.Int(64, false)),
              Field.notNullable("text", ArrowType.LargeUtf8.INSTANCE),
              Field.nullable("twice", INT),
              Field.nullable("twice", INT)));

  private static JoinSpecification.Builder inner() {
    return JoinSpecification.builder(JoinKind.INNER, BUILD, PROBE);
  }

  @Test
  void missingColumn_inSpecification_isNamed() {
    assertThatThrownBy(() -> inner().on("ident", "other"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The build side has no column `ident'; its columns are [id, name, half]");
  }

  @Test
  void duplicateColumn_inSpecification_isNamed() {
    assertThatThrownBy(() -> inner().on("id", "twice"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 columns `twice'");
  }

  @Test
  void keys_thatAreNeverEqual_areRefused() {
    assertThatThrownBy(() -> inner().on("id", "text"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("`id'")
        .hasMessageContaining("`text'");
  }

  @Test
  void keys_ofSameMeaning_areAccepted() {
    ArrowType single = new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
    ArrowType twofold = new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
    ArrowType berlin = new ArrowType.Timestamp(TimeUnit.SECOND, "Europe/Berlin");
    ArrowType utc = new ArrowType.Timestamp(TimeUnit.SECOND, "UTC");
    ArrowType local = new ArrowType.Timestamp(TimeUnit.SECOND, null);
    assertThat(ColumnTypes.areComparable(INT, new ArrowType.Int(8, false))).isTrue();
    assertThat(ColumnTypes.areComparable(single, twofold)).isTrue();
    assertThat(ColumnTypes.areComparable(berlin, utc)).isTrue();
    assertThat(ColumnTypes.areComparable(berlin, local)).isFalse();
    assertThat(
            ColumnTypes.areComparable(
                new ArrowType.Decimal(5, 2, 128), new ArrowType.Decimal(9, 2, 128)))
        .isTrue();
    assertThat(
            ColumnTypes.areComparable(
                new ArrowType.Decimal(5, 2, 128), new ArrowType.Decimal(5, 3, 128)))
        .isFalse();
    assertThat(ColumnTypes.areComparable(INT, single)).isFalse();
  }

  @Test
  void keyOrOutput_ofUnknownType_isRefused() {
    assertThatThrownBy(() -> inner().on("half", "other"))
        .isInstanceOf(UnsupportedTypeException.class)
        .hasMessageContaining("`half'");
    assertThatThrownBy(() -> inner().on("id", "other").build())
        .isInstanceOf(UnsupportedTypeException.class)
        .hasMessageContaining("`half'");
    assertThat(inner().on("id", "other").buildOutput("name").build().resultSchema().getFields())
        .hasSize(1 + PROBE.getFields().size());
  }

  @Test
  void extensionType_storedAsKnownOne_isRefused() {
    for (ArrowType stored : List.of(INT, new ArrowType.Decimal(5, 2, 128))) {
      Schema schema = new Schema(List.of(Field.nullable("extended", new Extension(stored))));
      assertThatThrownBy(
              () -> JoinSpecification.builder(JoinKind.INNER, schema, schema).on("extended"))
          .isInstanceOf(UnsupportedTypeException.class)
          .hasMessageContaining("`extended'");
    }
  }

  @Test
  void dictionaryField_inSpecification_isRefused() {
    DictionaryEncoding encoding = new DictionaryEncoding(1, false, null);
    Field encoded =
        new Field("word", new FieldType(true, new ArrowType.Int(32, true), encoding), null);
    assertThatThrownBy(
            () -> JoinSpecification.builder(JoinKind.INNER, BUILD, new Schema(List.of(encoded))))
        .isInstanceOf(UnsupportedTypeException.class)
        .hasMessageContaining("`word'")
        .hasMessageContaining("announce the type of its values");
  }

  @Test
  void outputs_ofSideNotGiven_areRefused() {
    assertThatThrownBy(
            () ->
                JoinSpecification.builder(JoinKind.PROBE_SEMI, BUILD, PROBE)
                    .on("id", "other")
                    .buildOutput("name"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("PROBE_SEMI gives no columns of the build side; remove [name]");
    assertThatThrownBy(() -> inner().buildOutput("name", "id", "name"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("`name'");
  }

  @Test
  void specification_unfitForKind_isRefused() {
    assertThatThrownBy(() -> inner().build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least one key column");
    assertThatThrownBy(
            () ->
                JoinSpecification.builder(JoinKind.MARK, BUILD, PROBE)
                    .on("id", "other")
                    .on("name", "text")
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("MARK takes one key column, not 2");
  }

  @Test
  void numbers_outOfRange_areRefused() {
    assertThatThrownBy(() -> inner().batchRows(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> inner().threads(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> inner().memoryBudget(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The memory budget is -1; it must be 0 to " + Long.MAX_VALUE);
    assertThatThrownBy(() -> inner().bufferedProbes(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("The buffer of a probe is -1;");
  }

  @Test
  void columns_ofSideThatMayBeMissing_areNullable() {
    JoinSpecification specification =
        JoinSpecification.builder(JoinKind.PROBE_OUTER, BUILD, PROBE)
            .on("id", "other")
            .buildOutput("id")
            .probeOutput("text")
            .build();
    assertThat(specification.resultSchema())
        .isEqualTo(
            new Schema(
                List.of(
                    Field.notNullable("text", ArrowType.LargeUtf8.INSTANCE),
                    Field.nullable("id", INT))));
  }

  private static final class Extension extends ArrowType.ExtensionType {
    private final ArrowType stored;

    private Extension(ArrowType stored) {
      this.stored = stored;
    }

    @Override
    public ArrowType storageType() {
      return stored;
    }

    @Override
    public String extensionName() {
      return "extension";
    }

    @Override
    public boolean extensionEquals(ExtensionType other) {
      return other instanceof Extension;
    }

    @Override
    public String serialize() {
      return "";
    }

    @Override
    public ArrowType deserialize(ArrowType storage, String data) {
      return new Extension(storage);
    }

    @Override
    public FieldVector getNewVector(String name, FieldType type, BufferAllocator allocator) {
      throw new UnsupportedOperationException();
    }
  }
}
