// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.format.predicate.Predicate;
import dev.hail.format.predicate.PredicateException;
import dev.hail.format.schema.Schema;
import dev.hail.testing.RandomCase;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** The text of a filter is read, or refused with a place in the text. */
final class FilterText {
  private static final Schema SCHEMA =
      Schema.parse(
          "a INT, b BIGINT, c STRING, d DATE, e TIMESTAMP, f DOUBLE, g FLOAT, h BOOLEAN,"
              + " i DECIMAL(38,7), \"two words\" STRING");

  static Stream<byte[]> seeds() {
    return Stream.of(
            "@1 = 1 and (b < -9223372036854775808 or not c like 'x%')",
            "d between 1999-01-01 and '2000-12-31' and e >= '2000-01-01 00:00:00.000001'",
            "f in (1e308, -0.0, 'NaN') or g <> 1.5 or h = true",
            "i > -0.0000001 and \"two words\" is not null and c = 'it''s'",
            RandomCase.of(1, 5).predicate(0).hail())
        .map(text -> text.getBytes(StandardCharsets.UTF_8));
  }

  /** What Jazzer calls. */
  public static void fuzzerTestOneInput(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    Predicate predicate;
    try {
      predicate = Predicate.parse(text, SCHEMA);
    } catch (PredicateException refused) {
      assertThat(refused.position()).isBetween(1, text.codePointCount(0, text.length()) + 1);
      assertThat(refused.reason()).isNotBlank();
      return;
    }
    assertThat(Predicate.parse(predicate.toString(), SCHEMA)).isEqualTo(predicate);
  }
}
