// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.WriterAppender;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.jupiter.api.Test;

class StacklessLayoutTest {
  @Test
  void failure_isInTheLineOfItsMessage_andTheStackOnlyOnDemand() {
    IOException failure = new IOException("refused\n\tat a.b(C.java)");
    assertThat(written(false, "cannot read", failure))
        .isEqualTo("WARN A: cannot read: java.io.IOException: refused\n");
    assertThat(written(true, "cannot read", failure))
        .startsWith("WARN A: cannot read\njava.io.IOException: refused\n")
        .contains("\tat " + StacklessLayoutTest.class.getName());
  }

  @Test
  void stackInMessage_isLeftOut() {
    String trace = "\n\tat a.b(C.java)\n\tat a.d(C.java)\n\t... 3 more\n";
    assertThat(written(false, "java.io.IOException: no" + trace + ", tried twice", null))
        .isEqualTo("WARN A: java.io.IOException: no, tried twice\n");
    assertThat(written(false, "Counters: 2\n\tread=1\n\twritten=2", null))
        .isEqualTo("WARN A: Counters: 2\n\tread=1\n\twritten=2\n");
  }

  private static String written(boolean stacks, String message, Throwable failure) {
    StacklessLayout layout = new StacklessLayout();
    layout.setConversionPattern("%p %c{1}: %m%n");
    layout.setStacks(stacks);
    StringWriter text = new StringWriter();
    new WriterAppender(layout, text)
        .append(new LoggingEvent("x", Logger.getLogger("a.A"), Level.WARN, message, failure));
    return text.toString();
  }
}
