// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.client.PathException;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.TextChunk;
import dev.hail.format.text.TextFormat;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

class BadRecordLogTest {
  private static final UploadRequest REQUEST =
      new UploadRequest(
          List.of(),
          new Path("/file"),
          Schema.parse("k INT"),
          List.of(),
          TextFormat.defaults(),
          new UploadRequest.Settings(0, 0, false, false, UploadRequest.UNLIMITED, 1, 1));

  private static EncodedBlock block(int index, long firstLine, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    BlockText rows = new BlockText(index);
    rows.add("text", new TextChunk(bytes, bytes.length, firstLine, 0));
    return new BlockEncoder(REQUEST, new ArrayPool(1), new ArrayPool(1)).encode(rows);
  }

  @Test
  void blocks_inAnyOrder_giveFirstBadLineOfFile() throws Exception {
    BadRecordLog log = new BadRecordLog(UploadRequest.UNLIMITED);
    log.add("text", block(2, 5, "e\nf\n"));
    log.add("text", block(1, 3, "c\nd\n"));
    log.add("text", block(0, 1, "a\nb\n"));

    assertThat(log.examples()).hasSize(5);
    assertThat(log.examples().get(0)).startsWith("text line 1: ").endsWith("\"a\"");
    assertThat(log.examples().get(4)).startsWith("text line 5: ");
    assertThatThrownBy(() -> log.finish("/file"))
        .isInstanceOf(PathException.class)
        .hasMessageContaining("none of the first 6 rows fits the schema; first: text line 1: ");
  }

  @Test
  void limit_exceededByLaterBlock_isJudgedInOrderOfFile() throws Exception {
    BadRecordLog log = new BadRecordLog(1);
    log.add("text", block(1, 3, "c\nd\n"));
    assertThatThrownBy(() -> log.add("text", block(0, 1, "1\nb\n")))
        .isInstanceOf(PathException.class)
        .hasMessageContaining("3 bad records so far, allowed are 1; first: text line 2: ");
  }
}
