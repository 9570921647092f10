// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The text of a join: what it means, and where it is wrong. */
final class JoinTextTest {
  private static final String PLACE = "a test";

  private static JoinSpec parse(String text) throws JoinRefusedException {
    return JoinText.parse("d", text, PLACE);
  }

  @Test
  void everything_isRead() throws Exception {
    assertThat(parse("left /ssb/date on a = b and @3 = @4 nulls equal where x = 'on' and y > 1"))
        .isEqualTo(
            new JoinSpec(
                "d",
                MatchKind.LEFT,
                "/ssb/date",
                List.of(new KeyPair("a", "b"), new KeyPair("@3", "@4")),
                "x = 'on' and y > 1",
                true,
                PLACE));
  }

  @Test
  void shortestText_isInnerWithoutFilter() throws Exception {
    JoinSpec join = parse("/d on a=b");

    assertThat(join.kind()).isEqualTo(MatchKind.INNER);
    assertThat(join.keys()).containsExactly(new KeyPair("a", "b"));
    assertThat(join.filter()).isEmpty();
    assertThat(join.nullEqual()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void kind_inAnyCase_isRead(MatchKind kind) throws Exception {
    assertThat(parse(kind.words() + " /d on a = b").kind()).isEqualTo(kind);
    assertThat(parse(kind.words().toUpperCase(Locale.ROOT) + "\t/d on a = b").kind())
        .isEqualTo(kind);
  }

  @Test
  void keyWords_inAnyCaseAndSpace_areRead() throws Exception {
    JoinSpec join = parse("  NOT \n In   /d\tON  a  =  b  Nulls\nEQUAL  WHERE  c = 1  ");

    assertThat(join.kind()).isEqualTo(MatchKind.NOT_IN);
    assertThat(join.nullEqual()).isTrue();
    assertThat(join.filter()).isEqualTo("c = 1");
    assertThat(parse("/d on a = b AND c = d").keys()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "/a/day=1/b=2 on a = b|/a/day=1/b=2",
        "hdfs://nn:8020/a/{b,c}*/[0-9] on a = b|hdfs://nn:8020/a/{b,c}*/[0-9]",
        "left/part-0 on a = b|left/part-0",
        "semi left/part-0 on a = b|left/part-0",
        "left(1)/part on a = b|left(1)/part",
        "not on a = b|not",
        "on on a = b|on",
        "'/with space' on a = b|/with space",
        "left '/with space' on a = b|/with space",
        "left'/with space'on a = b|/with space",
        "'it''s here' on a = b|it's here",
        "'' on a = b|``",
        "'/path on x = y' on a = b|/path on x = y",
      })
  void path_isReadAsWritten(String text, String path) throws Exception {
    assertThat(parse(text).path()).isEqualTo(path);
    assertThat(parse(text).keys()).containsExactly(new KeyPair("a", "b"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a = d.b|a|b",
        "a = D.b|a|b",
        "@1 = d.@2|@1|@2",
        "@1 = @d.2|@1|@2",
        "@1 = @D.2|@1|@2",
        "and = where|and|where",
        "\"a b\" = \"c = d\"|\"a b\"|\"c = d\"",
        "\"say \"\"hi\"\"\" = d.\"x.y\"|\"say \"\"hi\"\"\"|\"x.y\"",
        "größe = länge|größe|länge",
        "a = dd.b|a|dd.b",
      })
  void attributes_areReadAsWritten(String on, String input, String build) throws Exception {
    assertThat(parse("/d on " + on).keys()).containsExactly(new KeyPair(input, build));
    assertThat(JoinText.keys("d", on, PLACE)).containsExactly(new KeyPair(input, build));
  }

  @Test
  void everythingAfterWhere_isTheFilter() throws Exception {
    assertThat(parse("/d on a = b where nulls equal x").filter()).isEqualTo("nulls equal x");
  }

  @Test
  void filter_mayFollowItsKeyWordInParentheses() throws Exception {
    assertThat(parse("/d on a = b where(x = 1)").filter()).isEqualTo("(x = 1)");
    assertThat(parse("/d on a = \"b\"where x = 1").filter()).isEqualTo("x = 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``|1|expected the path of the build side",
        "left|5|expected the path of the build side",
        "'/d on a = b|1|the path has no closing quote",
        "left '/d on a = b|6|the path has no closing quote",
        "/d|3|expected `on' and the attributes to compare, such as `on a = b'",
        "full /d on a = b|1|the kind is `full'; it can be inner, left, semi, anti or not in",
        "RIGHT /d on a = b|1|the kind is `RIGHT'; it can be inner, left, semi, anti or not in",
        "/d with a = b|4|expected `on'",
        "/d onto a = b|4|expected `on'",
        "not /d on a = b|5|expected `on'",
        "/d on|6|expected an attribute of the input: a name or @n",
        "/d on = b|7|expected an attribute of the input: a name or @n",
        "/d on a|8|expected `=': keys are compared for equality",
        "/d on a < b|9|expected `=': keys are compared for equality",
        "/d on a =|10|expected an attribute of the build side: a name or @n",
        "/d on a == b|10|expected an attribute of the build side",
        "/d on \"a = b|7|the name has no closing quote",
        "/d on a = \"b|11|the name has no closing quote",
        "/d on a = b and|16|expected an attribute of the input",
        "/d on a = b, c = d|12|expected `and', `nulls equal', `where' or the end",
        "/d on a = b or c = d|13|expected `and', `nulls equal', `where' or the end",
        "/d on a = b nulls|18|expected `equal' after `nulls'",
        "/d on a = b nulls last|19|expected `equal' after `nulls'",
        "/d on a = b where|18|expected a filter after `where'",
        "'😀' on a < b|10|expected `='",
      })
  void malformedText_isRefusedWithItsColumn(String text, int column, String message) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(JoinRefusedException.class)
        .hasMessageContaining("Join `d' of a test, column " + column + ": " + message);
  }

  @Test
  void keysAlone_refuseWhatFollows() {
    assertThatThrownBy(() -> JoinText.keys("d", "a = b where c = 1", PLACE))
        .isInstanceOf(JoinRefusedException.class)
        .hasMessageContaining("column 7: expected `and' or the end");
  }

  @Test
  void malformedText_isShownWithAMarkBelowItsPlace() {
    String path = "/" + "x".repeat(100);

    assertThatThrownBy(() -> parse(path + " on\na < b"))
        .message()
        .satisfies(
            message -> {
              List<String> lines = message.lines().toList();
              assertThat(lines).hasSize(3);
              assertThat(lines.get(1)).hasSizeLessThan(path.length());
              assertThat(lines.get(1).charAt(lines.get(2).indexOf('^'))).isEqualTo('<');
            });
  }
}
