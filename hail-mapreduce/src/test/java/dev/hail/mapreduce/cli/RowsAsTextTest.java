// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;

class RowsAsTextTest {
  @Test
  void badRecord_thatBeginsLikeByteOrderMark_keepsItsBytesAtStartOfFile() {
    Text line = new Text("of the row before");
    for (String record : new String[] {"\uFEFFa,b", "\uFEFF", "a\uFEFF", ""}) {
      byte[] raw = record.getBytes(StandardCharsets.UTF_8);
      RowsAsText.setBad(line, raw, true);
      assertThat(line.toString())
          .isEqualTo(record.startsWith("\uFEFF") ? '\uFEFF' + record : record);
      RowsAsText.setBad(line, raw, false);
      assertThat(line.toString()).isEqualTo(record);
    }
  }
}
