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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadRecordLogTest {
  private static final UploadRequest REQUEST =
      request("k INT", TextFormat.defaults(), UploadRequest.UNLIMITED);

  private static UploadRequest request(String schema, TextFormat format, long limit) {
    return new UploadRequest(
        List.of(),
        new Path("/file"),
        Schema.parse(schema),
        List.of(),
        format,
        new UploadRequest.Settings(0, 0, false, false, limit, 1, 1));
  }

  private static EncodedBlock block(int index, long firstLine, String text) {
    return block(REQUEST, index, firstLine, text);
  }

  private static EncodedBlock block(UploadRequest request, int index, long firstLine, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    BlockText rows = new BlockText(index);
    rows.add("text", new TextChunk(bytes, bytes.length, firstLine, 0));
    return new BlockEncoder(request, new ArrayPool(1), new ArrayPool(1)).encode(rows);
  }

  @Test
  void blocks_inAnyOrder_giveFirstBadLineOfFile() throws Exception {
    BadRecordLog log = new BadRecordLog(REQUEST);
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
    BadRecordLog log = new BadRecordLog(request("k INT", TextFormat.defaults(), 1));
    log.add("text", block(1, 3, "c\nd\n"));
    assertThatThrownBy(() -> log.add("text", block(0, 1, "1\nb\n")))
        .isInstanceOf(PathException.class)
        .hasMessageContaining("3 bad records so far, allowed are 1; first: text line 2: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "true~'k,first name'",
        "true~' K ,\"First Name\"'",
        "true~',first name'",
        "false~'k,name'",
        "false~'first name,k'",
        "false~'k'",
        "false~'k,first name,x'",
        "false~','",
        "false~'k|first name'"
      })
  void firstLine_withNamesOfAttributes_hintsAtHeader(boolean hint, String line) throws Exception {
    UploadRequest request = request("k INT, \"first name\" INT", TextFormat.defaults(), 0);
    String hinted = "(looks like a header row; give --header)";
    BadRecordLog log = new BadRecordLog(request);
    assertThatThrownBy(() -> log.add("text", block(request, 0, 1, line + "\n1,a\n")))
        .matches(failure -> failure.getMessage().endsWith(hinted) == hint, "hint is " + hint);
  }

  @Test
  void headerFurtherDown_orAfterTheHeader_hasNoHint() throws Exception {
    BadRecordLog log = new BadRecordLog(REQUEST);
    log.add("text", block(0, 2, "k\n1\n"));
    BadRecordLog second =
        new BadRecordLog(
            request("k INT", TextFormat.builder().header(true).build(), UploadRequest.UNLIMITED));
    second.add("text", block(0, 1, "k\n1\n"));

    assertThat(log.examples()).allMatch(example -> example.endsWith("\"k\"")).hasSize(1);
    assertThat(second.examples()).allMatch(example -> example.endsWith("\"k\"")).hasSize(1);
  }
}
