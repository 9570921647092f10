// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.schema.AttributeNames;
import dev.hail.format.schema.Schema;
import dev.hail.format.schema.SchemaException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of attributes of joined rows. */
final class JoinedSchemaTest {
  private static final Schema INPUT = Schema.parse("id INT, note STRING, \"in,put\" DATE");
  private static final JoinSide D =
      new JoinSide(
          "d",
          MatchKind.LEFT,
          Schema.parse("key BIGINT, note STRING, year INT, \"odd, name\" INT, \"x.y\" INT"));
  private static final JoinSide S =
      new JoinSide("s", MatchKind.SEMI, Schema.parse("key BIGINT, hidden INT"));
  private static final JoinSide E =
      new JoinSide("e", MatchKind.INNER, Schema.parse("key BIGINT, year INT, \"q\"\"q\" INT"));
  private static final JoinedSchema JOINED = new JoinedSchema(INPUT, List.of(D, S, E));

  @Test
  void attributes_areThoseOfInput_thenOfSidesThatGiveSome() {
    assertThat(JOINED.schema())
        .isEqualTo(
            Schema.parse(
                "id INT, note STRING, \"in,put\" DATE, \"d.key\" BIGINT, \"d.note\" STRING,"
                    + " \"d.year\" INT, \"d.odd, name\" INT, \"d.x.y\" INT, \"e.key\" BIGINT,"
                    + " \"e.year\" INT, \"e.q\"\"q\" INT"));
    assertThat(JOINED.isOfInput(3)).isTrue();
    assertThat(JOINED.isOfInput(4)).isFalse();
  }

  @Test
  void positions_ofSides_areFoundBothWays() {
    for (int position = 4; position <= 11; position++) {
      int side = JOINED.side(position);
      assertThat(side).isEqualTo(position < 9 ? 0 : 2);
      assertThat(JOINED.position(side, JOINED.positionInSide(position))).isEqualTo(position);
    }
    assertThatThrownBy(() -> JOINED.side(3)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "id|1",
        "@2|2",
        "note|2",
        "NOTE|2",
        "\"in,put\"|3",
        "d.note|5",
        "D.Note|5",
        "@d.2|5",
        "d.@2|5",
        "@D.5|8",
        "e.key|9",
        "@e.1|9",
        "d.\"odd, name\"|7",
        "\"odd, name\"|7",
        "d.\"x.y\"|8",
        "d.x.y|8",
        "\"x.y\"|8",
        "x.y|8",
        "\"q\"\"q\"|11",
        "e.\"q\"\"q\"|11",
        " d.year |6",
      })
  void name_isThatOfOneAttribute(String name, int position) {
    assertThat(JOINED.position(name)).isEqualTo(position);
    assertThat(AttributeNames.split("id, " + name + ",e.year"))
        .containsExactly("id", name.strip(), "e.year");
    assertThat(JOINED.positions(name)).containsExactly(position);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "year|may be d.year or e.year: name the join before it",
        "key|may be d.key or e.key",
        "hidden|Unknown attribute hidden",
        "s.hidden|Join `s' is semi, which gives no attributes of its build side",
        "s.*|Join `s' is semi",
        "@s.1|Join `s' is semi",
        "d.nothing|Join `d': Unknown attribute nothing",
        "@d.6|Join `d': Unknown attribute @6",
        "@d.0|Join `d': Unknown attribute @0",
        "@4|Unknown attribute @4",
        "x.key|Unknown attribute x.key",
        "@x.1|Unknown attribute @x.1",
        "x.*|There is no join `x', the joins are [d, s, e]",
      })
  void name_ofNoneOrSeveral_isRefused(String name, String message) {
    assertThatThrownBy(() -> JOINED.positions(name))
        .isInstanceOf(SchemaException.class)
        .hasMessageContaining(message);
  }

  @Test
  void star_ofASide_isAllOfItsAttributes() {
    assertThat(JOINED.positions("d.*")).containsExactly(4, 5, 6, 7, 8);
    assertThat(JOINED.positions(" E.* ")).containsExactly(9, 10, 11);
  }

  @Test
  void bareName_ofNoInput_listsSidesThatHaveSome() {
    assertThatThrownBy(() -> JOINED.position("nothing"))
        .hasMessageContaining("No build side has it: d (key BIGINT")
        .hasMessageContaining("; e (key BIGINT")
        .message()
        .doesNotContain("hidden");
  }

  @Test
  void inputAttribute_namedLikeOneOfASide_isRefused() {
    Schema input = Schema.parse("\"d.year\" INT");

    assertThatThrownBy(() -> new JoinedSchema(input, List.of(D)))
        .isInstanceOf(SchemaException.class)
        .hasMessageContaining("d.year");
  }

  @Test
  void inputAttribute_withAPoint_isTheInputs() {
    JoinedSchema joined = new JoinedSchema(Schema.parse("\"d.other\" INT, id INT"), List.of(D));

    assertThat(joined.position("d.other")).isEqualTo(1);
    assertThat(joined.position("d.key")).isEqualTo(3);
  }
}
