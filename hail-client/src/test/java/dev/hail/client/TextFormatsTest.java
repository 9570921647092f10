// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.text.TextFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextFormatsTest {
  @Test
  void textFormat_writtenAndReadBack_isUnchanged() {
    TextFormat format =
        TextFormat.builder()
            .delimiter('&')
            .quoting(false)
            .nullToken("=\\N")
            .header(true)
            .maxRowBytes(77)
            .build();
    assertThat(TextFormats.parse(TextFormats.toText(format))).isEqualTo(format);
    assertThat(TextFormats.parse(TextFormats.toText(TextFormat.defaults())))
        .isEqualTo(TextFormat.defaults());
  }

  @Test
  void textFormat_notWrittenByHail_isRefused() {
    for (String text :
        List.of(
            "",
            "comma",
            "delimiter=",
            "delimiter=%7C%7C",
            "delimiter=%",
            "quoting=maybe",
            "header=",
            "maxRowBytes=many",
            "maxRowBytes=0")) {
      assertThatThrownBy(() -> TextFormats.parse(text))
          .as("%s", text)
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> TextFormats.parse("comma")).hasMessageContaining("comma");
  }

  @Test
  void textFormat_withKeysOfLaterVersion_ignoresThem() {
    assertThat(TextFormats.parse("delimiter=%7C&charset=x").delimiter()).isEqualTo((byte) '|');
  }
}
