// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.block.layout.BlockSource;
import dev.hail.format.block.read.BadRecord;
import dev.hail.format.block.read.BlockReader;
import dev.hail.format.block.read.ReaderOptions;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Schema;
import dev.hail.format.schema.SchemaException;
import dev.hail.format.text.RowCutter;
import dev.hail.format.text.TextFormat;
import dev.hail.format.text.TextParser;
import dev.hail.join.plan.StarNames;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HailRecordTest {

  private static final Schema SCHEMA =
      Schema.parse(
          "flag BOOLEAN, small INT, big BIGINT, single FLOAT, \"double\" DOUBLE,"
              + " price DECIMAL(10,2), day DATE, at TIMESTAMP, name STRING");

  private static final String VALUES =
      "true,-7,9000000000,1.5,2.25,12.50,1999-02-28,1999-02-28 23:59:59.000001,Zoë";
  private static final String NULLS = ",,,,,,,,";

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyType_inRecord_hasItsGetters(boolean copied) throws Exception {
    HailRecord row = record(copied, VALUES, List.of());

    assertThat(row.isBad()).isFalse();
    assertThat(row.getBoolean(1)).isTrue();
    assertThat(row.getInt(2)).isEqualTo(-7);
    assertThat(row.getLong(2)).isEqualTo(-7L);
    assertThat(row.getDecimal(2)).isEqualTo(BigDecimal.valueOf(-7));
    assertThat(row.getLong(3)).isEqualTo(9_000_000_000L);
    assertThat(row.getDecimal(3)).isEqualTo(BigDecimal.valueOf(9_000_000_000L));
    assertThat(row.getFloat(4)).isEqualTo(1.5f);
    assertThat(row.getDouble(4)).isEqualTo(1.5);
    assertThat(row.getDouble(5)).isEqualTo(2.25);
    assertThat(row.getDecimal(6)).isEqualTo(new BigDecimal("12.50"));
    assertThat(row.getDate(7)).isEqualTo(LocalDate.of(1999, 2, 28));
    assertThat(row.getDateDays(7)).isEqualTo((int) LocalDate.of(1999, 2, 28).toEpochDay());
    assertThat(row.getTimestamp(8))
        .isEqualTo(LocalDateTime.of(1999, 2, 28, 23, 59, 59).plusNanos(1000));
    assertThat(row.getTimestampMicros(8)).isEqualTo(920246399000001L);
    assertThat(row.getString(9)).isEqualTo("Zoë");
    Text text = new Text();
    row.getText(9, text);
    assertThat(text).hasToString("Zoë");
    assertThat(row.getString(7)).isEqualTo("1999-02-28");
  }

  @Test
  void timestampsBefore1970_inRecord_keepMicroseconds() throws Exception {
    HailRecord row = record(false, ",,,,,,,1969-12-31 23:59:59.999999,", List.of());

    assertThat(row.getTimestampMicros(8)).isEqualTo(-1);
    assertThat(row.getTimestamp(8))
        .isEqualTo(LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_999_000));
  }

  @Test
  void names_inAnyCase_areFound() throws Exception {
    HailRecord row = record(false, VALUES, List.of());

    assertThat(row.getInt("SMALL")).isEqualTo(-7);
    assertThat(row.getInt("@2")).isEqualTo(-7);
    assertThat(row.position("name")).isEqualTo(9);
    assertThatThrownBy(() -> row.getInt("size"))
        .isInstanceOf(SchemaException.class)
        .hasMessageContaining("Unknown attribute size");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nullValue_inRecord_isToldAndNeverConverted(boolean copied) throws Exception {
    HailRecord row = record(copied, NULLS, List.of());

    for (int position = 1; position <= SCHEMA.size(); position++) {
      assertThat(row.isNull(position)).isTrue();
      assertThat(row.getString(position)).isNull();
    }
    assertThat(row.getDecimal(6)).isNull();
    assertThat(row.getDate(7)).isNull();
    assertThat(row.getTimestamp(8)).isNull();
    assertThatThrownBy(() -> row.getInt(2))
        .isInstanceOf(NullValueException.class)
        .hasMessageContaining("small")
        .hasMessageContaining("ask isNull(2) first");
    assertThatThrownBy(() -> row.getText(9, new Text())).isInstanceOf(NullValueException.class);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void positions_underProjection_areThoseOfSchema(boolean copied) throws Exception {
    HailRecord row = record(copied, VALUES, List.of("name", "@2"));

    assertThat(row.getInt(2)).isEqualTo(-7);
    assertThat(row.getString(9)).isEqualTo("Zoë");
    assertThat(row.projection()).containsExactly(9, 2);
    assertThat(row).hasToString("Zoë,-7");
    assertThatThrownBy(() -> row.getLong(3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("big")
        .hasMessageContaining("was not projected")
        .hasMessageContaining("add \"@3\"");
    assertThatThrownBy(() -> row.isNull(3)).hasMessageContaining("was not projected");
    assertThatThrownBy(() -> row.getInt(10)).hasMessageContaining("No attribute @10");
    assertThatThrownBy(() -> row.getInt(0)).hasMessageContaining("No attribute @0");
  }

  @Test
  void wrongGetter_onRecord_isRefusedNamingRightOne() throws Exception {
    HailRecord row = record(false, VALUES, List.of());

    assertThatThrownBy(() -> row.getInt(7))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("day")
        .hasMessageContaining("is DATE, which getInt does not read: use getDate");
    assertThatThrownBy(() -> row.getInt(3)).hasMessageContaining("use getLong");
    assertThatThrownBy(() -> row.getBoolean(6)).hasMessageContaining("use getDecimal");
    assertThatThrownBy(() -> row.getText(1, new Text())).hasMessageContaining("use getBoolean");
  }

  @Test
  void textOfRecord_written_isQuotedWhereNeeded() throws Exception {
    HailRecord row = record(false, ",,,,,,,,\"a,\"\"b\"", List.of("@2", "name"));

    assertThat(row).hasToString(",\"a,\"\"b\"");
    Text text = new Text();
    row.toText('|', text);
    assertThat(text).hasToString("|\"a,\"\"b\"");
    assertThat(record(false, ",,,,,,,,\"\"", List.of("@2", "name"))).hasToString(",\"\"");

    HailRecord marked = record(false, ",,,,,,,,\"\uFEFFa\"", List.of("name", "@2"));
    assertThat(marked).hasToString("\"\uFEFFa\",");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void badRecord_asked_hasOnlyItsText(boolean copied) throws Exception {
    HailRecord bad =
        new HailRecord()
            .pointTo(
                layout(List.of("@1")),
                new BadRecord(17, "9 fields expected", "a;b".getBytes(StandardCharsets.UTF_8)));
    HailRecord row = copied ? bad.copy() : bad;

    assertThat(row.isBad()).isTrue();
    assertThat(row.badLine()).isEqualTo(17);
    assertThat(row.badReason()).isEqualTo("9 fields expected");
    assertThat(row.getRaw()).asString(StandardCharsets.UTF_8).isEqualTo("a;b");
    assertThat(row).hasToString("a;b");
    assertThatThrownBy(() -> row.getBoolean(1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Line 17 is a bad record")
        .hasMessageContaining("ask isBad() first");
    assertThatThrownBy(() -> row.getString(1)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> row.isNull(1)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void row_asked_isNoBadRecord() throws Exception {
    HailRecord row = record(false, VALUES, List.of());

    assertThatThrownBy(row::badLine)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("not a bad record");
  }

  private static RecordLayout layout(List<String> projection) throws IOException {
    return new RecordLayout(
        new JobQuery("M", "", "", projection, "").bind(SCHEMA, "/f", StarNames.NONE));
  }

  private static HailRecord record(boolean copied, String line, List<String> projection)
      throws IOException {
    BlockBuilder builder = new BlockBuilder(SCHEMA, BlockOptions.of());
    TextFormat format = TextFormat.defaults();
    byte[] text = (line + "\n").getBytes(StandardCharsets.UTF_8);
    try (RowCutter cutter =
        new RowCutter(new ByteArrayInputStream(text), format, SCHEMA, 1 << 20)) {
      new TextParser(SCHEMA, format).parse(cutter.next(), builder);
    }
    RecordLayout layout = layout(projection);
    List<HailRecord> records = new ArrayList<>();
    RowBatch batch = new RowBatch();
    try (BlockReader reader =
        BlockReader.open(
            BlockSource.of(builder.build()),
            Predicate.parse("", SCHEMA),
            layout.projection(),
            ReaderOptions.DEFAULT)) {
      assertThat(reader.next(batch)).as("row of %s", line).isTrue();
      BatchRow row = new BatchRow();
      row.moveTo(batch, 0);
      HailRecord record = new HailRecord().pointTo(layout, row);
      records.add(copied ? record.copy() : record);
    }
    return records.get(0);
  }
}
