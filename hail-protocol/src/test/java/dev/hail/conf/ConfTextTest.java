// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfTextTest {
  private static final String KEY = "hail.query.filter";

  private final Configuration conf = new Configuration(false);

  /** Sends a configuration as a job does. */
  private Configuration sent() throws IOException {
    ByteArrayOutputStream xml = new ByteArrayOutputStream();
    conf.writeXml(xml);
    Configuration read = new Configuration(false);
    read.addResource(new ByteArrayInputStream(xml.toByteArray()));
    return read;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "  v = 'a'\t\n ",
        "v = '${user.name}'",
        "v = '$user {name} $'",
        "v = '${env.PATH}${user.${x}}'",
        "v = '\u0000a\u0001b\u001f\u007f\u0085'",
        "v = 'a\rb' or v = 'a\r\nb'",
        "v = '\ufffe\uffff\ufeff\u2028'",
        "v = '\ud800' or v = '\udc00\ud800'",
        "v = '\ud83d\ude00'",
        "v = '\\' or v = '\\u0041' or v = '\\u'",
        "v = '\\u0041\u0001\\'",
        "v = '<a>&amp;]]><!--' or v = 'a,b;c'",
        "hail-text:",
        "hail-text:\\u0041",
        "hail-text:\\"
      })
  void text_setForAJob_arrivesAsItIs(String text) throws Exception {
    conf.set(KEY, ConfText.encoded(text));

    assertThat(ConfText.get(conf, KEY)).isEqualTo(text);
    Configuration sent = sent();
    assertThat(ConfText.get(sent, KEY)).isEqualTo(text);
    assertThat(sent.get(KEY)).isEqualTo(ConfText.encoded(text));
  }

  @Test
  void everyCharacter_setForAJob_arrivesAsItIs() throws Exception {
    // From the end, so that no two surrogates are a pair.
    String all =
        IntStream.rangeClosed(0, Character.MAX_VALUE)
            .map(i -> Character.MAX_VALUE - i)
            .collect(StringBuilder::new, (text, c) -> text.append((char) c), StringBuilder::append)
            .toString();
    conf.set("all", ConfText.encoded(all));
    String safe =
        all.chars()
            .mapToObj(c -> String.valueOf((char) c))
            .filter(ConfText::isSafe)
            .reduce(new StringBuilder(), StringBuilder::append, StringBuilder::append)
            .toString();
    conf.set("safe", safe);

    assertThat(ConfText.get(sent(), "all")).isEqualTo(all);
    assertThat(sent().get("safe")).isEqualTo(safe).hasSizeGreaterThan(63_000);
  }

  @Test
  void textSetByHand_isTakenAsItIs() {
    assertThat(ConfText.get(conf, KEY)).isNull();
    conf.set(KEY, "v = '${user.name}\\u0041'");
    assertThat(ConfText.get(conf, KEY)).isEqualTo("v = '${user.name}\\u0041'");
    assertThat(ConfText.encoded("adRevenue > 1")).isEqualTo("adRevenue > 1");
  }

  @Test
  void textSetByHand_thatXmlCannotHold_isEncodedWithItsSource() throws Exception {
    conf.set(KEY, "v = 'a\u0001'", "command line");
    conf.set("hail.query.projection", "${a}");
    conf.set("other", "\u0001");
    ConfText.encodeValues(conf, "hail.query.");
    ConfText.encodeValues(conf, "hail.query.");

    assertThat(ConfText.get(conf, KEY)).isEqualTo("v = 'a\u0001'");
    assertThat(conf.getPropertySources(KEY)).containsExactly("command line");
    assertThat(conf.getRaw("hail.query.projection")).isEqualTo("${a}");
    assertThat(conf.getRaw("other")).isEqualTo("\u0001");
    conf.unset("other");
    assertThat(ConfText.get(sent(), KEY)).isEqualTo("v = 'a\u0001'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"hail-text:a\\", "hail-text:\\u12", "hail-text:\\x41"})
  void malformedText_isRefusedWithItsKey(String value) {
    conf.set(KEY, value);

    assertThatThrownBy(() -> ConfText.get(conf, KEY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Configuration key " + KEY)
        .hasMessageContaining("hail-text:");
  }

  @Test
  void printableText_hasNoCharacterThatAReaderChanges() {
    assertThat(ConfText.printable("k = 1 $")).isEqualTo("k = 1 $");
    assertThat(ConfText.printable("'${a}\r\\'")).isEqualTo("'\\u0024{a}\\u000d\\u005c'");
  }
}
