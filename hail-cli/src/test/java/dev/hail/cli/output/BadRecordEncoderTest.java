// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.format.block.read.BadRecord;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class BadRecordEncoderTest {
  private static String encoded(BadRecord... records) {
    return new String(BadRecordEncoder.encode(List.of(records)), StandardCharsets.ISO_8859_1);
  }

  private static BadRecord record(long line, String reason, String raw) {
    return new BadRecord(line, reason, raw.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  void controlCharacters_encoded_keepEachRecordOneLineOfThreeFields() {
    assertThat(encoded(record(7, "a\tb", "1,\"x\r\ny\",\t\\n"), record(9, "c", "")))
        .isEqualTo("7\ta\\tb\t1,\"x\\r\\ny\",\\t\\\\n\n9\tc\t\n");
  }

  @Test
  void otherBytes_encoded_areKept() {
    String raw = "\u0000\u00ff\u00c3\u00a9'\"";
    assertThat(encoded(record(1, "r", raw))).isEqualTo("1\tr\t" + raw + "\n");
  }
}
