// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaTest {
  @Test
  void schemaDefinition_parsed_isRead() {
    Schema schema =
        Schema.parse(
            """
            -- web log
            sourceIP string, destURL VARCHAR, -- where to
            visitDate DATE,
            adRevenue decimal( 10 , 2 ), "user agent" TEXT, n numeric(5), ok bool,
            f real, d Double, i integer, l long, t timestamp
            """);
    assertThat(schema.toSql())
        .isEqualTo(
            "sourceIP STRING, destURL STRING, visitDate DATE, adRevenue DECIMAL(10,2),"
                + " \"user agent\" STRING, n DECIMAL(5,0), ok BOOLEAN, f FLOAT, d DOUBLE, i INT,"
                + " l BIGINT, t TIMESTAMP");
    assertThat(Schema.parse(schema.toSql())).isEqualTo(schema).hasSameHashCodeAs(schema);
    assertThat(schema.attribute("@4")).isEqualTo(schema.attribute(4));
    assertThat(schema.attribute("ADREVENUE")).isEqualTo(schema.attribute(4));
    assertThat(schema.attribute(1).toString()).isEqualTo("@1 sourceIP");
  }

  @Test
  void oddNames_writtenAndReadBack_areUnchanged() {
    Schema schema =
        Schema.of(
            List.of(
                new Attribute(1, "two words", AttributeType.of(TypeKind.INT)),
                new Attribute(2, "quo\"te", AttributeType.of(TypeKind.STRING)),
                new Attribute(3, "3rd", AttributeType.decimal(38, 38)),
                new Attribute(4, "Ünï_code9", AttributeType.of(TypeKind.DATE)),
                new Attribute(5, "--not a comment\n", AttributeType.of(TypeKind.DATE))));
    assertThat(Schema.parse(schema.toSql())).isEqualTo(schema);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        " | line 1, column 1 | the schema is empty",
        "a INT, | line 1, column 7 | remove the last comma",
        "a INT b INT | line 1, column 7 | expected a comma after a INT, found 'b'",
        "a INT NOT NULL | line 1, column 7 | give name and type alone, without constraints",
        "CREATE TABLE t (a INT) | line 1, column 8 | give the columns alone, without CREATE TABLE",
        "a | line 1, column 2 | expected the type of a, found the end",
        "a BLOB | line 1, column 3 | unknown type BLOB of a; types are BOOLEAN, INT",
        "a VARCHAR(10) | line 1, column 10 | VARCHAR takes no length; write STRING",
        "a DECIMAL | line 1, column 3 | write for example DECIMAL(18,2)",
        "a DECIMAL(39,2) | line 1, column 3 | precision must be 1 to 38, found 39",
        "a DECIMAL(3,4) | line 1, column 3 | scale must be 0 to its precision 3, found 4",
        "a DECIMAL(3 | line 1, column 12 | expected )",
        "a DECIMAL(x) | line 1, column 11 | expected a number of digits",
        "\"a INT | line 1, column 1 | never closed",
        "\"\" INT | line 1, column 1 | name is empty",
        "1a INT | line 1, column 1 | put unusual names in double quotes",
      })
  void wrongSchema_parsed_isRefusedWithPlaceAndRemedy(String sql, String place, String reason) {
    assertThatThrownBy(() -> Schema.parse(sql == null ? "" : sql))
        .isInstanceOf(SchemaException.class)
        .hasMessageContaining(place)
        .hasMessageContaining(reason);
  }

  @Test
  void wrongSchema_ofSeveralLines_isRefusedWithItsLine() {
    assertThatThrownBy(() -> Schema.parse("a INT,\n  -- x\n  ü BLOB"))
        .hasMessageStartingWith("Schema, line 3, column 5: unknown type BLOB");
  }

  @Test
  void names_differingOnlyInCase_areRefused() {
    assertThatThrownBy(() -> Schema.parse("id INT, ID INT"))
        .isInstanceOf(SchemaException.class)
        .hasMessageContaining("ID is used at @1 and @2");
  }

  @Test
  void unknownAttribute_lookedUp_isToldThoseThatExist() {
    Schema schema = Schema.parse("a INT, b INT");
    assertThatThrownBy(() -> schema.attribute("c"))
        .hasMessage("Unknown attribute c, the schema has @1 a, @2 b");
    assertThatThrownBy(() -> schema.attribute("@3")).isInstanceOf(SchemaException.class);
    assertThatThrownBy(() -> schema.attribute(0))
        .hasMessage("No attribute @0, the schema has @1 to @2: @1 a, @2 b");
  }
}
