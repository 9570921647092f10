// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.predicate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hail.format.schema.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PredicateParserTest {
  private static final Schema SCHEMA =
      Schema.parse(
          "sourceIP STRING, destURL STRING, visitDate DATE, adRevenue DECIMAL(5,2), flag BOOLEAN,"
              + " seen TIMESTAMP, duration INT, score FLOAT, ratio DOUBLE, total BIGINT,"
              + " \"odd name\" INT, date DATE");

  private static String read(String text) {
    return Predicate.parse(text, SCHEMA).toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "@3 between(1999-01-01, 2000-01-01) | (@3 >= '1999-01-01' AND @3 <= '2000-01-01')",
        "@3 BETWEEN '1999-01-01' AND DATE '2000-01-01' | (@3 >= '1999-01-01' AND @3 <= '2000-01-01')",
        "VISITDATE = 1999-01-01 | @3 = '1999-01-01'",
        "5 < duration | @7 > 5",
        "5 >= duration | @7 <= 5",
        "5 <> @7 | (@7 < 5 OR @7 > 5)",
        "@7 in (3, 1, 2, 1) | @7 IN (1, 2, 3)",
        "@7 not in (1) | (@7 < 1 OR @7 > 1)",
        "sourceIP = 'it''s' | @1 = 'it''s'",
        "sourceIP LIKE 'abc%' | (@1 >= 'abc' AND @1 < 'abd')",
        "sourceIP LIKE 'abc' | @1 = 'abc'",
        "sourceIP LIKE '%' | @1 IS NOT NULL",
        "sourceIP NOT LIKE 'b%%' | (@1 < 'b' OR @1 >= 'c')",
        "@7 is null | @7 IS NULL",
        "not @7 is null | @7 IS NOT NULL",
        "not (@7 = 1 or @1 = 'x') | ((@7 < 1 OR @7 > 1) AND (@1 < 'x' OR @1 > 'x'))",
        "not (@7 > 1 and not @1 = 'x') | (@7 <= 1 OR @1 = 'x')",
        "@7 > 1 and @7 < 9 and @7 <> 5 | ((@7 > 1 AND @7 < 5) OR (@7 > 5 AND @7 < 9))",
        "@7 = 1 or @7 is null | (@7 IS NULL OR @7 = 1)",
        "@7 = 1 and @7 = 2 | FALSE",
        "@7 is null or @7 is not null | TRUE",
        "flag | @5 = 'true'",
        "not flag | @5 = 'false'",
        "flag <> TRUE | @5 = 'false'",
        "TRUE = flag | @5 = 'true'",
        "true and @7 = 1 | @7 = 1",
        "not true | FALSE",
        "adRevenue < 1.005 | @4 <= '1.00'",
        "adRevenue >= 1.005 | @4 > '1.00'",
        "adRevenue = 1.005 | FALSE",
        "adRevenue <> 1.005 | @4 IS NOT NULL",
        "adRevenue > -1.005 | @4 > '-1.01'",
        "adRevenue > -999.99 | @4 > '-999.99'",
        "adRevenue > -999.991 | @4 IS NOT NULL",
        "adRevenue <> -999.991 | @4 IS NOT NULL",
        "adRevenue = -999.991 | FALSE",
        "-999.991 >= adRevenue | FALSE",
        "adRevenue between -999.991 and 1 | @4 <= '1.00'",
        "adRevenue = 1 | @4 = '1.00'",
        "score = 0.1 | @8 = '0.1'",
        "ratio = -0.0 | @9 = '0.0'",
        "ratio > '-Infinity' | @9 > '-Infinity'",
        "seen < 2020-02-29T12:00:00.5 | @6 < '2020-02-29 12:00:00.500000'",
        "seen < 2020-02-29 | @6 < '2020-02-29 00:00:00'",
        "\"odd name\" = -5 | @11 = -5",
        "date = DATE '2020-01-01' | @12 = '2020-01-01'",
        "@7 between 5 and 1 | FALSE",
        "@7=+5 | @7 = 5",
      })
  void predicate_parsed_hasStableNormalForm(String text, String normalForm) {
    assertThat(read(text)).isEqualTo(normalForm);
    assertThat(read(normalForm)).as("the normal form is stable").isEqualTo(normalForm);
  }

  @Test
  void blankText_parsed_acceptsEveryRow() {
    assertThat(Predicate.parse(" \n\t", SCHEMA)).isEqualTo(new Predicate.True());
    assertThat(Predicate.parse(null, SCHEMA)).isEqualTo(new Predicate.True());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "duration = 1.5 | 12 | '1.5' is not an INT (attribute @7 duration)",
        "@7 = 2147483648 | 6 | out of the range of INT",
        "@10 = 9223372036854775808 | 7 | out of the range of BIGINT",
        "@4 = 1000 | 6 | out of the range of DECIMAL(5,2)",
        "@4 = 1e2 | 6 | is not a DECIMAL(5,2)",
        "@8 = 1e39 | 6 | out of the range of FLOAT",
        "@3 = 1999-02-29 | 6 | no day of the calendar",
        "@3 = '1999-01-01 10:00:00' | 6 | is not a DATE",
        "@3 = TIMESTAMP '1999-01-01 10:00:00' | 16 | is a TIMESTAMP, the attribute is DATE",
        "@1 = 172.101.11.46 | 6 | must be written in single quotes",
        "@1 = abc | 6 | put text in single quotes",
        "@1 = NULL | 6 | write IS NULL",
        "@1 = @2 | 6 | comparing attributes is not supported",
        "@13 = 1 | 1 | Unknown attribute @13, the schema has @1 sourceIP",
        "bob = 1 | 1 | Unknown attribute bob, the schema has @1 sourceIP",
        "@0 = 1 | 1 | Unknown attribute @0",
        "@ = 1 | 1 | followed by an attribute's position",
        "@1 LIKE 'a_b' | 9 | wildcard _",
        "@1 LIKE 'a%b' | 9 | only at the end",
        "@1 LIKE '%b' | 9 | only at the end",
        "@7 LIKE '1%' | 9 | LIKE needs a STRING",
        "@1 LIKE 'a%' ESCAPE '!' | 14 | ESCAPE is not supported",
        "@7 = 1 @7 | 8 | expected AND, OR or the end",
        "(@7 = 1 | 8 | expected )",
        "@7 | 3 | expected a comparison",
        "@5 NOT | 7 | expected a comparison",
        "@7 in () | 8 | expected a constant",
        "@7 between 1, 2 | 13 | expected AND",
        "@1 = 'abc | 6 | no closing quote",
        "1 = 1 | 5 | expected an attribute to compare",
        "@7 = 1 AND | 11 | expected an attribute, found the end",
        "between = 1 | 1 | key words in double quotes",
        "@7 = 1; drop | 7 | ';' has no meaning here; put text in single quotes",
        "a.b = 1 | 2 | '.' has no meaning here; put names in double quotes",
      })
  void wrongPredicate_parsed_isRefusedWithPositionAndReason(
      String text, int position, String reason) {
    PredicateException refusal =
        catchThrowableOfType(PredicateException.class, () -> Predicate.parse(text, SCHEMA));
    assertThat(refusal).as(text).isNotNull();
    assertThat(refusal.reason()).contains(reason);
    assertThat(refusal.position()).isEqualTo(position);
  }

  @Test
  void refusedPredicate_inMessage_hasMistakeMarked() {
    assertThatThrownBy(() -> Predicate.parse("@1 = 'ü' AND @7 = 1.5", SCHEMA))
        .hasMessage(
            """
            filter, column 19: '1.5' is not an INT (attribute @7 duration)
              @1 = 'ü' AND @7 = 1.5
                                ^""");
  }

  @Test
  void nestedPredicate_parsed_isBoundedButListsAreNot() {
    String deep = "(".repeat(100_000) + "@7 = 1" + ")".repeat(100_000);
    assertThatThrownBy(() -> Predicate.parse(deep, SCHEMA))
        .isInstanceOf(PredicateException.class)
        .hasMessageContaining("nested deeper than 200");
    String nots = "NOT ".repeat(100_001) + "@7 = 1";
    assertThat(read(nots)).isEqualTo("(@7 < 1 OR @7 > 1)");

    StringBuilder list = new StringBuilder("@7 IN (0");
    StringBuilder chain = new StringBuilder("@7 = 0");
    for (int i = 1; i < 100_000; i++) {
      list.append(", ").append(i);
      chain.append(" OR @7 = ").append(i);
    }
    Predicate inList = Predicate.parse(list + ")", SCHEMA);
    assertThat(inList.restriction(7).ranges().ranges()).hasSize(100_000);
    assertThat(Predicate.parse(chain.toString(), SCHEMA)).isEqualTo(inList);
    assertThatThrownBy(() -> Predicate.parse(list + ", 100000)", SCHEMA))
        .isInstanceOf(PredicateException.class)
        .hasMessageContaining("at most 100000");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "@7 = 1 | 7 | EQUALITY",
        "@7 in (1, 2) or @7 is null | 7 | EQUALITY",
        "@7 is null | 7 | EQUALITY",
        "@7 > 1 | 7 | RANGE",
        "@7 is not null | 7 | NONE",
        "@7 = 1 | 3 | NONE",
        "@7 = 1 | 0 | NONE",
        "@7 = 1 or @3 = 1999-01-01 | 7 | NONE",
        "(@7 = 1 and @1 = 'x') or (@7 = 2 and @1 = 'y') | 7 | EQUALITY",
        "(@7 = 1 and @1 = 'x') or (@7 > 2 and @1 = 'y') | 7 | RANGE",
        "flag | 5 | EQUALITY",
        "@1 like 'http://%' and @7 = 3 | 1 | RANGE",
      })
  void predicate_forAnIndex_ranksItsFit(String text, int attribute, IndexFit fit) {
    assertThat(IndexFit.of(Predicate.parse(text, SCHEMA), attribute)).isEqualTo(fit);
  }

  @Test
  void predicate_asked_tellsItsAttributes() {
    Predicate predicate = Predicate.parse("@7 = 1 or (@3 = 1999-01-01 and @1 = 'x')", SCHEMA);
    assertThat(predicate.attributes()).containsExactly(1, 3, 7);
  }

  @Test
  void nameWithBlanks_withoutQuotes_isHintedAt() {
    Schema schema = Schema.parse("k INT, \"Total Sum\" INT");
    assertThatThrownBy(() -> Predicate.parse("total sum = 1", schema))
        .isInstanceOf(PredicateException.class)
        .hasMessageContaining("a name with blanks stands in double quotes: \"Total Sum\"");
  }
}
