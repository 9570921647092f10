// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.format.schema.Schema;
import dev.hail.format.schema.SchemaException;
import dev.hail.testing.RandomCase;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** The text of a schema is read, or refused with a message. */
final class SchemaText {
  static Stream<byte[]> seeds() {
    return Stream.concat(
            Stream.of("a INT, -- the first\n \"b \"\"c\" DECIMAL(38, 38)\n, d VARCHAR(10)"),
            Stream.of(1L, 2L, 3L).map(seed -> RandomCase.of(seed, 1).schema().toSql()))
        .map(text -> text.getBytes(StandardCharsets.UTF_8));
  }

  /** What Jazzer calls. */
  public static void fuzzerTestOneInput(byte[] bytes) {
    Schema schema;
    try {
      schema = Schema.parse(new String(bytes, StandardCharsets.UTF_8));
    } catch (SchemaException refused) {
      assertThat(refused).message().isNotBlank();
      return;
    }
    assertThat(Schema.parse(schema.toSql())).isEqualTo(schema);
  }
}
