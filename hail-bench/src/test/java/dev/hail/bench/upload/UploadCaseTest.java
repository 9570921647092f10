// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class UploadCaseTest {
  @Test
  void caseNamePrefix_matched_standsForAllThatFit() {
    assertThat(UploadCase.matching(List.of("synthetic/rep6", "uservisits/rep3")))
        .extracting(UploadCase::name)
        .containsExactly(
            "uservisits/rep3/idx0",
            "uservisits/rep3/idx1",
            "uservisits/rep3/idx2",
            "uservisits/rep3/idx3",
            "synthetic/rep6/idx6");
  }

  @Test
  void indexesOfUploadCase_listed_haveDifferentAttributes() {
    for (UploadCase each : UploadCase.ALL) {
      assertThat(each.indexAttributes()).hasSize(each.indexes()).doesNotHaveDuplicates();
      each.indexAttributes()
          .forEach(
              name ->
                  assertThat(
                          dev.hail.format.schema.Schema.parse(each.table().schemaSql())
                              .attribute(name))
                      .isNotNull());
    }
  }

  @Test
  void unknownUploadCase_matched_isNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> UploadCase.matching(List.of("uservisits/rep3/idx9")))
        .withMessageContaining("uservisits/rep3/idx9")
        .withMessageContaining("synthetic/rep6/idx6");
  }
}
