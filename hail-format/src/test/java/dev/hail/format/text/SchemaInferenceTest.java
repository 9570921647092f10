// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.schema.Schema;
import dev.hail.testing.LoadedText;
import dev.hail.testing.RandomCase;
import dev.hail.testing.TestSeeds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SchemaInferenceTest {
  private static InferredSchema infer(String text, TextFormat format, boolean whole) {
    byte[] sample = text.getBytes(StandardCharsets.UTF_8);
    return SchemaInference.infer(sample, sample.length, whole, format);
  }

  @Test
  void schema_inferred_hasNarrowestTypes() {
    TextFormat format = TextFormat.builder().header(true).build();
    String text =
        """
        sourceIP,visitDate,adRevenue,big,flag,seen,ratio,zip,none,ID,id,
        1.2.3.4,1999-01-01,12.50,3000000000,true,2020-01-01 10:00:00,1e-3,01234,,1,-2,x
        1.2.3.5,1999-02-28,-3.25,1,f,2020-01-01T10:00:01.5,2,99999,,2,3,1
        """;
    InferredSchema inferred = infer("\uFEFF" + text, format, true);
    assertThat(inferred.schema())
        .isEqualTo(
            Schema.parse(
                "sourceIP STRING, visitDate DATE, adRevenue DECIMAL(18,2), big BIGINT,"
                    + " flag BOOLEAN, seen TIMESTAMP, ratio DOUBLE, zip STRING, none STRING,"
                    + " ID INT, id_2 INT, c12 STRING"));
    assertThat(inferred.rows()).isEqualTo(2);
    assertThat(inferred.badRows()).isZero();
    assertThat(inferred.columns().get(7).note()).contains("leading zeros");
    assertThat(inferred.columns().get(8).note()).contains("no values in the sample");
    assertThat(inferred.columns().get(8).nulls()).isEqualTo(2);
  }

  @Test
  void nullToken_thatReadsLikeAValue_hasNoPartInTheType() {
    TextFormat format = TextFormat.builder().nullToken("9999-12-31").build();
    assertThat(infer("1\n9999-12-31\n", format, true).schema().toSql()).isEqualTo("c1 INT");
    TextFormat spaces = TextFormat.builder().nullToken("-999.9 ").build();
    assertThat(infer("1\n-999.9 \n", spaces, true).schema().toSql()).isEqualTo("c1 INT");
  }

  @Test
  void type_inferredFromWiderValues_isWidened() {
    TextFormat format = TextFormat.defaults();
    assertThat(infer("1\n2\n", format, true).schema().toSql()).isEqualTo("c1 INT");
    assertThat(infer("1\n2147483648\n", format, true).schema().toSql()).isEqualTo("c1 BIGINT");
    assertThat(infer("1\n2.5\n", format, true).schema().toSql()).isEqualTo("c1 DOUBLE");
    assertThat(infer("1.1\n2.5\n", format, true).schema().toSql()).isEqualTo("c1 DECIMAL(18,1)");
    assertThat(infer("1.1\nx\n", format, true).schema().toSql()).isEqualTo("c1 STRING");
    assertThat(infer("9223372036854775808\n", format, true).schema().toSql())
        .isEqualTo("c1 DECIMAL(19,0)");
    assertThat(infer("0\n1\n", format, true).schema().toSql()).isEqualTo("c1 INT");
    assertThat(infer("\"\"\n1\n", format, true).schema().toSql()).isEqualTo("c1 STRING");
    assertThat(infer("1999-01-01\n1999-01-01 10:00:00\n", format, true).schema().toSql())
        .isEqualTo("c1 STRING");
  }

  @Test
  void column_withFewOddValues_saysTypeOfTheOthers() {
    String text =
        "1,2020-01-01,a\n".repeat(60) + "12a,2020-02-30,b\n" + "2,2020-03-01,c\n".repeat(9);
    InferredSchema inferred = infer(text, TextFormat.defaults(), true);
    assertThat(inferred.schema().toSql()).isEqualTo("c1 STRING, c2 STRING, c3 STRING");
    assertThat(inferred.columns().get(0).note())
        .isEqualTo(
            "69 of 70 values are INT, the first other one is '12a' in row 61; as INT such rows"
                + " would be bad records");
    assertThat(inferred.columns().get(1).note())
        .contains("69 of 70 values are DATE")
        .contains("'2020-02-30' in row 61");
    assertThat(inferred.columns().get(2).note()).isEqualTo("70 values, no narrower type fits all");
    assertThat(inferred.looksLikeHeader()).isFalse();
  }

  @Test
  void header_readAsRow_isNoticed() {
    String text = "k,name\n" + "1,a\n".repeat(5);
    assertThat(infer(text, TextFormat.defaults(), true).looksLikeHeader()).isTrue();
    TextFormat withHeader = TextFormat.builder().header(true).build();
    assertThat(infer(text, withHeader, true).looksLikeHeader()).isFalse();
    assertThat(infer("a,b\nc,d\ne,f\n", TextFormat.defaults(), true).looksLikeHeader()).isFalse();
  }

  @Test
  void row_cutOffBySample_isLeftOut() throws IOException {
    String text = "1,2\n3,4\n5,abc";
    InferredSchema inferred = infer(text, TextFormat.defaults(), false);
    assertThat(inferred.schema().toSql()).isEqualTo("c1 INT, c2 INT");
    assertThat(inferred.rows()).isEqualTo(2);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    InferredSchema streamed =
        SchemaInference.infer(new ByteArrayInputStream(bytes), TextFormat.defaults(), 11);
    assertThat(streamed).isEqualTo(inferred);
    assertThat(
            SchemaInference.infer(new ByteArrayInputStream(bytes), TextFormat.defaults(), 13)
                .schema()
                .toSql())
        .isEqualTo("c1 INT, c2 STRING");
  }

  @Test
  void strayQuote_inSample_spoilsOnlyItsLine() {
    InferredSchema inferred = infer("1,\"stray\n2,\"a\"\n3,b\n", TextFormat.defaults(), true);
    assertThat(inferred.rows()).isEqualTo(2);
    assertThat(inferred.badRows()).isOne();
    assertThat(inferred.schema().toSql()).isEqualTo("c1 INT, c2 STRING");
  }

  @Test
  void rows_ofUnusualWidth_areCounted() {
    InferredSchema inferred = infer("1,2\n1\n3,4\n,,,\n", TextFormat.defaults(), true);
    assertThat(inferred.schema().size()).isEqualTo(2);
    assertThat(inferred.rows()).isEqualTo(2);
    assertThat(inferred.badRows()).isEqualTo(2);
    assertThatThrownBy(() -> infer("", TextFormat.defaults(), true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("No row found in the first 0 bytes");
    assertThatThrownBy(() -> infer("abc", TextFormat.builder().header(true).build(), false))
        .hasMessageContaining("No header row");
  }

  @Test
  void inferredSchema_readingSample_holdsAllRows() throws IOException {
    long[] seeds = TestSeeds.of(150).toArray();
    for (long seed : seeds) {
      RandomCase randomCase = RandomCase.of(seed, 40);
      byte[] text = randomCase.goodText();
      if (randomCase.goodRowCount() == 0) {
        continue;
      }
      InferredSchema inferred =
          SchemaInference.infer(text, text.length, true, randomCase.textFormat());
      LoadedText loaded = LoadedText.of(inferred.schema(), randomCase.textFormat(), text, 1 << 16);
      assertThat(loaded.badRecords()).as("%s as %s", randomCase, inferred).isEmpty();
      assertThat(inferred.rows()).as("%s", randomCase).isEqualTo(randomCase.goodRowCount());
    }
    assertThat(seeds).isNotEmpty();
  }
}
