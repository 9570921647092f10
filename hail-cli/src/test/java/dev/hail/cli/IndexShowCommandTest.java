// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.read.Candidate;
import dev.hail.format.schema.Schema;
import org.junit.jupiter.api.Test;

class IndexShowCommandTest {
  private static final Schema SCHEMA = Schema.parse("name STRING, k INT");

  @Test
  void order_ofReplica_isShownByName() {
    assertThat(IndexShowCommand.name(SCHEMA, 2)).isEqualTo("k");
    assertThat(IndexShowCommand.name(SCHEMA, 0)).isEqualTo("none");
    assertThat(IndexShowCommand.name(SCHEMA, Candidate.UNKNOWN)).isEqualTo("?");
  }

  @Test
  void order_byAttributeThatSchemaLacks_isShownByPosition() {
    assertThat(IndexShowCommand.name(SCHEMA, 3)).isEqualTo("@3");
  }
}
