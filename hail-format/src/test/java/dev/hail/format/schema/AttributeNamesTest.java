// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AttributeNamesTest {
  @Test
  void list_ofNamesPositionsAndQuotedNames_isSplitAtItsCommas() {
    assertThat(AttributeNames.split("a")).containsExactly("a");
    assertThat(AttributeNames.split(" a , @2,order date, \"b, \"\"c\"\"\" ,\"\"\"\""))
        .containsExactly("a", "@2", "order date", "\"b, \"\"c\"\"\"", "\"\"\"\"");
    assertThat(AttributeNames.split("quo\"te,x")).containsExactly("quo\"te", "x");
    assertThat(AttributeNames.split("d.\"a,b\", d_1.\"c\"\",\",d.e,.\"f,g\""))
        .containsExactly("d.\"a,b\"", "d_1.\"c\"\",\"", "d.e", ".\"f", "g\"");
  }

  @Test
  void list_withEmptyOrOpenName_isRefused() {
    for (String list : new String[] {"", "a,", ",a", "a, ,b"}) {
      assertThatThrownBy(() -> AttributeNames.split(list))
          .isInstanceOf(SchemaException.class)
          .hasMessage("empty attribute name in `" + list + "'");
    }
    assertThatThrownBy(() -> AttributeNames.split("a,\"b"))
        .hasMessageContaining("no closing double quote");
    assertThatThrownBy(() -> AttributeNames.split("a,d.\"b"))
        .hasMessageContaining("no closing double quote");
    assertThatThrownBy(() -> AttributeNames.split("\"a\"b"))
        .hasMessageContaining("text follows the closing quote");
  }

  @Test
  void attribute_inQuotes_isFoundByItsName() {
    Schema schema = Schema.parse("\"order date\" DATE, \"a\"\"b\" INT, \"@1\" INT, plain INT");
    assertThat(schema.attribute("\"Order Date\"").position()).isEqualTo(1);
    assertThat(schema.attribute("order date").position()).isEqualTo(1);
    assertThat(schema.attribute("\"a\"\"b\"").position()).isEqualTo(2);
    assertThat(schema.attribute("\"@1\"").position()).isEqualTo(3);
    assertThat(schema.attribute("\"plain\"").position()).isEqualTo(4);
    assertThatThrownBy(() -> schema.attribute("\"nope\"")).hasMessageContaining("\"nope\"");
  }
}
